#!/usr/bin/perl
# A crowd of threads on four processors, on both machines: locks, waits, interrupts, short-lived threads, class loading,
# collections, timeouts and pools, in an order that chance decides, and every sum is right in the end
# (tests/soak/Crowd.java). Every so often the whole heap is looked through. SOAK says for how long (20m, 90s; by default
# some seconds), MACHINES where, THREADS and CPUS how many, SEED by which chance, OPTIONS what `gnomon run` is told
# besides:
#     SOAK=20m MACHINES=linux prove -v tests/crowd.t
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my ($length, $unit) = ($ENV{SOAK} // '5s') =~ /^(\d+)([smh]?)$/ or die "SOAK: expected a number of seconds, or one with s, m or h, found $ENV{SOAK}\n";
my $seconds = $length * {s => 1, m => 60, h => 3600, '' => 1}->{$unit};
my ($threads, $cpus, $seed) = ($ENV{THREADS} // 64, $ENV{CPUS} // 4, $ENV{SEED} // seed());
my @kinds = qw(bank buffers atomics queues timeouts interrupt churn pools loading memory deep);
my $classes = compile('crowd', 'tests/soak/Crowd.java', 'tests/soak/Node.java');

for my $machine (machines(3)) {
    my $directory = scratch("crowd-$machine");
    my $limit = $seconds + 300; # what has begun is done first, and an emulated machine takes its time
    my ($status, $out, $err) = gnomon($limit + 60, 'run', '-q', '--machine', $machine, '--cpus', $cpus, '--heap', 96, '--timeout', $limit, '--events', 'collection', '-Dgnomon.gc.verify=50',
        split(' ', $ENV{OPTIONS} // ''), '-o', $directory, '-cp', $classes, 'Crowd', '--', $threads, $seconds, $seed);
    is("$status $out", "0 all right\n", "$machine: $threads threads on $cpus processors for $seconds s, by chance $seed") or diag $err;
    my %done = $err =~ /(\w+) (\d+)/g;
    note $err;
    my $is_short = $machine eq 'qemu' && !$ENV{SOAK}; # an emulated machine has just begun by then
    is(join(' ', grep { !$done{$_} } @kinds), '', "$machine: there was work of every kind") if !$is_short;
    my ($checked, undef, $words) = gnomon(300, 'check', $directory);
    is($checked, 0, "$machine: the recording hangs together") or diag $words;
    my $report = report($directory);
    my %events = map { ($_->{name} => $_->{count}) } @{$report->{events}};
    cmp_ok($events{collection_begin} // 0, '>', 0, "$machine: there were collections") if !$is_short;
    cmp_ok(scalar(@{$report->{processors}}), '==', $cpus, "$machine: all processors are in the report");
    is(join(' ', map { $_->{processor} } grep { !$_->{busy_ns} } @{$report->{processors}}), '', "$machine: and each has worked");
}

# ---- All of a crowd in the middle of a translation, on a machine with 512 MiB: each thread has methods of its own, and
# the first call of each comes at once

my $steps = join ' ', map { my $n = $_; "x = x * " . (2 * $n + 1) . " + (a[x & 7] ^ $n); if (x > $n) a[" . $n % 8 . '] = x;' } 1 .. 40;
my $one = sub {
    my ($n) = @_;
    return join '', map { "    static int step${n}_$_(int x, int[] a) { for (int i = 0; i < 3; i++) { $steps } return x + $n; }\n" } 1 .. 6;
};
my $begin = sub { my ($n) = @_; return "            new Thread(() -> begin(() -> { int[] a = new int[8]; " . join('', map { "sum.addAndGet(step${n}_$_($n, a)); " } 1 .. 6) . "}))" };
spill(scratch('AllAtOnce.java'), "import java.util.concurrent.atomic.*;\npublic class AllAtOnce {\n    static final AtomicLong sum = new AtomicLong();\n"
    . "    static volatile boolean go;\n    static void begin(Runnable run) { while (!go) Thread.onSpinWait(); run.run(); }\n"
    . join('', map { $one->($_) } 1 .. 60)
    . "    public static void main(String[] arguments) throws InterruptedException {\n        Thread[] threads = {\n" . join(",\n", map { $begin->($_) } 1 .. 60) . "};\n"
    . "        for (Thread thread : threads) thread.start();\n        go = true;\n        for (Thread thread : threads) thread.join();\n        System.out.println(sum);\n    }\n}\n");
my $at_once = compile('at_once', scratch('AllAtOnce.java'));
my (undef, $expected) = java(60, $at_once, 'AllAtOnce');
for my $machine (machines(3)) {
    my ($status, $out, $err) = gnomon(200, 'run', '-q', '--machine', $machine, '--cpus', $cpus, '--mem', 512, '-o', scratch("at_once-$machine"), '-cp', $at_once, 'AllAtOnce');
    is("$status $out", "0 $expected", "$machine: 60 threads that all translate") or diag substr $err, 0, 1000;
}
done_testing();
