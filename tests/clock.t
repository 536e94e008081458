#!/usr/bin/perl
# Is there one clock? What a program reads as System.nanoTime and what a report says of an event's time must be the same
# thing, to the nanosecond, over seconds, on both machines, and with a counter that is not to be trusted. That clock
# must be right by the operating system's.
use strict;
use warnings;
use FindBin;
use List::Util qw(max min);
use Time::HiRes ();
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = scratch('classes');
mkdir $classes;
is((run(60, 'javac', '-d', $classes, '-cp', build('gnomon.jar'), 'tests/java/Clock.java'))[0], 0, 'Clock is compiled');

sub logged {
    my ($label, $rounds, $pause, @options) = @_;
    my $directory = scratch($label =~ tr/ /-/r);
    my ($status, $out, $err) = gnomon(300, 'run', '-o', $directory, @options, '-cp', "$classes:" . build('gnomon.jar'), 'Clock', '--', $rounds, $pause);
    is("$status $out", "0 $rounds\n", "$label: the run ends well, and its clock never runs back") or diag $err;
    return ($directory, $err);
}

# The program has read the clock before the event `before` and before `after`: the first's time lies in between.
sub is_one_clock {
    my ($label, $directory, $rounds) = @_;
    my ($status, $out, $err) = gnomon(60, 'query', $directory, "SELECT name, time_ns, value FROM events WHERE own = 1 ORDER BY time_ns");
    is($status, 0, "$label: query") or diag $err;
    my @rows = map { [split] } grep { /^(before|after) / } split /\n/, $out;
    is(scalar @rows, 2 * $rounds, "$label: all events are there");
    my ($bad, $widest, $least) = (0, 0, 1e18);
    for (my $i = 0; $i < @rows; $i += 2) {
        my ($time, $before, $after) = ($rows[$i][1], $rows[$i][2], $rows[$i + 1][2]);
        $bad++ if $rows[$i][0] ne 'before' || $time < $before - 1 || $time > $after + 1;
        $least = min($least, $after - $before);
    }
    is($bad, 0, "$label: each event has the time that the program could read there");
    cmp_ok($least, '<', 20_000, "$label: which says something: the narrowest two readings are $least ns apart");
    return $rows[-1][1] - $rows[0][1];
}

sub anchors {
    my ($directory) = @_;
    my $region = region($directory);
    my ($section) = grep { $_->{id} == 1 } sections($region);
    return map { [unpack 'Q<Q<q<Q<Q<Q<', substr $region, $section->{data} + 48 * $_, 48] } 0 .. $section->{used} - 1;
}

# From anchor to anchor the clock has no step, and it stays with the reference clock.
sub is_right {
    my ($label, $directory, $bound_ns) = @_;
    my @anchors = anchors($directory);
    my ($steps, $off) = (0, 0);
    for my $i (1 .. $#anchors) {
        my ($from, $to) = @anchors[$i - 1, $i];
        my $ns = $from->[4] + int(($to->[0] - $from->[0]) * ($from->[5] / 2**32));
        $steps++ if abs($ns - $to->[4]) > 2;
        $off = max($off, abs($to->[4] - $to->[1]) - $to->[3]);
    }
    is($steps, 0, "$label: no step at any of " . @anchors . ' anchors');
    cmp_ok($off, '<', $bound_ns, "$label: never further from the reference clock than its readings' error and $bound_ns ns");
    my $report = report($directory);
    cmp_ok($report->{clock}{time_err_ns}, '>=', $off, "$label: the report says how far");
    return $report;
}

my ($linux) = logged('linux', 300, 8, '--machine', 'linux');
my $length = is_one_clock('linux', $linux, 300);
cmp_ok($length, '>', 2e9, 'linux: over more than two seconds');
my $report = is_right('linux', $linux, 20_000);
is("$report->{clock}{trusted} $report->{clock}{reference}", '1 CLOCK_MONOTONIC', 'linux: by a counter that is trusted');

my ($qemu) = logged('qemu', 100, 2, '--machine', 'qemu');
is_one_clock('qemu', $qemu, 100);
my ($deterministic) = logged('deterministic', 100, 1, '--deterministic');
is_one_clock('deterministic', $deterministic, 100);

# ---- A counter that is not to be trusted

my ($untrusted, $said) = logged('untrusted', 100, 8, '--machine', 'linux', '-Dgnomon.clock.untrusted=1');
like($said, qr/counter is not constant: times follow CLOCK_MONOTONIC/, 'untrusted: run says so');
is_one_clock('untrusted', $untrusted, 100);
$report = is_right('untrusted', $untrusted, 100_000);
ok(!$report->{clock}{trusted}, 'untrusted: the recording is marked');
like((gnomon(60, 'report', $untrusted))[1], qr/^clock .*NOT\s+TRUSTED:\s+times\s+follow\s+CLOCK_MONOTONIC/m, 'untrusted: and so is the report');
cmp_ok(scalar anchors($untrusted), '>', 1.5 * grep({ $_->[1] < 900e6 } anchors($linux)), 'untrusted: it has more anchors');

done_testing();
