#!/bin/bash
# What must hold for the guest's objects: C code uses no vector or x87 register (interrupts do not save them), except in
# files named *_fp.c, and the kernel images need nothing from outside. Wants the objects built under $BUILD (default:
# build).
set -u
cd "$(dirname "$0")/.."
build=${BUILD:-build}
make -s BUILD="$build" "$build/pc/gnomon.elf" "$build/linux/gnomon-kernel" || { echo "not ok 1 - the kernel builds"; echo 1..1; exit 1; }
count=0 failed=0

result() {  # STATUS NAME
    count=$((count + 1))
    if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; failed=1; fi
}

objects=$(find "$build/guest" -name '*.c.o' ! -name '*_fp.c.o' | while read -r object; do
    source=${object#"$build"/guest/}
    [ -f "${source%.o}" ] && echo "$object"
done)
[ "$(wc -w <<< "$objects")" -ge 100 ]
result $? 'the objects are there'
# shellcheck disable=SC2086
found=$(objdump -d --no-show-raw-insn $objects | awk '/file format/ { file = $1 } /%[xyz]mm|%st[(,]|\tf(ld|st|xch|add|mul)/ { print file $0 }' | head)
[ -z "$found" ]
result $? 'C code uses no vector or x87 register'
[ -n "$found" ] && sed 's/^/# /' <<< "$found"

for image in pc/gnomon.elf linux/gnomon-kernel; do
    undefined=$(nm -u "$build/$image")
    [ -z "$undefined" ]
    result $? "$image needs nothing from outside"
    ! readelf -lW "$build/$image" | grep -q 'RWE'
    result $? "$image: no segment is both writable and executable"
    ! readelf -lW "$build/$image" | grep -qE 'INTERP|DYNAMIC'
    result $? "$image is static"
done

echo "1..$count"
exit $failed
