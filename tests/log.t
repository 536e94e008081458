#!/bin/bash
# The log on both machines, with the test kernel of log/test/machine/: its checks go through as TAP lines of their own. In deterministic mode two runs must leave the
# same region. Wants $BUILD (default: build).
set -u
cd "$(dirname "$0")/.."
build=${BUILD:-build}
make -s BUILD="$build" "$build/log-test/pc.elf" "$build/log-test/linux" || { echo "Bail out! the test kernel does not build"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 failed=0

result() {  # STATUS NAME
    count=$((count + 1))
    if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; failed=1; fi
}

qemu() {  # arguments: more of QEMU's
    timeout 60 qemu-system-x86_64 -accel tcg -machine pc -m 128 -smp 1 -nodefaults -no-user-config -display none -no-reboot \
        -kernel "$build/log-test/pc.elf" -initrd "$work/archive" -serial "file:$work/console" \
        -object memory-backend-file,id=region,share=on,mem-path="$work/region",size=8M -device ivshmem-plain,memdev=region "$@" 2> "$work/errors"
}

run() {  # MACHINE
    : > "$work/console"
    rm -f "$work/region"
    truncate -s 8M "$work/region"
    echo "$1" | head -c 4 > "$work/archive"
    case $1 in
    pc) qemu -cpu max ;;
    deterministic) qemu -cpu qemu64,+rdtscp,+ssse3,+sse4.1,+sse4.2,+popcnt -icount shift=0,sleep=off -rtc clock=vm,base=2026-01-01T00:00:00 -seed 1 ;;
    linux) timeout 60 "$build/log-test/linux" "$work/archive" "$work/region" 2> "$work/console" ;;
    esac
}

for machine in linux pc deterministic; do
    run $machine
    while IFS= read -r line; do
        case $line in
        'ok '*) result 0 "$machine: ${line#* - }" ;;
        'not ok '*) result 1 "$machine: ${line#* - }" ;;
        *) echo "# ${line#\# }" ;;
        esac
    done < <(tr -d '\r' < "$work/console")
    grep -q '^1\.\.' "$work/console"
    result $? "$machine: the kernel came to its end"
done
cp "$work/region" "$work/first"
sleep 1
run deterministic
cmp "$work/region" "$work/first"
result $? 'deterministic: the second run leaves the same region'

echo "1..$count"
exit $failed
