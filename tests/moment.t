#!/usr/bin/perl
# What a reader sees of a running guest is of one moment, and what it sees of one that was killed has in its errors what was not seen. Reports of eight threads that
# call, recurse, throw, block and die (tests/java/live/Switched.java): MOMENTS (5) of them, or for SECONDS, then after KILLS (2) SIGKILLs at random instants. Each
# call is recorded just before it: at one moment a method's count is that of the records, exactly.
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
    my ($name, $machine) = @_;
    my $directory = scratch($name);
    unlink "$directory.out"; # of an earlier one
    my $child = fork // die;
    if (!$child) {
        open STDOUT, '>', "$directory.out" or die;
        open STDERR, '>', "$directory.err" or die;
        exec build('gnomon'), 'run', '--no-instruments', '-q', '--machine', $machine, '--time', 'Switched.**', '--log-size', '128', '-o', $directory, '-cp', $path,
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

my @machines = split ' ', $ENV{MACHINES} // 'linux qemu';
for my $machine (@machines) {
    my ($child, $directory) = start("live-$machine", $machine);
    my ($until, $count, @faults, $last) = (time + $seconds, 0);
    while ($count < $moments || time < $until) {
        my ($status, $out, $err) = gnomon(60, 'check', $directory);
        push @faults, "check: $out$err" if $status;
        $last = report($directory);
        push @faults, 'not of one moment' if !$last->{run}{moment};
        push @faults, faults($last, 0);
        $count++;
    }
    is_deeply([@faults ? @faults[0 .. ($#faults < 4 ? $#faults : 4)] : ()], [], "$machine: $count reports of a running guest");
    my $requests = $last->{requests};
    cmp_ok($requests->{moments}, '>=', 2 * $count - 1, "$machine: for each it stood still, in the mean " . int($requests->{moments_ns} / $requests->{moments} / 1000) . ' us');
    my @instruments = map { $_->{ns} } grep { $_->{name} =~ /^(?:instruments|host)$/ } @{$last->{ledger}};
    cmp_ok($instruments[0] + $instruments[1], '>=', 0.9 * $requests->{moments_ns}, "$machine: which is the instruments' time, or the host's");
    gnomon(20, 'ctl', $directory, 'end');
    waitpid $child, 0;
    is($? >> 8, 0, "$machine: and it goes on");
}

# A guest that dies between the stores that move the ledger has booked a part of what has passed since its last time: as if it had died there, of $ticks in $account.
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
    my ($guest) = `pgrep -P $child` =~ /(\d+)/ or BAIL_OUT(slurp("$directory.err"));
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
