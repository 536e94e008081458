#!/usr/bin/perl
# What a reader sees of a running guest is of one moment, and what it sees of one that was killed has in its errors what
# was not seen. Reports of eight threads that call, recurse, throw, block and die (tests/java/live/Switched.java):
# MOMENTS (5) of them, or for SECONDS, then after KILLS (2) SIGKILLs at random instants. Each call is recorded just
# before it: at one moment a method's count is that of the records, exactly. That takes a large recording, which takes
# time to read; of one with a small ring there is a report every 10 ms for as long, if the machine has time for that.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;
use Time::HiRes qw(sleep time);

my $classes = compile('live', 'tests/java/live/Switched.java');
my $path = "$classes:" . build('gnomon.jar');
my ($moments, $seconds, $kills) = ($ENV{MOMENTS} // 5, $ENV{SECONDS} // 0, $ENV{KILLS} // 2);
my %record_of = (leaf => ['leaf'], small => ['small', 'short'], deep => ['deep'], thrower => ['throw'], shortLife => ['short']);

sub start {
    my ($name, $machine, $log_size) = @_;
    my $directory = scratch($name);
    unlink "$directory.out"; # of an earlier one
    my $child = fork // die;
    if (!$child) {
        open STDOUT, '>', "$directory.out" or die;
        open STDERR, '>', "$directory.err" or die;
        exec build('gnomon'), 'run', '--no-instruments', '-q', '--machine', $machine, '--time', 'Switched.**', '--log-size', $log_size // 128, '-o', $directory, '-cp', $path,
            'Switched', '--', 600_000, 8, 1;
    }
    my $limit = time + 60;
    sleep 0.05 until time > $limit || (-e "$directory.out" && slurp("$directory.out") =~ /ready/);
    sleep 0.2;
    return ($child, $directory);
}

# Figures that lie outside of their errors.
sub faults {
    my ($report, $tolerance) = @_;
    my %events = map { $_->{name} => $_->{count} } @{$report->{events}};
    my ($lost) = map { $_->{count} } grep { $_->{cause} eq 'overwritten' } @{$report->{lost}};
    my @faults;
    for my $method (@{$report->{methods}}) {
        my ($name, $error) = ($method->{method}, $method->{err_excl_ns} + 1);
        for my $figure (qw(elapsed_excl_ns cpu_excl_ns)) {
            push @faults, "$name: $figure is $method->{$figure} ± $error" if $method->{$figure} < -$error;
        }
        my $inclusive = $method->{err_ns} + $error;
        push @faults, "$name: more of its own than in all" if !$method->{nested} && $method->{cpu_excl_ns} > $method->{cpu_incl_ns} + $inclusive;
        push @faults, "$name: more CPU time than time" if $method->{cpu_excl_ns} > $method->{elapsed_excl_ns} + 2 * $error;
        my $records = $record_of{$name} or next;
        my $count = 0;
        $count += $events{$_} // 0 for @$records;
        push @faults, "$name: $method->{count} calls, $count records" if !$lost && abs($method->{count} - $count) > $tolerance;
    }
    my ($sum, $idle) = (0, 0);
    $sum += $_->{ticks} for @{$report->{ledger}};
    push @faults, "the ledger has $sum of $report->{elapsed_ticks} ticks" if $sum != $report->{elapsed_ticks};
    return @faults;
}

my @machines = machines();
# A report each `interval` seconds, or as often as there is time for one; each tenth of the quick ones is checked as
# well.
sub watch {
    my ($label, $machine, $log_size, $interval) = @_;
    my ($child, $directory) = start("live-$machine-$log_size", $machine, $log_size);
    my ($began, $count, $checks, @faults, $last) = (time, 0, 0);
    while ($count < $moments || time < $began + $seconds) {
        if (!$interval || $count % 10 == 0) {
            my ($status, $out, $err) = gnomon(60, 'check', $directory);
            push @faults, "check: $out$err" if $status;
            $checks++;
        }
        $last = report($directory);
        push @faults, 'not of one moment' if !$last->{run}{moment};
        push @faults, faults($last, 0);
        my $early = $began + ++$count * $interval - time;
        sleep $early if $early > 0;
    }
    my $distance = sprintf '%.1f ms apart', 1000 * (time - $began) / $count;
    is_deeply([@faults ? @faults[0 .. ($#faults < 4 ? $#faults : 4)] : ()], [], "$label: $count reports of a running guest, $distance");
    my $requests = $last->{requests};
    cmp_ok($requests->{moments}, '>=', $count + $checks - 1, "$label: for each it stood still, in the mean " . int($requests->{moments_ns} / $requests->{moments} / 1000) . ' us');
    cmp_ok(account($last, 'instruments') + account($last, 'host'), '>=', 0.9 * $requests->{moments_ns}, "$label: which is the instruments' time, or the host's");
    gnomon(20, 'ctl', $directory, 'end');
    waitpid $child, 0;
    is($? >> 8, 0, "$label: and it goes on");
}

for my $machine (@machines) {
    watch($machine, $machine, 128, 0);
    watch("$machine, small ring", $machine, 8, 0.01);
}

# A guest that dies between the stores that move the ledger has booked a part of what has passed since its last time: as
# if it had died there, of $ticks in $account.
sub die_in_ledger {
    my ($directory, $copy, $account, $ticks) = @_;
    my $region = region($directory);
    my ($section) = grep { $_->{id} == 9 } sections($region);
    my $at = $section->{data} + 32 + 8 * $account;
    substr($region, $at, 8) = pack 'q<', $ticks + unpack 'q<', substr($region, $at, 8);
    mkdir $copy;
    spill("$copy/region", $region);
}

for my $number (1 .. $kills) {
    my $machine = $machines[$number % 5 == 2 ? -1 : 0];
    my ($child, $directory) = start('killed', $machine);
    sleep rand 1;
    my ($guest) = `pgrep -P $child` =~ /(\d+)/ or die slurp("$directory.err");
    kill 'KILL', $guest;
    waitpid $child, 0;
    my $report = report($directory);
    cmp_ok($report->{run}{unseen_ns} // 0, '>=', 20_000_000, "kill $number, $machine: what was not seen is stated");
    is_deeply([faults($report, 2)], [], "kill $number, $machine: no figure outside its error") or diag explain $report->{lost};
    next if $number > 2;
    for my $account (5, 12) {
        my $copy = scratch("killed-$machine-$account");
        die_in_ledger($directory, $copy, $account, 12_345);
        my $torn = report($copy);
        is_deeply([grep { /ledger/ } faults($torn, 2)], [], "kill $number, $machine: nor where it has died while it moved its accounts");
        cmp_ok($torn->{elapsed_ticks} - $report->{elapsed_ticks}, '<=', 12_345, "kill $number, $machine: its last sign of life is there");
    }
}

done_testing();
