#!/usr/bin/perl
# Counters of the host by thread, and at samples. Those of Linux's software are there everywhere: a program that touches
# a known number of pages has so many page faults, its task clock is the time that Linux charged. What a machine does
# not have is refused in one line.
use strict;
use warnings;
use FindBin;
use List::Util qw(first sum0);
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my $classes = compile('counters', 'tests/java/Counters.java');

sub counted {
    my ($label, @options) = @_;
    my ($end) = grep { $options[$_] eq '--' } 0 .. $#options;
    my @arguments = defined $end ? splice @options, $end : ();
    my $directory = scratch($label =~ tr/ /-/r);
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--machine', 'linux', @options, '-cp', $classes, 'Counters', @arguments);
    is($status, 0, "$label: the run ends well") or die $err;
    return ($directory, report($directory));
}

my ($directory, $report) = counted('software', '--counters', 'page-faults,task-clock,context-switches', '--sample', 500);
my %counter = map { ($_->{name} => $_) } @{$report->{counters}};
is(join(' ', map { $_->{name} } @{$report->{counters}}), 'page-faults task-clock context-switches', 'the counters that were asked for, in this order');
for my $name (sort keys %counter) {
    is(sum0(map { $_->{value} } @{$counter{$name}{threads}}), $counter{$name}{total}, "$name: the threads add up to the whole");
}
my %clock = map { ($_->{name} => $_->{value}) } @{$counter{'task-clock'}{threads}};
my %thread = map { ($_->{name} => $_) } @{$report->{threads}};
cmp_ok($clock{main}, '>', 0, 'main has run');
for my $name ('spinner', 'toucher') {
    my $had = $thread{$name}{running_ns} - $thread{$name}{host_ns};
    cmp_ok($clock{$name}, '<', 1.1 * $thread{$name}{running_ns} + 2e6, "task-clock: $name has no more than it ran");
    cmp_ok($clock{$name}, '>', 0.5 * $had - 2e6, sprintf 'task-clock: %s has %.1f ms, of %.1f that it had the processor', $name, $clock{$name} / 1e6, $had / 1e6);
}
# The log's own pages count for the thread that touches them first: more, the longer it takes. The best run counts.
my %faults;
for (1 .. 4) {
    my ($kind) = grep { $_->{name} eq 'page-faults' } @{$report->{counters}};
    %faults = map { ($_->{name} => $_->{value}) } @{$kind->{threads}};
    last if ($faults{toucher} // 0) >= 3 * ($faults{spinner} // 0) + 1;
    ($directory, $report) = counted('software', '--counters', 'page-faults,task-clock,context-switches', '--sample', 500);
}
cmp_ok($faults{toucher} // 0, '>=', 3 * ($faults{spinner} // 0) + 1, "page-faults: who touches memory has them ($faults{toucher}), who counts in a register has not (@{[$faults{spinner} // 0]})");
my @events = grep { $_->{event} && $_->{event} eq 'counters' } events(region($directory));
my @samples = grep { $_->{event} && $_->{event} eq 'sample' } events(region($directory));
is(scalar @events, 3 * @samples, 'each sample has the value of each');
my ($back, %last) = (0);
for my $event (grep { $_->{fields}{counter} == 6 } @events) {
    $back++ if $event->{fields}{value} < ($last{$event->{stream}} // 0);
    $last{$event->{stream}} = $event->{fields}{value};
}
is($back, 0, 'which never runs back on any processor');
like((gnomon(60, 'report', $directory))[1], qr/^ +page-faults +task-clock +context-switches  Thread\n.*  all\n/m, 'the report has a table of them');

# ---- By timed method: what each counted, less what its probes did

{
    my ($timed, $its) = counted('timed', '--counters', 'page-faults,task-clock', '--time', 'Counters.*');
    my %of = map { my $kind = $_; ($kind->{name} => {map { ($_->{label} =~ /^Counters\.(\w+)/ ? ($1 => $_) : ()) } @{$kind->{methods}}}) } @{$its->{counters}};
    my %calls = map { ($_ => $of{'task-clock'}{$_}{calls}) } qw(spin touch tiny fails calls main);
    is_deeply(\%calls, {spin => 1, touch => 1, tiny => 1000, fails => 20, calls => 1, main => 1}, 'timed: each call is counted, and those that end by an exception');
    my %threads = map { my $kind = $_; ($kind->{name} => {map { ($_->{name} => $_->{value}) } @{$kind->{threads}}}) } @{$its->{counters}};
    my ($spin, $touch, $tiny) = ($of{'task-clock'}{spin}, $of{'page-faults'}{touch}, $of{'task-clock'}{tiny});
    cmp_ok($spin->{excl}, '<=', $threads{'task-clock'}{spinner} + $spin->{err}, "timed: spin has no more of the task clock than its thread, $spin->{excl} ns");
    cmp_ok($spin->{excl}, '>=', 0.8 * $threads{'task-clock'}{spinner}, 'timed: and nearly all of it');
    cmp_ok($touch->{excl}, '>=', 0.5 * $threads{'page-faults'}{toucher}, "timed: $touch->{excl} of the toucher's $threads{'page-faults'}{toucher} page faults are touch's");
    my ($clock) = grep { $_->{name} eq 'task-clock' } @{$its->{counters}};
    cmp_ok($clock->{pair}, '>', 100, "timed: what a pair of probes counts is known, $clock->{pair} ns");
    # Its probes count hundreds of ns a call; what timer interrupts take, some 40 us each here, counts for what they
    # strike.
    cmp_ok(abs $tiny->{excl}, '<=', 2 * $tiny->{err} + 100_000, "timed: a method that does nothing has $tiny->{excl} ± $tiny->{err} ns left in 1000 calls");
    is($of{'task-clock'}{fails}{incl} >= $of{'task-clock'}{fails}{excl} - $of{'task-clock'}{fails}{err}, 1, 'timed: inclusive is no less than exclusive');
    like((gnomon(60, 'report', $timed))[1], qr/^ +Calls +page-faults +task-clock  Method.*\n(?:.*\n)*? +1000 .*Counters\.tiny/m, 'timed: the report has a table of them');
    is((gnomon(60, 'check', $timed))[0], 0, 'timed: the recording hangs together');
    my %count = map { ($_->{method} => $_->{count}) } @{$its->{methods}};
    is("@count{qw(tiny fails)}", '1000 20', 'timed: timing goes on');
}

# ---- On several processors, each of which counts: threads have what they counted on any of them

{
    my ($several, $its) = counted('several', '--counters', 'page-faults,task-clock', '--time', 'Counters.*', '--cpus', 2, '--sample', 500, '--events', 'thread', '--', 'together');
    my %threads = map { my $kind = $_; ($kind->{name} => {map { ($_->{name} => $_->{value}) } @{$kind->{threads}}}) } @{$its->{counters}};
    my %of = map { my $kind = $_; ($kind->{name} => {map { ($_->{label} =~ /^Counters\.(\w+)/ ? ($1 => $_) : ()) } @{$kind->{methods}}}) } @{$its->{counters}};
    my %ran = map { ($_->{name} => $_) } @{$its->{threads}};
    for my $kind (@{$its->{counters}}) {
        is(sum0(map { $_->{value} } @{$kind->{threads}}), $kind->{total}, "several: $kind->{name}: the threads add up to the whole");
    }
    my %count = map { ($_ => $of{'task-clock'}{$_}{calls}) } qw(spin touch tiny fails calls);
    is_deeply(\%count, {spin => 2, touch => 2, tiny => 2000, fails => 40, calls => 2}, 'several: no call is lost');
    for my $name ('spinner', 'spinner 2') {
        my ($clock, $had) = ($threads{'task-clock'}{$name}, $ran{$name}{running_ns} - $ran{$name}{host_ns});
        cmp_ok($clock, '<', 1.1 * $ran{$name}{running_ns} + 2e6, "several: $name has no more of the task clock than it ran");
        cmp_ok($clock, '>', 0.5 * $had - 2e6, sprintf 'several: %s has %.1f ms, of %.1f that it had a processor', $name, $clock / 1e6, $had / 1e6);
    }
    my $both = sum0(map { $threads{'task-clock'}{$_} } 'spinner', 'spinner 2');
    my $spin = $of{'task-clock'}{spin};
    cmp_ok($spin->{excl}, '<=', $both + $spin->{err}, "several: spin has no more of the task clock than its threads, $spin->{excl} ns");
    cmp_ok($spin->{excl}, '>=', 0.8 * $both, "several: and nearly all of it, $both ns");
    my ($touch, $touched) = ($of{'page-faults'}{touch}{excl}, sum0(map { $threads{'page-faults'}{$_} } 'toucher', 'toucher 2'));
    cmp_ok($touched, '>', 0, "several: page-faults: who touches memory has some, $touched");
    cmp_ok($touch, '>=', 0.5 * $touched, "several: $touch of them are touch's");
    my %last;
    for my $event (grep { ($_->{event} // '') eq 'counters' } events(region($several))) { $last{$event->{fields}{counter}}++ }
    is($last{7}, $last{6}, 'several: each sample has the value of each');
    is((gnomon(60, 'check', $several))[0], 0, 'several: the recording hangs together');
}

my (undef, $plain) = counted('none', '--sample', 500);
ok(!$plain->{counters}, 'without the option there are none');

sub refused {
    my ($pattern, @options) = @_;
    my ($status, $out, $err) = gnomon(60, 'run', @options, '-cp', $classes, 'Counters');
    is($status, 2, "@options: refused");
    like($err, qr/\A[^\n]*$pattern[^\n]*\n\z/, "@options: in one line");
}
refused('found .smells', '--machine', 'linux', '--counters', 'page-faults,smells');
refused('expected --machine linux', '--counters', 'page-faults');
refused('the clock itself counts instructions', '--deterministic', '--counters', 'cycles');

# Hardware counters: there they count, or there is one line.
my ($status, $out, $err) = gnomon(60, 'run', '-q', '-o', scratch('hardware'), '--machine', 'linux', '--counters', 'instructions,cycles', '-cp', $classes, 'Counters');
if ($status == 2) {
    like($err, qr/\A[^\n]*this machine has no counter 'instructions'[^\n]*\n\z/, 'this machine has no hardware counters, and run says so');
} else {
    my ($instructions) = grep { $_->{name} eq 'instructions' } @{report(scratch('hardware'))->{counters}};
    cmp_ok($instructions->{total}, '>', 100_000_000, 'instructions are counted');
}

done_testing();
