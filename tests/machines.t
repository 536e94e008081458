#!/usr/bin/perl
# PCs that are not the one that `gnomon run` asks QEMU for: other sizes of memory, other chipsets, other places of the
# devices. On each a Java program prints what it prints under `java`, and its recording is well-formed.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Cpanel::JSON::XS;
use Test::More;

my $classes = compile('everywhere', 'tests/java/Everywhere.java');

# Stands before the real QEMU on PATH: MACHINE_MORE is added to its arguments, MACHINE_BUS to the shared memory's.
mkdir scratch('bin');
spill(scratch('bin/qemu-system-x86_64'), <<'END' =~ s/REST/$ENV{PATH}/r);
#!/bin/bash
PATH='REST'
arguments=()
for argument; do
    if [ "$argument" = ivshmem-plain,memdev=region ]; then # behind what it may be put on
        unset 'arguments[-1]'
        arguments+=($MACHINE_MORE -device)
        argument+=$MACHINE_BUS
    fi
    arguments+=("$argument")
done
exec qemu-system-x86_64 "${arguments[@]}"
END
chmod 0755, scratch('bin/qemu-system-x86_64');
$ENV{PATH} = scratch('bin') . ":$ENV{PATH}";

# `more` are QEMU's, `run` the tool's options; returns the output directory's meta.json and report.
sub works {
    my ($name, %case) = @_;
    local $ENV{MACHINE_MORE} = $case{more} // '';
    local $ENV{MACHINE_BUS} = $case{bus} // '';
    my $cpus = $case{cpus} // 1;
    my ($status, $out, $err) = gnomon(100, 'run', '-q', '--machine', 'qemu', '--cpus', $cpus, '--log-size', 4, @{$case{run} // []}, '-o', scratch($name), '-cp', $classes, 'Everywhere', '--', $cpus);
    is("$status $out$err", "0 processors $cpus\nall\n", "$name: the program's output");
    my ($checked, $words) = gnomon(20, 'check', scratch($name));
    is($checked, 0, "$name: gnomon check") or diag($words);
    return report(scratch($name));
}

# ---- Memory, processors and buses. Above 4 GiB memory ends on a large page, on a small one, and one page before the
# hole's end

my @cases = (
    (map { ["$_ MiB", run => ['--mem', $_]] } 3073, 4096, 4097, 5001),
    ['x2APIC', more => '-cpu max,+x2apic', cpus => 2],
    ['two nodes', more => '-object memory-backend-ram,id=m0,size=256M -object memory-backend-ram,id=m1,size=256M -numa node,cpus=0-1,memdev=m0 -numa node,cpus=2-3,memdev=m1', cpus => 4, run => ['--mem', 512]],
    ['shared memory behind another root', more => '-machine q35 -device pxb-pcie,id=second,bus_nr=128,bus=pcie.0 -device pcie-root-port,id=behind,bus=second,chassis=2', bus => ',bus=behind'],
    ['an IOMMU of Intel\'s', more => '-machine q35 -device intel-iommu'],
    ['an IOMMU of AMD\'s', more => '-machine q35 -device amd-iommu'],
);
works(@$_) for share(2, @cases);

# ---- Clocks

is(works('hpet off', more => '-machine hpet=off')->{clock}{reference}, 'ACPI PM timer', 'hpet off: the clock that is followed');

# The firmware's second FADT names no timer, only how the machine is turned off.
spill(scratch('fadt'), pack 'x28 L< x104', 0x604);
{
    local $ENV{MACHINE_MORE} = '-machine hpet=off -acpitable sig=FACP,data=' . scratch('fadt');
    local $ENV{MACHINE_BUS} = '';
    my ($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'qemu', '-o', scratch('no clock'), '-cp', $classes, 'Everywhere', '--', 1);
    is("$status $out", '3 ', 'no clock: the run fails');
    like(slurp(scratch('no clock/console.txt')), qr/^gnomon: cannot start: there is no clock: neither an HPET nor an ACPI timer, and CPUID does not say/m, 'no clock: said');
}

done_testing;
