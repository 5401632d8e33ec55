// A Raspberry Pi Pico on rp2040js, at the other end of two pipes (bridge.py has the frames): MicroPython runs, what is
// slow about its flash is counted, and the bytes of SPI0 and of USB go to Python and come from there.
// Arguments: a file of JSON with the keys of `options`.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const options = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const from = (part) => import(pathToFileURL(`${options.rp2040js}/dist/esm/${part}.js`));
const { RP2040 } = await from("rp2040");
const { SimulationClock } = await from("clock/simulation-clock");
const { USBCDC } = await from("usb/cdc");
const { ConsoleLogger, LogLevel } = await from("utils/logging");

const FLASH = 0x10;
const SRAM = 0x20;
const SRAM_BYTES = 264 * 1024;
// The cache in front of the flash (RP2040 datasheet, 2.6.3): 16 kB, two ways, lines of eight bytes.
const WAYS = 2;
const LINE_SHIFT = 3;
const SETS = (16 * 1024) / WAYS >> LINE_SHIFT;
const NO_LINE = -1;
// A host that has bytes gives them so long after the node has made room.
const HOST_NS = 20_000;
const USB_PACKET = 64;
// Until something becomes due that no alarm tells, so many instructions pass at the most.
const LOOK_EVERY = 1024;

class Chip extends RP2040 {
  constructor(clock) {
    super(clock);
    this.tags = new Int32Array(SETS * WAYS).fill(NO_LINE);
    this.oldest = new Uint8Array(SETS);
    this.line = NO_LINE;
    this.stall = 0;
    this.misses = 0;
  }

  // What the flash's cache makes of a reading; the way that was used longest ago is given up.
  touch(address) {
    const line = (address & 0xffffff) >>> LINE_SHIFT;
    if (line === this.line) return;
    this.line = line;
    const set = line & (SETS - 1);
    const first = set * WAYS;
    if (this.tags[first] === line) this.oldest[set] = 1;
    else if (this.tags[first + 1] === line) this.oldest[set] = 0;
    else {
      const way = this.oldest[set];
      this.tags[first + way] = line;
      this.oldest[set] = way ^ 1;
      this.misses++;
      this.stall += options.missClocks * this.divider() + options.missCycles;
    }
  }

  // Of the flash's clock; 2 until it is written.
  divider() {
    return this.peripherals[0x18000].baudr || 2;
  }

  readUint8(address) {
    const top = address >>> 24;
    const at = address & 0xffffff;
    if (top === SRAM && at < SRAM_BYTES) return this.sram[at];
    if (top !== FLASH) return super.readUint8(address);
    this.touch(address);
    return this.flash[at];
  }

  readUint16(address) {
    const top = address >>> 24;
    const at = address & 0xffffff;
    if (top === SRAM && at < SRAM_BYTES) return this.sramView.getUint16(at, true);
    if (top !== FLASH) return super.readUint16(address);
    this.touch(address);
    return this.flashView.getUint16(at, true);
  }

  readUint32(address) {
    const top = address >>> 24;
    const at = address & 0xffffff;
    if (top === SRAM && at < SRAM_BYTES) return this.sramView.getUint32(at, true);
    if (top === FLASH) {
      this.touch(address);
      return this.flashView.getUint32(at, true);
    }
    // Past the cache: a whole access to the flash.
    if (top > FLASH && top < FLASH + 4) this.stall += options.uncachedClocks * this.divider();
    return super.readUint32(address);
  }

  writeUint32(address, value) {
    const top = address >>> 24;
    const at = address & 0xffffff;
    if (top === SRAM && at < SRAM_BYTES) this.sramView.setUint32(at, value, true);
    // Writing there is done by the boot ROM; the cache takes it for an order to forget a line.
    else if (top !== FLASH) super.writeUint32(address, value);
  }
}

// The pipes

let pending = [];

function say(kind, us, payload) {
  const head = Buffer.alloc(11);
  head.write(kind, 0, "latin1");
  head.writeDoubleLE(us, 1);
  head.writeUInt16LE(payload.length, 9);
  pending.push(head, Buffer.from(payload));
}

function flush() {
  const whole = Buffer.concat(pending);
  pending = [];
  for (let at = 0; at < whole.length; ) at += fs.writeSync(1, whole, at);
}

function take(size) {
  const data = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = fs.readSync(0, data, at, size - at, null);
    if (got === 0) process.exit(0);
    at += got;
  }
  return data;
}

// The board

