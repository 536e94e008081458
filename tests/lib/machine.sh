# What the tests of kernels without Java share: TAP, and how such a kernel is started on each machine. Sourced with the
# kernel's name and the region's size: $kernel is the folder in $BUILD with pc.elf and linux, which make makes. $work is
# a directory that is removed after the test.
kernel=$1 region_size=$2
build=${BUILD:-build}
case ,${WITH:-}, in
,,) ;;
,no-rdtscp,) export HIDE=rdtscp PATH=$PWD/tests/lib/hide:$PATH ;;
*) echo "1..0 # SKIP WITH=$WITH: this kernel is without Java and the tool"; exit 0 ;;
esac
make -s BUILD="$build" "$build/$kernel/pc.elf" "$build/$kernel/linux" || { echo "not ok 1 - the test kernel builds"; echo 1..1; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 failed=0

result() {  # STATUS NAME
    count=$((count + 1))
    if [ "$1" = 0 ]; then echo "ok $count - $2"; else echo "not ok $count - $2"; failed=1; fi
}

is() {  # GOT EXPECTED NAME
    [ "$1" = "$2" ]
    result $? "$3"
    [ "$1" = "$2" ] || printf '# got      %s\n# expected %s\n' "$1" "$2"
}

has() {  # TEXT PATTERN NAME
    [[ $1 =~ $2 ]]
    result $? "$3"
    [[ $1 =~ $2 ]] || printf '# got      %s\n# expected %s\n' "${1//$'\n'/ | }" "$2"
}

# The kernel's own lines, renumbered.
pass_on() {  # MACHINE TEXT
    local line
    while IFS= read -r line; do
        case $line in
        'ok '*) result 0 "$1: ${line#* - }" ;;
        'not ok '*) result 1 "$1: ${line#* - }" ;;
        '#'*) echo "$line" ;;
        esac
    done <<< "$2"
    has "$2" '1\.\.[0-9]+' "$1: the kernel came to its end"
}

finish() {
    echo "1..$count"
    exit $failed
}

# ---- Starting it, with $work/archive; the region is new if there is none

make_region() { truncate -s 0 "$work/region" && truncate -s "$region_size" "$work/region"; }

qemu() {  # arguments: more of QEMU's
    timeout 60 qemu-system-x86_64 -accel tcg -machine pc -m 128 -smp 1 -nodefaults -no-user-config -display none -no-reboot \
        -kernel "$build/$kernel/pc.elf" -initrd "$work/archive" -serial "file:$work/console" \
        -object memory-backend-file,id=region,share=on,mem-path="$work/region",size="$region_size" -device ivshmem-plain,memdev=region "$@" \
        2> "$work/errors"
}

# Sets $status; what the kernel said is in $work/console.
run() {  # MACHINE arguments: more of QEMU's
    local machine=$1
    shift
    : > "$work/console"
    case $machine in
    pc) qemu -cpu max "$@" ;;
    deterministic) qemu -cpu qemu64 -icount shift=0,sleep=off -rtc clock=vm,base=2026-01-01T00:00:00 -seed 1 "$@" ;;
    linux) timeout 60 "$build/$kernel/linux" "$work/archive" "$work/region" 2> "$work/console" ;;
    esac
    status=$?
}
