#!/usr/bin/perl
# Where did the time go? The ledger closes: its accounts add up to the whole run, and each thread's running time is what its methods, its instruments
# and what was taken from it add up to. Both are worked out here from the region's raw integers. And a program of known parts, which times each by
# itself, finds each in the account and in the method that it belongs to.
use strict;
use warnings;
use FindBin;
use List::Util qw(first sum0);
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my %part_account = (busy => ['translated code'], asleep => ['idle'], allocating => ['translated code', 'collector'], logging => ['translated code', 'instruments']);
my @parts = qw(busy asleep allocating logging);
my %calls = (busy => 100, asleep => 50, allocating => 300, logging => 200);
my $classes = compile('parts', 'tests/java/Parts.java');
my $threads = compile('repeat', 'tests/java/Repeat.java');

# Returns what the program printed: {part => nanoseconds}.
sub run_program {
    my ($directory, $options, $path, $main, @arguments) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', @$options, '-o', $directory, '-cp', "$path:" . build('gnomon.jar'), $main, '--', @arguments);
    is($status, 0, "$main @arguments (@$options) ends well") or BAIL_OUT($err);
    return {map { /^(\S+) (\S+)$/ ? ($1, $2) : () } split /\n/, $out};
}

sub ledger { return {map { $_->{name} => $_->{ticks} } @{report($_[0])->{ledger}}} }

sub within {
    my ($got, $expected, $percent, $name) = @_;
    my $off = $expected ? 100 * abs($got - $expected) / $expected : 100;
    ok($off <= $percent, sprintf('%s: %.0f for %.0f, off by %.3f %%, at most %s %%', $name, $got, $expected, $off, $percent));
}

# ---- The checks of the design, in raw integers. Layouts: log/region.h.

sub word { my ($region, $at) = @_; return unpack 'q<', substr($region, $at, 8) }

# The accounts add up to the counter's way from the kernel's entry to its end, to the tick. Returns that.
sub check_total {
    my ($region, $label) = @_;
    my ($start, $end) = (word($region, 56), word($region, 64));
    my $ledger = first { $_->{id} == 9 } sections($region);
    my $sum = sum0(map { word($region, $ledger->{data} + 32 + 8 * $_) } 0 .. 14);
    is($sum, $end - $start, "$label: the accounts add up to the run, to the tick");
    is(word($region, $ledger->{data} + 32 + 8 * 14), 0, "$label: nothing is unobserved");
    return $end - $start;
}

# Ticks that are in no row: those of the activations that are open, the root among them.
sub open_ticks {
    my ($region, $number, $end, $instrument, $outside) = @_;
    for my $blocks (grep { $_->{id} == 6 } sections($region)) {
        for my $block (0 .. $blocks->{bytes} / (256 * 1024) - 1) {
            my $at = $blocks->{data} + $block * 256 * 1024;
            next if word($region, $at) != $number;
            my $first = $at + 64 + 1024 * 16;
            my $open = (word($region, $at + 8) - word($region, $at + 16)) / 64;
            my ($t0, $i0, $n0) = map { word($region, $first + $_) } 8, 16, 24;
            return $end - $t0 - ($instrument - $i0) - ($outside - $n0) - sum0(map { word($region, $first + 64 * $_ + 40) } 0 .. $open);
        }
    }
    return undef;
}

