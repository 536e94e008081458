#!/usr/bin/perl
# Class unloading. Unload.java prints what `java` prints: which ways of reaching a loader keep it, which do not, and
# that what is left works; on Linux and in QEMU, and with a collection at every
# 37th allocation, the whole heap looked through, what lives on of classes compared with what goes, and freed memory
# filled. Programs that define classes without end use no more than a bound of class data, code and mirrors. An address
# that is used again has two names in one recording. SOAK_LOADERS and MACHINES choose how many loaders the long program
# throws away, and where.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @machines = machines(3);
my $classes = compile('unload', glob "$FindBin::Bin/java/unload/*.java");
unlink "$classes/Absent.class" or die "Absent.class: $!\n";

if (!$ENV{SOAK_LOADERS}) {
    my $expected = [java(120, $classes, 'Unload')];
    for my $machine (@machines) {
        runs_alike("Unload on $machine", $expected, '--machine', $machine, '-Dgnomon.gc.verify=10', '-o', scratch("unload-$machine"), '-cp', $classes, 'Unload');
    }
    runs_alike('Unload under stress', $expected, '--machine', 'linux', '-Dgnomon.gc.stress=37', '-Dgnomon.gc.protect=1', '-Dgnomon.gc.verify=50', '-o', scratch('unload-stress'), '-cp', $classes, 'Unload');
}

# What a call has learned of its receivers' classes keeps none of them.
if (!$ENV{SOAK_LOADERS}) {
    for my $machine (@machines) {
        my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch("called-$machine"), '-cp', $classes, 'Unload', '--', 'called');
        is($out, "called often: gone\ncalled often, let go: gone\n6000\n" x 3, "$machine: classes whose methods were called often go") or diag $err;
    }
}

# HotSpot itself keeps much of what it refuses, until a class loader goes: how much is its own business.
if (!$ENV{SOAK_LOADERS}) {
    my $expected = [java(120, $classes, 'Leftovers')];
    runs_alike("Leftovers on $_", $expected, '--machine', $_, '-o', scratch("leftovers-$_"), '-cp', $classes, 'Leftovers') for @machines;
}

if (!$ENV{SOAK_LOADERS}) {
    my $directory = scratch('reuse');
    my ($status) = gnomon(60, 'run', '-q', '--machine', 'linux', '--sample', 1000, '--stacks', 8, '--time', '*.burn', '-o', $directory, '-cp', $classes, 'Reuse');
    is($status, 0, 'two classes, the second in the place of the first');
    my $ranges = code_ranges(region($directory));
    my @first = map { @{ $ranges->{$_} } } grep { /^First\./ } keys %$ranges;
    my @second = map { @{ $ranges->{$_} } } grep { /^Second\./ } keys %$ranges;
    my $shared = 0;
    for my $one (@first) {
        $shared += grep { $_->[0] < $one->[0] + $one->[1] && $one->[0] < $_->[0] + $_->[1] } @second;
    }
    cmp_ok($shared, '>', 0, 'addresses are used again');
    is(scalar(grep { $_->[3] == ~0 } @first), 0, 'the first one has an end');
    my ($last) = sort { $b <=> $a } map { $_->[3] } @first;
    is(scalar(grep { $_->[2] < $last } @second), 0, 'before the second one begins');
    is(scalar(grep { $_->[3] != ~0 } @second), 0, 'which has none');
    gnomon(60, 'export', $directory, '--to', 'folded', '-o', scratch('reuse.folded'));
    my %samples = (First => 0, Second => 0);
    for my $line (split /\n/, slurp(scratch('reuse.folded'))) { $samples{$1} += $2 if $line =~ /;(First|Second)\.(?:burn|work)\(.* (\d+)$/ }
    cmp_ok($samples{$_}, ">", 50e6, "samples name $_: 50 ms of them at least") for sort keys %samples;
    my %timed = map { ("$_->{class}.$_->{method}" => $_->{count}) } @{ report($directory)->{methods} };
    cmp_ok($timed{"$_.burn"} // 0, '>', 0, "$_.burn has figures of its own") for 'First', 'Second';
}

# Ten classes in each loader; every thousandth says what is in use, which must not grow.
my $loaders = $ENV{SOAK_LOADERS} // 1000;
for my $machine (@machines) {
    my $count = $machine eq 'qemu' && !$ENV{SOAK_LOADERS} ? 300 : $loaders;
    my ($status, $out, $err) = gnomon(7200, 'run', '-q', '--machine', $machine, '--heap', 64, '--timeout', 7000, '-Dgnomon.gc.verify=20', '-o', scratch("endless-$machine"), '-cp', $classes, 'Endless', '--', $count);
    is("$status $out$err", "0 all right: " . $count * 10 . " classes\n", "$machine: " . $count * 10 . " classes in $count loaders");
}

done_testing();
