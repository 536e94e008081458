#!/bin/bash
# The log on both machines, with the test kernel of log/test/machine/: its checks go through as TAP lines of their own.
# In deterministic mode two runs must leave the same region. Wants $BUILD (default: build).
set -u
cd "$(dirname "$0")/.."
. tests/lib/machine.sh log-test 8M

run_log() {  # MACHINE
    make_region
    echo "$1" | head -c 4 > "$work/archive"
    run "$1"
}

for machine in linux pc deterministic; do
    run_log $machine
    pass_on $machine "$(tr -d '\r' < "$work/console")"
done
cp "$work/region" "$work/first"
sleep 1
run_log deterministic
cmp "$work/region" "$work/first"
result $? 'deterministic: the second run leaves the same region'
finish
