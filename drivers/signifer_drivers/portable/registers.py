"""Registers, bits and commands of the MFRC522, named as in its datasheet (NXP MFRC522, rev 3.9, chapter 9).

Runs under MicroPython as it is. Beside the values here are only the frames that read and write registers.
"""

# Page 0: command and status
CommandReg = 0x01
ComIEnReg = 0x02
DivIEnReg = 0x03
ComIrqReg = 0x04
DivIrqReg = 0x05
ErrorReg = 0x06
Status1Reg = 0x07
Status2Reg = 0x08
FIFODataReg = 0x09
FIFOLevelReg = 0x0A
WaterLevelReg = 0x0B
ControlReg = 0x0C
BitFramingReg = 0x0D
CollReg = 0x0E

# Page 1: communication
ModeReg = 0x11
TxModeReg = 0x12
RxModeReg = 0x13
TxControlReg = 0x14
TxASKReg = 0x15
TxSelReg = 0x16
RxSelReg = 0x17
RxThresholdReg = 0x18
DemodReg = 0x19
MfTxReg = 0x1C
MfRxReg = 0x1D
SerialSpeedReg = 0x1F

# Page 2: configuration
CRCResultRegH = 0x21
CRCResultRegL = 0x22
ModWidthReg = 0x24
RFCfgReg = 0x26
GsNReg = 0x27
CWGsPReg = 0x28
ModGsPReg = 0x29
TModeReg = 0x2A
TPrescalerReg = 0x2B
TReloadRegH = 0x2C
TReloadRegL = 0x2D
TCounterValRegH = 0x2E
TCounterValRegL = 0x2F

# Page 3: test
TestPinEnReg = 0x33
AutoTestReg = 0x36
VersionReg = 0x37

# CommandReg: command codes and the two bits beside them
Idle = 0x00
Mem = 0x01
GenerateRandomID = 0x02
CalcCRC = 0x03
Transmit = 0x04
NoCmdChange = 0x07
Receive = 0x08
Transceive = 0x0C
MFAuthent = 0x0E
SoftReset = 0x0F
RcvOff = 0x20
PowerDown = 0x10

# ComIrqReg
Set1 = 0x80
TxIRq = 0x40
RxIRq = 0x20
IdleIRq = 0x10
HiAlertIRq = 0x08
LoAlertIRq = 0x04
ErrIRq = 0x02
TimerIRq = 0x01
AllIRq = 0x7F

# DivIrqReg
CRCIRq = 0x04

# ErrorReg
WrErr = 0x80
TempErr = 0x40
BufferOvfl = 0x10
CollErr = 0x08
CRCErr = 0x04
ParityErr = 0x02
ProtocolErr = 0x01

# Status1Reg
CRCOk = 0x40
CRCReady = 0x20
IRq = 0x10
TRunning = 0x08
HiAlert = 0x02
LoAlert = 0x01

# FIFOLevelReg, ControlReg, BitFramingReg, CollReg
FlushBuffer = 0x80
TStopNow = 0x80
TStartNow = 0x40
RxLastBits = 0x07
StartSend = 0x80
TxLastBits = 0x07
ValuesAfterColl = 0x80
CollPosNotValid = 0x20
CollPos = 0x1F

# TxModeReg and RxModeReg, TxControlReg, TxASKReg, MfRxReg, TModeReg, ModeReg
CRCEn = 0x80
Speed = 0x70
Tx1RFEn = 0x01
Tx2RFEn = 0x02
Force100ASK = 0x40
ParityDisable = 0x10
TAuto = 0x80
TAutoRestart = 0x10
TxWaitRF = 0x20

# RFCfgReg, RxGain[2:0] in bits 6 to 4, by its figure in dB
RX_GAIN = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}

# VersionReg: 0x91 and 0x92 are NXP's own; the others are compatible chips that are sold as MFRC522.
VERSIONS = (0x91, 0x92, 0x12, 0x80, 0x82, 0x88, 0x89, 0xB2)
GENUINE = VERSIONS[:2]

FIFO_BYTES = 64


def write(register: int, *data: int) -> bytes:
    """Return the frame that writes ``data`` into one register (8.1.2.2: one address, then any number of bytes)."""
    return bytes((register << 1,)) + bytes(data)


def read(*registers: int) -> bytes:
    """Return the frame that reads ``registers`` (8.1.2.1); the answer to each comes one byte later."""
    return bytes([0x80 | register << 1 for register in registers] + [0])
