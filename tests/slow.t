#!/usr/bin/perl
# `gnomon slow` against truth: a program that is slow in known ways (tests/java/Slow.java), each measured by itself with
# System.nanoTime, whose clock is the recording's. The kind of wait, the culprit and the part of the time are named, the
# parts add up, and what could not be known is said.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Cpanel::JSON::XS;
use List::Util qw(first max sum0);
use Test::More;

cannot(
    cpus4 => 'what a slow call waits for is known on one processor only',
    stress => 'a collector that works all the time bends the figures that this file knows',
);
my $classes = compile('slow', 'tests/java/Slow.java');
my @options = ('--time', 'Slow.by*', '--slow', 2, '--stacks', 24, '--no-inline', 'Slow.*', '-cp', $classes, 'Slow');

# By what a program prints: the method, the thread that is to blame, the class of the monitor, where the call and the
# culprit stood.
my %ways = (
    'preempted' => ['byPreemption', 'rival'],
    'monitor' => ['byMonitor', 'holder', 'Slow$Lock', 'Slow.byMonitor()', 'Slow.hold()'],
    'park' => ['byPark', 'waker', 'Slow$Lock', 'Slow.byPark()', 'Slow.wake(Thread)'],
    'wait' => ['byWait', 'teller', 'Slow$Lock', 'Slow.byWait()', 'Slow.tell()'],
    'collection' => ['byCollection', 'collector'],
    'class initialisers' => ['byLoading'],
    'translation' => ['byTranslation'],
    'sleep' => ['bySleep', undef, undef, 'Slow.bySleep()'],
    'ran' => ['bySpinning', 'main'],
);

sub slow {
    my ($directory, @more) = @_;
    my ($status, $out, $err) = gnomon(60, 'slow', $directory, '--format', 'json', @more);
    is("$status $err", '0 ', "gnomon slow @more");
    return decode_json($out);
}