# Running ticks, as the scheduler counts them = exclusive ticks of the rows + what is untimed + instruments + stolen.
sub check_threads {
    my ($region, $label) = @_;
    my ($threads) = grep { $_->{id} == 7 } sections($region);
    my ($timing) = grep { $_->{id} == 4 } sections($region);
    my (%exclusive, $checked);
    for my $row (1 .. $timing->{used} - 1) {
        my $at = $timing->{data} + 384 * $row;
        $exclusive{unpack 'V', substr($region, $at + 80, 4)} += word($region, $at + 48);
    }
    for my $number (1 .. $threads->{used} - 1) {
        my $at = $threads->{data} + 320 * $number;
        my ($ended, $running, $instrument) = map { word($region, $at + $_) } 16, 24, 40;
        my @away = map { word($region, $at + 48 + 8 * $_) } 0 .. 15;
        my @stolen = map { word($region, $at + 176 + 8 * $_) } 0 .. 3;
        my $end = $ended || word($region, $at + 272) || word($region, 64);
        my $untimed = $ended ? word($region, $at + 240) : open_ticks($region, $number, $end, $instrument, sum0(@away) + sum0(@stolen));
        next if !defined $untimed;
        is(($exclusive{$number} // 0) + $untimed + $instrument + sum0(@stolen), $running, "$label: the ticks of thread $number, to the tick");
        $checked++;
    }
    cmp_ok($checked, '>=', 4, "$label: $checked threads");
}

# The accounts in nanoseconds, by the counter's rate as it was measured at boot, against what the operating system's clock said from the first
# anchor to the last.
sub check_clock {
    my ($region, $ticks, $label) = @_;
    my $ns = $ticks * 1e9 / word($region, 88);
    my ($anchors) = grep { $_->{id} == 1 } sections($region);
    my ($first, $last) = map { $anchors->{data} + 32 * $_ } 0, $anchors->{used} - 1;
    my $between = word($region, $last) - word($region, $first);
    cmp_ok($between, '>', $ticks / 2, "$label: anchors span the run");
    within($ns * $between / $ticks, word($region, $last + 8) - word($region, $first + 8), 0.1, "$label: the accounts in nanoseconds, by the operating system's clock");
}

for my $case (['three threads', $threads, 'Repeat'], ['parts', $classes, 'Parts', (20) x @parts]) {
    my ($label, $path, $main, @arguments) = @$case;
    for my $machine (['--deterministic'], ['--machine', 'linux']) {
        my $directory = scratch("closing-$main-$machine->[-1]");
        run_program($directory, [@$machine, '--time', '**', '--sample', 500, '--events', 'all'], $path, $main, @arguments);
        my $region = region($directory);
        my $ticks = check_total($region, "$label, @$machine");
        check_threads($region, "$label, @$machine");
        my $report = report($directory);
        is($report->{elapsed_ticks}, $ticks, "$label, @$machine: the report's total is the same");
        check_clock($region, $ticks, "$label, @$machine") if $main eq 'Parts' && $machine->[0] eq '--machine';
    }
}

# ---- Known parts, by account: what each adds to a run that has none

my $none = scratch('none');
run_program($none, ['--deterministic'], $classes, 'Parts', (0) x @parts);
my $without = ledger($none);
for my $part (@parts) {
    my $directory = scratch("only-$part");
    my $printed = run_program($directory, ['--deterministic'], $classes, 'Parts', map { $_ eq $part ? $calls{$part} : 0 } @parts);
    my $with = ledger($directory);
    within(sum0(map { $with->{$_} - $without->{$_} } @{$part_account{$part}}), $printed->{$part}, 1, "$part adds to " . join ' and ', @{$part_account{$part}});
}

# ---- Instruments show in their own line only: the others are those of the run without them. What keeps them from being equal to the tick, and is
# not the instruments' line's: the translation of the probes themselves, where a timer interrupt strikes, and options that are longer to read.

my $timed = scratch('three-timed');
run_program($timed, ['--deterministic', '--time', 'Parts.busy', '--time', 'Parts.allocating', '--time', 'Parts.logging'], $classes, 'Parts', (1) x @parts);
my $plain = scratch('none-timed');
run_program($plain, ['--deterministic'], $classes, 'Parts', (1) x @parts);
my ($with_probes, $without_probes) = (ledger($timed), ledger($plain));
cmp_ok($with_probes->{instruments}, '>', $without_probes->{instruments}, 'instruments take time');
for my $account ('firmware and boot', 'translated code', 'natives', 'translator', 'linking', 'scheduler', 'idle') {
    my ($with, $without) = ($with_probes->{$account}, $without_probes->{$account});
    ok(abs($with - $without) <= 0.001 * $without + 100, "$account: $with with probes, $without without; to 0.1 % and 100 ticks");
}

# ---- Known parts, by method: what the probes say, and what the program's own clock says

for my $machine (['--deterministic'], ['--machine', 'linux']) {
    my $directory = scratch("timed-$machine->[-1]");
    my $printed = run_program($directory, [@$machine, '--time', 'Parts.*'], $classes, 'Parts', map { $calls{$_} } @parts);
    my $report = report($directory);
    for my $part (@parts) {
        my $edge = first { $_->{caller} =~ /^Parts\.measure\u$part\b/ && $_->{callee} =~ /^Parts\.$part\b/ } @{$report->{edges}};
        ok($edge && $edge->{count} == $calls{$part}, "$part, @$machine: its calls were counted") or next;
        next if $part eq 'logging';  # its records are taken out of its time: see the accounts
        within($edge->{elapsed_incl_ns}, $printed->{$part}, 1, "$part, @$machine: elapsed time");
        my $stolen = $part eq 'allocating' ? (first { $_->{name} eq 'collector' } @{$report->{ledger}})->{ns} : 0;
        within($edge->{cpu_incl_ns} + $stolen, $printed->{$part}, 1, "$part, @$machine: CPU time, and the collector's") if $part ne 'asleep' && $machine->[0] eq '--deterministic';
    }
    my $idle = first { $_->{name} eq 'idle' } @{$report->{ledger}};
    within($idle->{ns}, $printed->{sleeps}, 1, "@$machine: idle while asleep");
}

done_testing();
