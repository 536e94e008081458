#!/usr/bin/perl
# Where did the time go? The ledger closes: its accounts add up to the whole run, and each thread's running time is what
# its methods, its instruments and what was taken from it add up to. Both are worked out here from the region's raw
# integers. And a program of known parts, which times each by itself, finds each in the account and in the method that
# it belongs to.
use strict;
use warnings;
use FindBin;
use List::Util qw(first sum0);
use lib "$FindBin::Bin/lib";
use Gnomon;
use Ledger;
use Test::More;

cannot(
    cpus4 => "the times of accounts add up to the run's on one processor only",
    stress => 'a collector that works all the time bends the figures that this file knows',
);
my %part_account = (busy => ['translated code'], asleep => ['idle'], allocating => ['translated code', 'collector'], logging => ['translated code', 'instruments']);
my @parts = qw(busy asleep allocating logging);
my %calls = (busy => 100, asleep => 50, allocating => 300, logging => 200);
my $classes = compile('parts', 'tests/java/Parts.java');
my $threads = compile('repeat', 'tests/java/Repeat.java');

# Returns what the program printed: {part => nanoseconds}.
sub run_program {
    my ($directory, $options, $path, $main, @arguments) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', @$options, '-o', $directory, '-cp', "$path:" . build('gnomon.jar'), $main, '--', @arguments);
    is($status, 0, "$main @arguments (@$options) ends well") or die $err;
    return {map { /^(\S+) (\S+)$/ ? ($1, $2) : () } split /\n/, $out};
}

sub ledger { return {map { $_->{name} => $_->{ticks} } @{report($_[0])->{ledger}}} }

sub percent_off { my ($got, $expected) = @_; return $expected ? 100 * abs($got - $expected) / $expected : 100 }

sub within {
    my ($got, $expected, $percent, $name) = @_;
    my $off = percent_off($got, $expected);
    ok($off <= $percent, sprintf('%s: %.0f for %.0f, off by %.3f %%, at most %s %%', $name, $got, $expected, $off, $percent));
}

# What was found, with as much of what is missing as the host has taken in all.
sub but_for {
    my ($got, $expected, $host) = @_;
    my $missing = $expected - $got;
    return $got + ($missing < 0 ? 0 : $missing < $host ? $missing : $host);
}

# ---- The checks of the design, in raw integers: lib/Ledger.pm

# The accounts in nanoseconds, by the counter's rate as it was measured at boot, against what the operating system's
# clock said from the first anchor to the last.
sub check_clock {
    my ($region, $ticks, $label) = @_;
    my $ns = $ticks * 1e9 / word($region, 88);
    my ($anchors) = grep { $_->{id} == 1 } sections($region);
    my ($first, $last) = map { $anchors->{data} + 48 * $_ } 0, $anchors->{used} - 1;
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
        for my $account (grep { $_->{parts} } @{$report->{ledger}}) {
            is(sum0(map { $_->{ticks} } @{$account->{parts}}), $account->{ticks}, "$label, @$machine: $account->{name}: its parts add up to it");
            is_deeply([grep { $_->{ticks} < 0 } @{$account->{parts}}], [], "$label, @$machine: $account->{name}: and none is negative") if $machine->[0] eq '--deterministic';
            my $counts = $machine->[0] eq '--deterministic';
            my $is_wrong = !$counts ? sub { !$_[0] } : $account->{name} eq 'natives' ? sub { $_[0] } : sub { 0 };
            my @without = grep { $_->{ticks} && (!defined $_->{err_ns} || $is_wrong->($_->{err_ns})) } @{$account->{parts}};
            is_deeply(\@without, [], "$label, @$machine: $account->{name}: each has an error, natives none where a tick is an instruction");
        }
        my ($table) = (gnomon(60, 'report', $directory))[1] =~ /^Where the time went.*\n((?:  .*\n)*)/m;
        my $polls = qr/^  longest without a poll +\d+\.\d{6} ms, by \S.* in \S/m;
        is($table =~ $polls ? 1 : 0, $machine->[0] eq '--deterministic' ? 1 : 0, "$label, @$machine: the longest time without a poll is measured in deterministic runs");
        is_deeply([grep { !/^  {1,3}(?:  )?\S?.* ±\d|^  total / && !/$polls/ } split /\n(?!      )/, $table], [], "$label, @$machine: so has each line of the table");
        is_deeply([grep { !defined $_->{min_err_ns} || !defined $_->{max_err_ns} } @{$report->{methods}}], [], "$label, @$machine: and the shortest and the longest call");
        is_deeply([grep { !defined $_->{err_ns} } @{$report->{collections}}], [], "$label, @$machine: and each collection");
        like((gnomon(60, 'report', $directory))[1], qr/Thread \(times in ms; ±\d+\.\d{6} where nothing is said\)/, "$label, @$machine: and what threads took");
        next if $main ne 'Parts';
        my ($sleep) = grep { $_->{name} eq 'java.lang.Thread.sleep(long)' } @{account($report, 'natives', 'parts')};
        cmp_ok($sleep->{calls}, ">=", $arguments[1], "$label, @$machine: a native has its calls");
        cmp_ok($sleep->{calls}, "<=", $arguments[1] + 2, "$label, @$machine: and no more");
        check_clock($region, $ticks, "$label, @$machine") if $main eq 'Parts' && $machine->[0] eq '--machine';
    }
}