const clock = new SimulationClock();
const chip = new Chip(clock);
chip.logger = new ConsoleLogger(LogLevel.Error);
chip.logger.error = (part, text) => process.stderr.write(`${part}: ${text}\n`);
const rom = fs.readFileSync(options.rom);
chip.loadBootrom(new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length)));
for (const [file, at] of options.flash) chip.flash.set(fs.readFileSync(file), at);
const nowUs = () => clock.nanos / 1000;

const spi = chip.spi[0];
let selected = null;
let written = [];
let wanted = 0;
options.selects.forEach((pin, number) => {
  chip.gpio[pin].addListener((state) => {
    if (state === 0) {
      selected = number;
      written = [];
      wanted = 0;
    } else if (selected === number) {
      if (written.length) say("S", nowUs(), [number, ...written]);
      selected = null;
    }
  });
});
chip.gpio[options.reset].addListener((state) => say("P", nowUs(), [state === 1 ? 1 : 0]));

// A frame that writes is told as a whole when it has ended; of one that reads, each register in its turn.
function exchanged(mosi) {
  if (selected === null) return 0xff;
  let miso = 0;
  if (wanted) {
    say("R", nowUs(), [selected, wanted]);
    flush();
    miso = take(1)[0];
  }
  if (mosi & 0x80 && !written.length) wanted = mosi;
  else if (wanted) wanted = 0;
  else written.push(mosi);
  return miso;
}

let answer = 0;
const done = clock.createAlarm(() => spi.completeTransmit(answer));
spi.onTransmit = (mosi) => {
  answer = exchanged(mosi);
  done.schedule(((8 + options.gapBits) * 1e9) / spi.clockFrequency);
};

const cdc = new USBCDC(chip.usbCtrl);
const toNode = [];
let room = 0;
let told = false;
const deliver = clock.createAlarm(() => {
  if (!room || !toNode.length) return;
  const part = toNode.splice(0, Math.min(room, toNode.length, USB_PACKET));
  room = 0;
  chip.usbCtrl.endpointReadDone(cdc.outEndpoint, new Uint8Array(part));
});
cdc.onSerialData = (data) => {
  say("U", nowUs(), data);
  told = true;
};
chip.usbCtrl.onEndpointRead = (endpoint, size) => {
  if (endpoint !== cdc.outEndpoint) return;
  room = size;
  if (toNode.length) deliver.schedule(HOST_NS);
};
const watchdog = chip.peripherals[0x40058];
watchdog.onWatchdogTrigger = () => {
  say("B", nowUs(), []);
  told = true;
};

// Time

let instructions = 0;
let cycles = 0;
let endNs = 0;

// Until `untilNs`, or something was told that a host hears.
function run(untilNs) {
  const core = chip.core;
  let nsPerCycle = 1e9 / chip.clkSys;
  let left = LOOK_EVERY;
  told = false;
  while (clock.nanosCounter < untilNs && !told) {
    const alarm = clock.nextAlarm;
    if (core.waiting && !core.interruptsUpdated) {
      const to = alarm ? Math.min(Math.max(alarm.nanos, clock.nanosCounter), untilNs) : untilNs;
      clock.tick(to - clock.nanosCounter);
      continue;
    }
    let took = core.executeInstruction();
    instructions++;
    if (chip.stall) {
      took += chip.stall;
      chip.stall = 0;
    }
    cycles += took;
    const to = clock.nanosCounter + took * nsPerCycle;
    const next = clock.nextAlarm;
    if (next && next.nanos <= to) {
      clock.tick(to - clock.nanosCounter);
      nsPerCycle = 1e9 / chip.clkSys;
    } else clock.nanosCounter = to;
    if (--left === 0) {
      left = LOOK_EVERY;
      nsPerCycle = 1e9 / chip.clkSys;
    }
  }
}

// From the boot ROM's second stage on, which lies at the start of the flash.
chip.core.PC = 0x10000000;
for (;;) {
  const order = String.fromCharCode(take(1)[0]);
  if (order === "W") {
    const size = take(2).readUInt16LE(0);
    toNode.push(...take(size));
    if (room) deliver.schedule(HOST_NS);
    continue;
  }
  endNs = take(8).readDoubleLE(0) * 1000;
  run(endNs);
  const counts = Buffer.alloc(40);
  [instructions, cycles, chip.misses, chip.clkSys, chip.divider()].forEach((count, index) =>
    counts.writeDoubleLE(count, 8 * index),
  );
  say("D", nowUs(), counts);
  flush();
}
