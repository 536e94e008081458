#!/usr/bin/perl
# Counters of the host by thread, and at samples. Those of Linux's software are there everywhere: a program that touches a known number of pages has so many page
# faults, its task clock is the time that Linux charged. What a machine does not have is refused in one line.
use strict;
use warnings;
use FindBin;
use List::Util qw(first sum0);
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = compile('counters', 'tests/java/Counters.java');

sub counted {
    my ($label, @options) = @_;
    my $directory = scratch($label =~ tr/ /-/r);
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--machine', 'linux', @options, '-cp', $classes, 'Counters');
    is($status, 0, "$label: the run ends well") or BAIL_OUT($err);
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
my %faults = map { ($_->{name} => $_->{value}) } @{$counter{'page-faults'}{threads}};
cmp_ok($faults{toucher} // 0, '>=', 3 * ($faults{spinner} // 0) + 1, "page-faults: who touches memory has them ($faults{toucher}), who counts in a register has not (@{[$faults{spinner} // 0]})");
my @events = grep { $_->{event} && $_->{event} eq 'counters' } events(region($directory));
my @samples = grep { $_->{event} && $_->{event} eq 'sample' } events(region($directory));
is(scalar @events, 3 * @samples, 'each sample has the value of each');
my ($last, $back) = (0, 0);
for my $event (grep { $_->{fields}{counter} == 6 } @events) {
    $back++ if $event->{fields}{value} < $last;
    $last = $event->{fields}{value};
}
is($back, 0, 'which never runs back');
like((gnomon(60, 'report', $directory))[1], qr/^ +page-faults +task-clock +context-switches  Thread\n.*  all\n/m, 'the report has a table of them');

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