# ---- On Linux: what the host took. Others keep its processors busy, so the process waits for them; what it had of them
# is what Linux charged it.

my @others = keep_busy(4);
{
    my $before = (times)[2] + (times)[3];
    my $directory = scratch('host');
    run_program($directory, ['--machine', 'linux'], $classes, 'Parts', 400, 20, 0, 0);
    my $charged = (times)[2] + (times)[3] - $before;
    my ($accounts, $report) = (ledger($directory), report($directory));
    my $seconds = sub { return $_[0] / $report->{clock}{hz} };
    my $left = $seconds->($report->{elapsed_ticks} - $accounts->{host} - $accounts->{idle});
    cmp_ok($seconds->($accounts->{host}), '>', 0.1 * $left, sprintf 'the host took %.2f s of %.2f', map { $seconds->($_) } $accounts->{host}, $report->{elapsed_ticks});
    # What the host took in the middle of an interrupt or of a calibration stays in their accounts.
    ok($left < $charged + 0.1 * $seconds->($accounts->{host}) && $left > $charged - 0.7, sprintf 'what is left, %.2f s, is what Linux charged, %.2f s with the tool\'s own', $left, $charged);
    # What it took may have been charged to an interrupt before it was known.
    ok(!(grep { $_ < -0.1 * $accounts->{host} } values %$accounts), 'no account is below zero by more than a tenth of what the host took');
}
# Which thread it was taken from is known; where in it is not, and is in the error of every figure that it may be in.
{
    my $directory = scratch('host-timed');
    run_program($directory, ['--machine', 'linux', '--time', 'Parts.*'], $classes, 'Parts', 400, 0, 0, 0);
    my $report = report($directory);
    my $host = account($report, 'host');
    my $of_threads = sum0(map { $_->{host_ns} } @{$report->{threads}});
    cmp_ok($host, '>', 0, sprintf 'the host took %.3f s', $host / 1e9);
    cmp_ok($of_threads, '<=', $host + 1000, 'what it took from threads is a part of that');
    cmp_ok($of_threads, '>=', 0.5 * $host, 'the larger one');
    my $busy = first { $_->{method} eq 'busy' } @{$report->{methods}};
    my $main = first { $_->{name} eq 'main' } @{$report->{threads}};
    my $most = $main->{host_ns} < $busy->{cpu_excl_ns} ? $main->{host_ns} : $busy->{cpu_excl_ns};
    cmp_ok($busy->{err_excl_ns}, '>=', 0.9 * $most, sprintf 'the error of a method there, %.3f s, covers what main lost, %.3f s', $busy->{err_excl_ns} / 1e9, $main->{host_ns} / 1e9);
    cmp_ok($busy->{elapsed_err_excl_ns}, '<', $busy->{err_excl_ns}, 'elapsed time is known better');
}
kill KILL => @others;
waitpid $_, 0 for @others;

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

# ---- Instruments show in their own line only: the others are those of the run without them. What keeps them from being
# equal to the tick, and is not the instruments' line's: the translation of the probes themselves, where a timer
# interrupt strikes (a method that then begins before what its kept translation takes for granted is translated anew; a
# processor that idles looks once more what there is to do), and options that are longer to read.

