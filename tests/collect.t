#!/usr/bin/perl
# The collector. Collect.java prints what `java` prints in a heap that is much smaller than what it allocates, on both
# machines, and with the whole heap looked through after every collection. Programs of tests/java/ do the same on Linux
# with a collection at every allocation, the space left behind being taken away. The soak program of `make soak`, much
# shorter. SOAK_MIB and MACHINES choose how much it allocates, and where.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @machines = machines(3);
my $soak_mib = $ENV{SOAK_MIB} // 400;
my @stressed = ('A', 'B', 'Exceptions', 'Threads', 'Library');
my $classes = compile('collect', 'tests/java/Collect.java', 'tests/java/SoftRule.java', 'tests/java/Exhausted.java', 'tests/java/Verbose.java', map { glob "$FindBin::Bin/java/*/$_.java" } @stressed);
my $soak = compile('soak', 'tests/soak/Soak.java', 'tests/soak/Node.java');

sub collections { my ($directory) = @_; return (map { $_->{count} } grep { $_->{name} eq 'collection_begin' } @{report($directory)->{events}})[0] // 0 }

if (!$ENV{SOAK_MIB}) {
    my $expected = [run(120, 'java', '-Xmx64m', '-cp', $classes, 'Collect', '10', 'full')];
    my $hello = [java(60, $classes, 'B')];
    for my $machine (@machines) {
        runs_alike("Collect on $machine", $expected, '--machine', $machine, '--heap', '64', '-Dgnomon.gc.verify=' . ($machine eq 'linux' ? 1 : 20), '--events',
            'collection_begin', '-o', scratch("collect-$machine"), '-cp', $classes, 'Collect', '--', '10', 'full');
        cmp_ok(collections(scratch("collect-$machine")), '>', 30, "Collect on $machine: collections");
        my $report = report(scratch("collect-$machine"));
        my $sum = 0;
        $sum += $_->{ticks} for @{$report->{ledger}};
        is($sum, $report->{elapsed_ticks}, "Collect on $machine: the ledger closes");
        cmp_ok(account($report, 'collector', 'ticks'), '>', 0, "Collect on $machine: and the collector has its part in it");
        runs_alike("hello in 32 MiB on $machine", $hello, '--machine', $machine, '--heap', '32', '-o', scratch("hello-$machine"), '-cp', $classes, 'B');
    }
    runs_alike("Exhausted on $_", [0, "all right, and room for 10\n", ''], '--machine', $_, '--heap', '24', '-Dgnomon.gc.verify=100', '-o', scratch("exhausted-$_"), '-cp', $classes, 'Exhausted') for @machines;
    # HotSpot's rule for soft references has the free memory in it.
    my $soft = [run(60, 'java', '-XX:+UseSerialGC', '-Xmx32m', '-cp', $classes, 'SoftRule')];
    runs_alike("SoftRule on $_", $soft, '--machine', $_, '--heap', '32', '-o', scratch("soft-$_"), '-cp', $classes, 'SoftRule') for @machines;
    # What is told of collections, but for its numbers.
    my $verbose = [run(60, 'java', '-XX:+UseSerialGC', '-cp', $classes, 'Verbose')];
    s/\d+/N/g for $verbose->[1];
    for my $machine (@machines) {
        my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch("verbose-$machine"), '-cp', $classes, 'Verbose');
        is_deeply([$status, $out =~ s/\d+/N/gr, $err], $verbose, "Verbose on $machine");
        my $told = () = (gnomon(120, 'run', '-q', '--machine', $machine, '--heap', 32, '--events', 'collection_begin', '-o', scratch("verbose-$machine"), '-cp', $classes, 'Verbose', '--', 'more'))[1]
            =~ /^\[\d+\.\d{3}s\]\[info\]\[gc\] GC\(\d+\) Pause (?:Young \(Allocation Failure\)|Full \(System\.gc\(\)\)|Full \(Allocation Failure\)) \d+M->\d+M\(32M\) \d+\.\d{3}ms$/mg;
        cmp_ok($told, '>', 5, "Verbose on $machine: $told collections are told of");
        is($told, collections(scratch("verbose-$machine")) - 2, "Verbose on $machine: and all that there were meanwhile");
    }
    my @stress = ('--machine', 'linux', '-Dgnomon.gc.stress=1', '-Dgnomon.gc.protect=1', '-Dgnomon.gc.verify=1000');
    for my $program (@stressed) {
        my $expected_stressed = [java(60, $classes, $program, 'first', 'second argument')];
        runs_alike("$program under stress", $expected_stressed, @stress, '-o', scratch("stress-$program"), '-cp', $classes, $program, '--', 'first', 'second argument');
    }
    my $small = [java(60, $classes, 'Collect', '1')];
    runs_alike('Collect under stress', $small, @stress, '-Dgnomon.gc.stress=10', '-o', scratch('stress'), '-cp', $classes, 'Collect', '--', '1');
}
for my $machine (@machines) {
    my $mib = $machine eq 'qemu' && !$ENV{SOAK_MIB} ? 100 : $soak_mib;
    my $directory = scratch("soak-$machine");
    my ($status, $out, $err) = gnomon(7200, 'run', '-q', '--machine', $machine, '--heap', '64', '--timeout', '7000', '--events', 'collection_begin',
        '-Dgnomon.gc.verify=50', '-o', $directory, '-cp', $soak, 'Soak', '--', $mib);
    is("$status $out$err", "0 all right\n", "soak on $machine: $mib MiB allocated in a heap of 64 MiB");
    my $collections = collections($directory);
    cmp_ok($collections, '>=', $mib / 20.48, "soak on $machine: $collections collections");
}

done_testing();
