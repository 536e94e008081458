#!/usr/bin/perl
# Instruments leave the code alone: with every method of a program timed, or traced, its translated code takes the ticks
# that it takes without, and the calls that are counted are those of a run in which nothing is inlined. The programs
# inline through loops that are unrolled, recursion, dispatched calls, exceptions and objects that are taken apart.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Ledger;
use List::Util qw(sum0);
use Test::More;

cannot(
    cpus4 => 'a run is compared with another one, tick by tick',
    stress => 'a collector that works all the time is in the figures that are compared',
);
my $classes = compile('observed', 'tests/java/Observed.java');

# [report, raw region, what was printed] of a run.
sub observe {
    my ($label, @options) = @_;
    my @arguments = $label =~ /null/ ? ('--', 'null') : ();
    my ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '-o', scratch($label), '-cp', $classes, 'Observed', @arguments);
    is($status, 0, "$label: ends well") or diag $err;
    return (report(scratch($label)), region(scratch($label)), $out);
}

sub code_ticks { return account($_[0], 'translated code', 'ticks') }

# {method => calls} of the program's own.
sub calls { return {map { ($_->{label} => $_->{count}) } grep { $_->{class} =~ /^Observed/ } @{$_[0]->{methods}}} }

my ($plain, undef, $printed) = observe('plain', '--deterministic');
my ($apart) = observe('apart', '--deterministic', '--time', 'Observed*.*', '--no-inline', 'Observed*.*');
my ($timed, $region, $timed_printed) = observe('timed', '--deterministic', '--time', 'Observed*.*');
is($timed_printed, $printed, 'timed: it does what it does without');
check_total($region, 'timed');
check_threads($region, 'timed');
is((gnomon(60, 'check', scratch('timed')))[0], 0, 'timed: the recording hangs together');

# What the classes' initialisers, called from the kernel, cost more by their roots is some thousand ticks.
my $more = code_ticks($timed) - code_ticks($plain);
ok(abs $more <= 0.001 * code_ticks($plain) + 4000, sprintf 'timed: translated code takes %d ticks, %+d of those without', code_ticks($timed), $more);
cmp_ok(code_ticks($apart), '>', 1.2 * code_ticks($plain), 'with nothing inlined it takes more by far');
is_deeply(calls($timed), calls($apart), 'timed: each call is counted, called or inlined');
my %inlined = map { ($_->{method} => $_->{inlined}) } grep { $_->{class} eq 'Observed' } @{$timed->{methods}};
cmp_ok($inlined{$_}, '>', 0, "$_ was inlined, in $inlined{$_} calls") for qw(add get pick isLarge area fails);
is(sum0(map { $_->{inlined} } @{$apart->{methods}}), 0, 'and nothing where that was forbidden');
my ($get) = grep { $_->{method} eq 'get' } @{$timed->{methods}};
is(sprintf('%.3f', $get->{cpu_excl_ns} / $get->{count}), '1.000', 'what returns a field takes the one instruction that it is');
my ($fails) = grep { $_->{method} eq 'fails' } @{$timed->{methods}};
is($fails->{exceptions}, 1000, 'exits by exception are counted, also of inlined bodies');

# Traced: as many entries as calls, each with its exit; none of a call on null.
my ($apart_null) = observe('apart, null', '--deterministic', '--time', 'Observed*.*', '--no-inline', 'Observed*.*');
my ($plain_null) = observe('plain, null', '--deterministic');
my ($traced, $trace) = observe('traced, null', '--deterministic', '--trace', 'Observed*.*', '--log-size', 512);
my %seen;
$seen{$_->{event} // ''}++ for events($trace);
my $calls = sum0(values %{calls($apart_null)});
is($seen{method_enter}, $calls, 'traced: each call has its entry');
is($seen{method_leave} + ($seen{method_unwind} // 0), $calls, 'and its exit');
is(sum0(map { $_->{count} } @{$traced->{lost}}), 0, 'none is lost');
$more = code_ticks($traced) - code_ticks($plain_null);
# Each new packet of the log, one for some 250 records, takes some 30 ticks that are not charged to the log.
ok(abs $more <= 0.001 * code_ticks($plain_null) + 4000 + 0.15 * 2 * $calls, sprintf 'traced: translated code takes %d ticks, %+d of those without', code_ticks($traced), $more);

# The same on Linux, in real time, with several processors.
for my $cpus (1, 4) {
    my ($report, undef, $out) = observe("linux-$cpus", '--machine', 'linux', '--cpus', $cpus, '--time', 'Observed*.*');
    is($out, $printed, "on Linux, $cpus processors: it does what it does without");
    is_deeply(calls($report), calls($apart), "on Linux, $cpus processors: and calls what it calls");
}

done_testing();
