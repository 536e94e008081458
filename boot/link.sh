#!/bin/sh
# Links a kernel image in two steps: link.sh CC OUT ARGUMENTS...
# The first image has an empty table of symbols; the table (kernel/core/symbols.h) is made from its functions and linked
# into the second image. The table comes after everything else, so no address moves; that is checked.
set -eu
cc=$1 out=$2
shift 2

table() {  # of the function symbols on stdin, as nm prints them
    LC_ALL=C awk '
        BEGIN { names = "" ; print "    .section .symbols, \"a\"\n    .globl kernel_symbols, kernel_symbol_count, kernel_symbol_names\n    .balign 8\nkernel_symbols:" }
        $2 ~ /^[tT]$/ && $3 !~ /^\.L|^kernel_.*_(start|end)$/ {
            if ($1 == last) next
            last = $1
            printf "    .long 0x%s, %d\n", $1, offset
            names = names "    .asciz \"" $3 "\"\n"
            offset += length($3) + 1
            count++
        }
        END { printf "kernel_symbol_count:\n    .long %d\nkernel_symbol_names:\n%s    .byte 0\n    .section .note.GNU-stack, \"\", @progbits\n", count, names }'
}

link() {
    target=$1
    shift
    "$cc" -c -o "$out.symbols.o" "$out.symbols.S"
    "$cc" -nostdlib -static -no-pie -Wl,-z,noexecstack -Wl,--build-id=none -Wl,-Map="$out.map" -o "$target" "$@" "$out.symbols.o"
}

: | table > "$out.symbols.S"
link "$out.first" "$@"
nm -n "$out.first" | table > "$out.symbols.S"
link "$out" "$@"
nm -n "$out.first" | grep ' [tT] ' > "$out.first.functions"
nm -n "$out" | grep ' [tT] ' | cmp -s - "$out.first.functions" || { echo "link.sh: $out: addresses moved" >&2; rm -f "$out"; exit 1; }
rm -f "$out.first" "$out.first.functions" "$out.symbols.o" "$out.symbols.S"
