#!/usr/bin/perl
# All that a machine does, at once, on four processors: domains that start, call each other, are collected and end in
# every way, timers, locks, class loading (tests/soak/Mixed.java), while the host switches instruments by `gnomon ctl`:
# timing, tracing, allocation, samples, stacks, events, marks, a census, figures that begin again. Heaps are looked
# through every so often. At the end everything adds up, and the recording passes `gnomon check`. SOAK says for how long
# (20m, 90s; by default some seconds), MACHINES where, SEED by which chance, OPTIONS what `gnomon run` is told besides:
#     SOAK=20m MACHINES=qemu prove -v tests/mixed.t
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;
use Time::HiRes qw(sleep time);

my ($length, $unit) = ($ENV{SOAK} // '4s') =~ /^(\d+)([smh]?)$/ or die "SOAK: expected a number of seconds, or one with s, m or h, found $ENV{SOAK}\n";
my $wanted = $length * {s => 1, m => 60, h => 3600, '' => 1}->{$unit};
my $seed = $ENV{SEED} // seed();
my $classes = compile('mixed', map { "tests/soak/$_.java" } qw(Mixed Crowd Node));
srand $seed;

sub request {
    my @patterns = ('Mixed.*', 'Crowd.work', 'Crowd*.*', 'Node.verify', '**', 'java.util.concurrent.**', 'Mixed$BenchService.*', 'nothing.at.all');
    my $pattern = $patterns[rand @patterns];
    my @kinds = (['time', $pattern], ['no-time', '**'], ['trace', $pattern eq '**' ? 'Node.verify' : $pattern], ['no-trace', '**'], ['alloc', $pattern], ['no-alloc', '**'], ['sample', int rand 2000], ['sample-cpu', int rand 1000],
        ['stacks', 1 + int rand 60], ['events', 'thread,monitor,portal,domain,collection'], ['events', 'all'], ['events', 'none'], ['mark', 'mark ' . int rand 100], ['census'], ['clear'], ['clear']);
    return @{$kinds[rand @kinds]};
}

sub start {
    my ($machine, $directory, $seconds, $limit) = @_;
    my $child = fork // die "fork: $!\n";
    return $child if $child;
    open STDOUT, '>', "$directory.out" or die;
    open STDERR, '>', "$directory.err" or die;
    exec 'timeout', '-k', 5, $limit + 60, build('gnomon'), 'run', '--no-instruments', '-q', '--machine', $machine, '--cpus', 4, '--mem', 1024, '--heap', 96, '--timeout', $limit, '-Dgnomon.gc.verify=50', split(' ', $ENV{OPTIONS} // ''),
        '-o', $directory, '-cp', "$classes:" . build('gnomon.jar'), 'Mixed', '--', $seconds, $seed;
}

my $status;
sub has_ended {
    my ($child) = @_;
    return 0 if waitpid($child, 1) != $child;
    $status = $? & 127 ? -($? & 127) : $? >> 8;
    return 1;
}

for my $machine (machines()) {
    my $directory = scratch("mixed-$machine");
    my $is_short = $machine eq 'qemu' && !$ENV{SOAK}; # an emulated machine has just begun by then
    my $seconds = $is_short ? 2 * $wanted : $wanted;
    my $limit = 2 * $seconds + 300; # what has begun is done first, and an emulated machine takes its time
    my $child = start($machine, $directory, $seconds, $limit);
    my $begin = time;
    sleep 0.05 until (-e "$directory.out" && slurp("$directory.out") =~ /ready/) || time - $begin > 60;
    my ($asked, $done, %words) = (0, 0);
    undef $status;
    until (has_ended($child)) {
        my ($its_status, undef, $err) = gnomon(20, 'ctl', $directory, request());
        $asked++;
        $done++ if $its_status == 0;
        $words{$err =~ s/\d+/N/gr}++ if $its_status > 1;
        sleep rand($seconds > 60 ? 0.5 : 0.1);
    }
    my ($out, $err) = (slurp("$directory.out"), slurp("$directory.err"));
    is("$status $out", "0 ready\nall right\n", "$machine: all right after $seconds s, by chance $seed") or diag length $err > 8000 ? substr($err, 0, 4000) . "\n...\n" . substr($err, -4000) : $err;
    is_deeply(\%words, {}, "$machine: requests are done, or there is a reason why not");
    cmp_ok($done, '>', 0, "$machine: $done of $asked requests were done");
    my %done = $err =~ /(\w+) (\d+)/g;
    note $err;
    is(join(' ', grep { !$done{$_} } qw(started exited called timers crowd)), '', "$machine: there was work of every kind") if !$is_short;
    my ($checked, $found, $more) = gnomon(600, 'check', $directory);
    is($checked, 0, "$machine: the recording hangs together") or diag "$found$more";
}
done_testing;
