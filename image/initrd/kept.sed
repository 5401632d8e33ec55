# What was to start once gives way to the other slot, which is kept; not a byte longer or shorter.
s/^# once$/# kept/
/^boot_partition=/y/23/32/