my $timed = scratch('three-timed');
run_program($timed, ['--deterministic', '--time', 'Parts.busy', '--time', 'Parts.allocating', '--time', 'Parts.logging'], $classes, 'Parts', (1) x @parts);
my $plain = scratch('none-timed');
run_program($plain, ['--deterministic'], $classes, 'Parts', (1) x @parts);
my ($with_probes, $without_probes) = (ledger($timed), ledger($plain));
cmp_ok($with_probes->{instruments}, '>', $without_probes->{instruments}, 'instruments take time');
# Classes that a method names are loaded when it is translated or when it is linked, in the account of whichever comes
# first: those two are taken together.
for my $accounts (['firmware and boot'], ['translated code'], ['natives'], ['translator', 'linking'], ['scheduler'], ['idle']) {
    my ($with, $without) = map { my $ledger = $_; sum0(@$ledger{@$accounts}) } $with_probes, $without_probes;
    my $options = {'firmware and boot' => 15_000, 'translated code' => 6_000, 'translator' => 400_000, scheduler => 200}->{$accounts->[0]} // 0;  # to read three patterns more, and to look for options behind them, as the launcher does; a method or two to translate
    ok(abs($with - $without) <= 0.001 * $without + 100 + $options, join(' and ', @$accounts) . ": $with with probes, $without without; to 0.1 % and " . (100 + $options) . ' ticks');
}

# With every method timed none is inlined (a native that walks the stack has more to walk), so none is in what it is
# compared with. All probes are translated, and EventLog.record is a call: of what is left, again.
my $every = scratch('every-timed');
run_program($every, ['--deterministic', '--time', '**'], $classes, 'Parts', (1) x @parts);
my $apart = scratch('none-inlined');
run_program($apart, ['--deterministic', '--no-inline', '**'], $classes, 'Parts', (1) x @parts);
my ($with_all, $none_inlined) = (ledger($every), ledger($apart));
for my $account ('firmware and boot', 'natives', 'scheduler', 'idle') {
    my ($with, $without) = ($with_all->{$account}, $none_inlined->{$account});
    ok(abs($with - $without) <= 0.001 * $without + 1000, "$account: $with with every method timed, $without without; to 0.1 % and 1000 ticks");
}
note sprintf '%s: %d with every method timed, %d without', $_, $with_all->{$_}, $none_inlined->{$_} for 'translated code', 'translator', 'linking';

# ---- Known parts, by method: what the probes say, and what the program's own clock says

# What a run with every part timed found beside what it should have: {what => [found, expected, percent at most]}.
sub timed_parts {
    my ($directory, $calls, @machine) = @_;
    my $printed = run_program($directory, [@machine, '--time', 'Parts.*'], $classes, 'Parts', @$calls{@parts});
    my $report = report($directory);
    my ($idle, $host, $interrupts, $collector) = map { account($report, $_) } 'idle', 'host', 'interrupts', 'collector';
    # A sleep ends when its host lets the process run again; until then it is the host's time. What interrupts take of a
    # sleep is theirs.
    my %found = ('idle while asleep, but for what the host and interrupts took' => [but_for($idle, $printed->{sleeps}, $host + $interrupts), $printed->{sleeps}, 1]);
    for my $part (@parts) {
        my $edge = first { $_->{caller} =~ /^Parts\.measure\u$part\b/ && $_->{callee} =~ /^Parts\.$part\b/ } @{$report->{edges}};
        ok($edge && $edge->{count} == $calls->{$part}, "$part, @machine: its calls were counted") or next;
        next if $part eq 'logging';  # its records are taken out of its time: see the accounts
        $found{"$part: elapsed time"} = [$edge->{elapsed_incl_ns}, $printed->{$part}, 1];
        my $stolen = $part eq 'allocating' ? $collector : 0;
        cmp_ok($stolen, '>', 0, "$part, @machine: collections ran") if $part eq 'allocating';
        next if $machine[0] ne '--deterministic';
        $found{"$part: what CPU time leaves out is the collector's"} = [$edge->{elapsed_incl_ns} - $edge->{cpu_incl_ns}, $stolen, 2] if $part eq 'allocating';
        $found{"$part: CPU time, and the collector's"} = [$edge->{cpu_incl_ns} + $stolen, $printed->{$part}, 1] if $part ne 'asleep';
    }
    return \%found;
}

# Between two readings, the program's and the probe's, the first calls are linked, which takes 0.1 ms. On Linux
# something else may run there as well, so the calls are many, and the median of five runs counts.
for my $case ([1, \%calls, '--deterministic'], [5, {%calls, busy => 1000, allocating => 3000}, '--machine', 'linux']) {
    my ($count, $calls, @machine) = @$case;
    my @runs = map { timed_parts(scratch("timed-$machine[-1]-$_"), $calls, @machine) } 1 .. $count;
    for my $what (sort keys %{$runs[0]}) {
        my @by_distance = sort { percent_off(@$a) <=> percent_off(@$b) } map { $_->{$what} } @runs;
        note "@machine: $what: ", join ', ', map { sprintf '%.3f', percent_off(@$_) } @by_distance;
        within(@{$by_distance[@by_distance / 2]}, "@machine: $what");
    }
}

done_testing();
