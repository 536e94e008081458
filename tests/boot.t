#!/bin/bash
# The machine layer on both machines: the test kernel of boot/test/, in QEMU and as a process. Its checks go through as
# TAP lines of their own; ways to die are run one by one, and must leave a readable region. Wants $BUILD (default:
# build) with boot-test/ made.
set -u
cd "$(dirname "$0")/.."
. tests/lib/machine.sh boot-test 4M

# A new region whose text at 4096 is the command.
order() {  # COMMAND
    make_region
    printf '%s' "$1" | dd of="$work/region" bs=1 seek=4096 conv=notrunc status=none
}

field() { od -An -t d4 -j "$1" -N 4 "$work/region" | tr -d ' '; }          # OFFSET: 32, state; 36, exit status
text() { tail -c +$(($1 + 1)) "$work/region" | head -c "$2" | tr -d '\0'; }  # OFFSET BYTES

# What no run can show on a processor that has it: neither kernel needs RDTSCP.
for elf in "$build/$kernel/pc.elf" "$build/$kernel/linux" "$build/pc/gnomon.elf" "$build/linux/gnomon-kernel"; do
    is "$(objdump -d --no-show-raw-insn "$elf" | grep -cw -e rdtscp -e ret)" \
        "$(objdump -d --no-show-raw-insn "$elf" | grep -cw -e ret)" "${elf#"$build/"}: has no rdtscp"
done

yes 'gnomon ' | tr -d '\n' | head -c 12345 > "$work/archive"

for machine in linux pc deterministic; do
    order all
    run $machine
    is $status 0 "$machine: exit status"
    pass_on $machine "$(text 8192 24576)"
    is "$(field 32) $(field 36)" '3 0' "$machine: the region has ended, with status 0"
done
has "$(text 8192 24576)" 'before the next was due 800' 'deterministic: every tick comes before the next is due'
cp "$work/region" "$work/first"
sleep 1
order all
run deterministic
cmp -s "$work/region" "$work/first"
result $? 'deterministic: the second run leaves the same region'

# ---- Several processors

for machine in pc deterministic; do
    order processors
    run $machine -smp 4
    pass_on "$machine, 4 processors" "$(text 8192 24576)"
    is "$(field 32) $(field 36)" '3 0' "$machine, 4 processors: the region has ended, with status 0"
    has "$(text 8192 24576)" 'processors 4' "$machine: all are found"
done
cp "$work/region" "$work/first"
for _ in 1 2 3 4; do
    order processors
    run deterministic -smp 4
    cmp -s "$work/region" "$work/first"
    result $? 'deterministic, 4 processors: another run leaves the same region'
done

# The firmware lists another one, with the number 77, which is not there
printf '\0\0\340\376\0\0\0\0\0\010\011\115\001\0\0\0' > "$work/madt"
order absent
run pc -smp 2 -acpitable "sig=APIC,data=$work/madt"
pass_on 'pc, one of 3 processors absent' "$(text 8192 24576)"

order elsewhere
run pc -smp 3
is "$(field 32) $(field 36)" '4 3' 'pc: a fault on another processor: the region has panicked, with status 3'
has "$(text 32768 4096)" 'reason: fault: page fault, read of 0000000000008008' 'pc: the reason is in the region'
has "$(tr -d '\r' < "$work/console")" 'at [0-9a-f]+ kernel_processor\+0x.* processor_main' 'pc: the backtrace is that of its own stack'

order processors
run linux
if [[ $(text 8192 24576) =~ 'processors 1' ]]; then
    result 0 'linux: several processors # skip the machine has one'
else
    pass_on 'linux, several processors' "$(text 8192 24576)"
fi

for machine in linux pc; do
    order status
    run $machine
    is "$(field 32) $(field 36)" '3 42' "$machine: the status is in the region"
    [ $machine = pc ] || is $status 42 "$machine: and it is the process's"

    while IFS='|' read -r command reason; do
        order "$command"
        run $machine
        is "$(field 32) $(field 36)" '4 3' "$machine: $command: the region has panicked, with status 3"
        has "$(text 32768 4096)" "reason: $reason" "$machine: $command: the reason is in the region"
        has "$(tr -d '\r' < "$work/console")" "gnomon: panic: $reason" "$machine: $command: and on the console"
        [ $machine = pc ] || is $status 3 "$machine: $command: exit status"
    done <<'END'
panic|deliberate, number 7
assert|boot/test/main.c:[0-9]+: machine.region_bytes == 1
null|fault: page fault, read of 0000000000000008
overflow|fault: page fault, write of 00000040040ffff8
divide|fault: divide error
invalid|fault: invalid opcode
wild|fault: general protection
jump|fault: page fault, execution of 0000000000000010
END
    order jump
    run $machine
    has "$(text 32768 4096)" 'frame: probe_call.frame: kernel_main' "$machine: a call to nowhere names the caller"
    order panic
    run $machine
    has "$(text 32768 4096)" 'frame: kernel_main' "$machine: the backtrace names the function"
    has "$(tr -d '\r' < "$work/console")" 'at [0-9a-f]+ kernel_main\+0x' "$machine: on the console too"
done

order triple
run pc
is "$(field 32) $status" '2 0' 'pc: a triple fault ends the machine, the region says running'

# From QEMU's monitor: an error that the hardware has found, with an address
order hang
{
    for _ in $(seq 200); do [ "$(field 32)" = 2 ] && break; sleep 0.05; done
    echo 'mce 0 2 0xbe00000000000136 0x5 0x12345000 0x80'
} | qemu -cpu max -monitor stdio > /dev/null
is "$(field 32) $(field 36)" '4 3' 'pc: a machine check: the region has panicked, with status 3'
has "$(text 32768 4096)" 'reason: machine check, bank 2: status be00000000000136, address 12345000' 'pc: a machine check: the bank is in the region'
has "$(tr -d '\r' < "$work/console")" 'gnomon: machine check, bank 2: status be00000000000136, address 12345000' 'pc: a machine check: and on the console'

for machine in linux pc; do
    order hang
    case $machine in
    linux) "$build/boot-test/linux" "$work/archive" "$work/region" 2> /dev/null & ;;
    pc) { qemu -cpu max -pidfile "$work/pid"; } 2> /dev/null & ;;
    esac
    pid=$!
    for _ in $(seq 100); do
        [ "$(field 32)" = 2 ] && break
        sleep 0.05
    done
    if [ $machine = pc ]; then kill -KILL "$(cat "$work/pid")"; else kill -KILL $pid; fi
    wait $pid 2> /dev/null
    is "$(field 32)" 2 "$machine: killed: the region says running"
done

order panic
"$build/boot-test/linux" "$work/archive" "$work/region" 2>&1 | exec 0<&-
is "${PIPESTATUS[0]} $(field 32)" '3 4' 'linux: a panic that nobody reads'

"$build/boot-test/linux" 2> "$work/errors"
is $? 2 'linux: no arguments'
has "$(cat "$work/errors")" 'gnomon-kernel: usage:' 'linux: says how it is used'
"$build/boot-test/linux" "$work/none" "$work/region" 2> "$work/errors"
is $? 1 'linux: a missing archive'
has "$(cat "$work/errors")" "$work/none: cannot open the boot archive" 'linux: is named'
: > "$work/empty"
"$build/boot-test/linux" "$work/archive" "$work/empty" 2> "$work/errors"
is $? 1 'linux: an empty region'
"$build/boot-test/linux" "$work/archive" "$work/region" 12x 2> "$work/errors"
is $? 2 'linux: a memory that is no number'
has "$(cat "$work/errors")" '12x: no number of MiB' 'linux: is named'

finish