sub names_of { my ($part, $stack) = @_; return map { $_->{method} } @{$part->{$stack} // []} }

# The part of the call that is of this kind, or all that is known of it: after a wait the thread may have to wait for
# the processor.
sub part_ns {
    my ($call, $kind) = @_;
    my %kinds = map { ($_ => 1) } $kind, $kind =~ /^(monitor|park|wait|sleep)$/ ? 'ready' : ();
    return sum0(map { $_->{ns} } grep { $kinds{$_->{kind}} } @{$call->{parts}});
}

sub check_way {
    my ($label, $call, $kind, $truth, $host) = @_;
    my (undef, $culprit, $class, $stood, $culprit_stood) = @{$ways{$kind}};
    my $by_host = $label ne 'deterministic' && $kind =~ /^(preempted|collection)$/;
    my ($part) = sort { $b->{ns} <=> $a->{ns} } grep { !$by_host || $_->{kind} eq $kind } @{$call->{parts}};
    my $ns = part_ns($call, $kind);
    is($part->{kind}, $kind, "$label, $kind: the most of it") if $kind ne 'translation';
    is($part->{thread_name}, $culprit, "$label, $kind: who is to blame") if defined $culprit || $kind eq 'sleep';
    is($part->{class}, $class, "$label, $kind: of which class") if $class;
    my ($own, $others) = ([names_of($part, 'stack')], [names_of($part, 'culprit_stack')]);
    ok((first { $_ eq $stood } @$own), "$label, $kind: where it stood: @$own[0 .. 1]") if $stood;
    ok((first { $_ eq $culprit_stood } @$others), "$label, $kind: where the culprit stood: @$others[0 .. 1]") if $culprit_stood;
    # The host takes time from whatever runs, and the program cannot tell that from what else it has lost.
    my $tolerance = $label eq 'deterministic' ? 0.01 : 0.05;
    if ($by_host) {
        ok($ns > 0 && $ns <= $truth * 1.05, "$label, $kind: $ns ns, of which the program misses $truth, with what the host took");
    } elsif ($kind ne 'translation') {
        cmp_ok(abs($ns - $truth), '<=', $truth * $tolerance + $host, "$label, $kind: $ns ns, by the program $truth");
    }
}

sub check_loading {
    my ($label, $call, $translation, $region) = @_;
    ok((first { $_ eq 'Slow$Loaded' } @{$call->{loaded}}), "$label: which class was loaded");
    ok((first { $_->{method} eq 'Slow$Loaded.<clinit>()' } @{$call->{translated}}), "$label: what was translated for it");
    ok((first { $_ eq 'java.time.format.DateTimeFormatter' } @{$translation->{loaded}}), "$label: and for a date");
    # What the translator measured itself is with the interrupts that struck it.
    my $spent = sum0(map { $_->{ns} } @{$translation->{translated}});
    my $part = part_ns($translation, 'translation');
    my $tolerance = $label eq 'deterministic' ? 0.01 : 0.25;
    ok($part > 0 && abs($part - $spent) <= $spent * $tolerance, "$label: $part ns of translation, by the translator $spent");
    my %kinds = map { ($_->{kind} => 1) } @{$translation->{parts}};
    ok($kinds{$_}, "$label: a date takes $_") for 'translation', 'linking', 'class loading', 'class initialisers';
}

for my $machine (['--deterministic'], ['--machine', 'linux']) {
    my $label = $machine->[-1] =~ s/^--//r;
    my $directory = scratch($label);
    my ($status, $out, $err) = gnomon(120, 'run', '-q', @$machine, '-o', $directory, @options);
    is($status, 0, "$label: the program") or diag $err;
    my %truth = $out =~ /^(\D+) (\d+)$/mg;
    is(join(', ', sort keys %truth), join(', ', sort keys %ways), "$label: tells of all ways");
    my $found = slow($directory);
    is_deeply($found->{missing_events}, [], "$label: no event is missing that could tell more");
    my %calls = map { ($_->{method} => $_) } @{$found->{calls}};
    my $host = account(report($directory), 'host');
    for my $kind (sort keys %ways) {
        my $call = $calls{$ways{$kind}[0]} // {parts => [], elapsed_ns => 0, unexplained_ns => 1};
        my $rest = $call->{elapsed_ns} - $call->{unexplained_ns} - sum0(map { $_->{ns} } @{$call->{parts}});
        cmp_ok(abs $rest, '<=', $label eq 'deterministic' ? 0 : scalar @{$call->{parts}}, "$label, $kind: the parts and what is not explained are all of it");
        # Nobody knows where in the call the host ran something else.
        cmp_ok(abs $call->{unexplained_ns}, '<=', $call->{elapsed_ns} * 0.01 + $host, "$label, $kind: not explained: $call->{unexplained_ns} of $call->{elapsed_ns} ns");
        check_way($label, $call, $kind, $truth{$kind}, $host);
    }
    check_loading($label, @calls{qw(byLoading byTranslation)});
    # The slowest is the method's maximum.
    for my $method (grep { $_->{class} eq 'Slow' } @{report($directory)->{methods}}) {
        is($method->{max_ns}, $calls{$method->{method}}{elapsed_ns}, "$label: $method->{method}: the slowest call is the longest");
    }
    my @chosen = @{slow($directory, 'Slow.byPark', 'Slow.byWait')->{calls}};
    is(join(' ', sort map { $_->{method} } @chosen), 'byPark byWait', "$label: by pattern");
    my $park = $calls{byPark};
    @chosen = @{slow($directory, '--from', ($park->{begin_ns} - 2) . 'ns', '--to', ($park->{end_ns} + 2) . 'ns')->{calls}};
    is(join(' ', map { $_->{method} } @chosen), 'byPark', "$label: by time");
    is($chosen[0]{parts}[0]{thread_name}, 'waker', "$label: explained by what the others did all the same");
}

# Events that are off, or overwritten, leave something unexplained, and it is said which and why.
my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--time', 'Slow.by*', '-o', scratch('off'), '-cp', $classes, 'Slow');
my $off = slow(scratch('off'));
ok((first { $_ eq 'thread_switch' } @{$off->{missing_events}}), 'events that are off are named');
my ($sleep) = grep { $_->{method} eq 'bySleep' } @{$off->{calls}};
cmp_ok($sleep->{unexplained_ns}, '>', 45_000_000, 'and what they would tell is not explained');
($status, $out, $err) = gnomon(60, 'slow', scratch('off'));
like($out, qr/^Not recorded, so what they would tell is not explained \(gnomon run --slow N\): .*thread_switch/m, 'in words as well');
like($out, qr/^Slow\.bySleep\(\)\n  \S+ ms ± \S+, from \S+ to \S+ ms, in thread 2 \(main\), processor 0, called by \(untimed\)$/m, 'and the call itself');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--log-size', 4, '--trace', 'java.lang.*.*', @options[0 .. 3], '-o', scratch('small'), '-cp', $classes, 'Slow');
my $small = slow(scratch('small'));
my ($first) = grep { $_->{method} eq 'byPreemption' } @{$small->{calls}};
ok($first->{overwritten}, 'events that were overwritten are missed');
ok((first { $_->{cause} =~ /overwritten/ } @{$small->{lost}}), 'and counted');

# What there is nothing to tell of.
($status, $out, $err) = gnomon(60, 'slow', scratch('off'), 'Slow.nothing');
like("$status $err", qr/^1 gnomon: .*expected timed or sampled methods that match/, 'a pattern that matches nothing');
($status, $out, $err) = gnomon(60, 'slow');
like("$status $err", qr/^2 gnomon: slow: expected one directory/, 'no directory');
($status, $out, $err) = gnomon(60, 'run', '--slow', 3, '-cp', $classes, 'Slow');
like("$status $err", qr/^2 gnomon: --slow: expected --time with it/, '--slow without --time');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--time', 'Slow.by*', '--slow', 0, '-o', scratch('none'), '-cp', $classes, 'Slow');
($status, $out, $err) = gnomon(60, 'slow', scratch('none'));
like("$status $err", qr/^1 gnomon: .*expected the slowest calls of timed methods, found none/, 'a run that keeps none');

done_testing();
