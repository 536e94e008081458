#!/usr/bin/perl
# Elapsed times against truth (accuracy.t has CPU times). In deterministic runs a program that sleeps, waits, parks, is
# kept out of a monitor (tests/java/Elapsed.java) is run twice, for 20 and for 50 ms a time: per call, 30 ms lie
# between, no CPU time, and nothing in what is exclusive to the caller. A method that works while another thread does
# takes, in elapsed time, what the program itself reads from the clock, in CPU time what it takes alone. On Linux, in
# real time: no less than was slept, no more than the host saw pass. A call through a portal takes the instructions of
# the service, neither more nor less.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

cannot(
    cpus4 => "the times of accounts add up to the run's on one processor only",
    stress => 'a collector that works all the time bends the figures that this file knows',
);
my $classes = compile('elapsed', 'tests/java/Elapsed.java');

# {method => its figures}, what the program printed, and how many seconds the host saw pass.
sub measure {
    my ($label, $machine, @arguments) = @_;
    my $start = clock_gettime(CLOCK_MONOTONIC);
    my ($status, $out, $err) = gnomon(120, 'run', '-q', @$machine, '--time', 'Elapsed.*', '--time', '!Elapsed.lambda*', '-o', scratch($label), '-cp', $classes, 'Elapsed', '--', @arguments);
    my $seconds = clock_gettime(CLOCK_MONOTONIC) - $start;
    is($status, 0, "$label: the run ends well") or diag $err;
    my %methods = map { ($_->{method} => $_) } grep { $_->{class} eq 'Elapsed' } @{report(scratch($label))->{methods}};
    return (\%methods, $out, $seconds);
}

sub near {
    my ($got, $expected, $tolerance, $name) = @_;
    ok(abs($got - $expected) <= $tolerance, sprintf '%s: %.1f for %.1f, at most %.1f off', $name, $got, $expected, $tolerance);
}

# ---- Deterministic

my $calls = 20;
my ($short) = measure('20 ms', ['--deterministic'], $calls, 20);
my ($long) = measure('50 ms', ['--deterministic'], $calls, 50);
# How many of the waits are in one call, inclusive and exclusive.
my %waits = (sleeps => [1, 1], waits => [1, 1], parks => [1, 1], all => [3, 0], blocks => [1, 1], hold => [1, 1], contends => [1, 0], joins => [0, 0]);
for my $method (sort keys %waits) {
    my ($less, $more) = ($short->{$method}, $long->{$method});
    is("$less->{count} $more->{count}", "$calls $calls", "$method: calls");
    my %per_call = map { ($_ => ($more->{$_} - $less->{$_}) / $calls) } qw(elapsed_incl_ns elapsed_excl_ns cpu_incl_ns);
    # A wait ends at the first look at the clock behind its end, so some instructions more or less.
    near($per_call{elapsed_incl_ns}, 30_000_000 * $waits{$method}[0], 100, "$method: 30 ms more, in elapsed time");
    near($per_call{elapsed_excl_ns}, 30_000_000 * $waits{$method}[1], 100, "$method: exclusive");
    near($per_call{cpu_incl_ns}, 0, 100, "$method: none of it in CPU time");
    my $least = $calls * 20_000_000 * $waits{$method}[0];
    # What the call does besides: the thread switches, and of the first call what is loaded and translated for it.
    ok($less->{elapsed_incl_ns} >= $least && $less->{elapsed_incl_ns} <= $least + 40_000_000, "$method: $less->{elapsed_incl_ns} ns in all, of which $least were waited")
        if $method !~ /contends|joins/;
}

my ($shared, $words) = measure('shared', ['--deterministic'], 1, 1, 'shares');
my %clock = $words =~ /^(shared|alone) (\d+)$/mg;
# The program's readings stand outside the call: two calls of nanoTime, 0.1 ms at most with what is linked for them.
near($shared->{spins}{elapsed_incl_ns}, $clock{shared} + $clock{alone}, 100_000, 'beside another thread: elapsed as by the clock');
near($shared->{spins}{cpu_incl_ns}, 2 * $clock{alone}, 100_000, 'beside another thread: CPU as alone');
cmp_ok($clock{shared}, '>', 1.5 * $clock{alone}, 'beside another thread it takes longer by far');

# Through a portal, each method as it is when it is called: the shortest of 40 calls each way, of 100,000 and of 300,000
# turns, instruction by instruction.
my $through = compile('through', 'tests/domains/Through.java');
my ($status, $out, $err) = gnomon(120, 'run', '-q', '--deterministic', '--time', 'Through.*', '--time', 'Through$*.*', '--no-inline', 'Through.*', '--no-inline', 'Through$*.*', '-o', scratch('portal'), '-cp', $through . ':' . build('gnomon.jar'), 'Through');
is($status, 0, 'through a portal: the run ends well') or diag $err;
my %least = map { ("$_->{method} [$_->{domain}]" => $_) } grep { $_->{class} =~ /^Through(\$Server)?$/ } @{report(scratch('portal'))->{methods}};
my %ns = map { ($_ => $least{$_}{min_ns}) } keys %least;
is($ns{'lengthy [there]'}, $ns{'ownLengthy [main]'}, 'through a portal: a service takes what the same takes here');
is($ns{'callLengthy [main]'} - $ns{'callBrief [main]'}, $ns{'ownLengthy [main]'} - $ns{'ownBrief [main]'}, 'through a portal: the caller waits for each instruction of it');
cmp_ok($ns{'ownLengthy [main]'} - $ns{'ownBrief [main]'}, '>=', 200_000, 'through a portal: which are some for each turn');
cmp_ok($least{'callLengthy [main]'}{cpu_incl_ns}, '<', 40 * 3000, 'through a portal: and none of it is the caller\'s CPU time');

# ---- Real time

my ($real, $printed, $seconds) = measure('real time', ['--machine', 'linux'], 3, 100, 'shares');
%clock = $printed =~ /^(shared|alone) (\d+)$/mg;
for my $method (qw(sleeps waits parks all hold contends)) {
    my $least = 3 * 100_000_000 * $waits{$method}[0];
    my $elapsed = $real->{$method}{elapsed_incl_ns};
    # The clock's rate is known to some ppm; how late a wait ends is the host's affair, so only what the host saw bounds
    # it.
    ok($elapsed >= 0.999 * $least && $elapsed <= 1e9 * $seconds, sprintf 'real time: %s: %.1f ms of the run\'s %.1f ms, %.1f ms waited', $method, $elapsed / 1e6, 1e3 * $seconds, $least / 1e6);
    ok($real->{$method}{cpu_incl_ns} <= $elapsed, "real time: $method: no more CPU time than elapsed time");
}
my $parts = $real->{all}{elapsed_excl_ns};
$parts += $real->{$_}{elapsed_incl_ns} for qw(sleeps waits parks);
near($real->{all}{elapsed_incl_ns}, $parts, 10, 'real time: a caller\'s time is its own and its callees\'');
ok($real->{spins}{elapsed_incl_ns} <= 1.001 * ($clock{shared} + $clock{alone}), 'real time: no more than the program sees by its clock');
ok($real->{main}{elapsed_incl_ns} >= 0.999 * (3 * 400_000_000 + $clock{shared} + $clock{alone}) && $real->{main}{elapsed_incl_ns} <= 1e9 * $seconds,
    sprintf 'real time: main takes %.1f ms, the run %.1f ms', $real->{main}{elapsed_incl_ns} / 1e6, 1e3 * $seconds);

done_testing();
