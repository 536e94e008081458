#!/usr/bin/perl
# Several processors: programs print what java prints, on both machines; calls are counted exactly; the ledger closes to the tick, with an account for each
# processor; and a deterministic run with 2 and with 4 processors repeats byte for byte. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my @machines = split /,/, $ENV{MACHINES} // 'linux,qemu';
my $classes = compile('processors', 'tests/java/Processors.java');

sub expected { my ($status, $out) = java(120, $classes, 'Processors', @_); return $out }

# Every processor's account has the whole run, and the report says what that is for all of them.
sub closes {
    my ($label, $directory, $cpus) = @_;
    my ($status, $out, $err) = gnomon(120, 'report', $directory);
    like($out, qr/difference 0 ticks/, "$label: the ledger closes to the tick");
    my $report = report($directory);
    my $sum = 0;
    $sum += $_->{ns} for @{ $report->{ledger} };
    cmp_ok(abs($sum - $report->{elapsed_ns}), '<=', 1000, "$label: its parts add up to the time of all") or diag "$sum of $report->{elapsed_ns}";
    is($report->{run}{cpus}, $cpus, "$label: the report says how many processors there were");
    each_closes($label, $directory, $cpus, $report);
    return $report;
}

# Each processor's account has the whole run too, its four parts and the boot are all of it, and together they are the ledger's.
sub each_closes {
    my ($label, $directory, $cpus, $report) = @_;
    my ($processors, %sum, @open) = ($report->{processors});
    is(join(' ', map { $_->{processor} } @$processors), join(' ', 0 .. $cpus - 1), "$label: each processor is in the report");
    for my $processor (@$processors) {
        my ($all, $parts) = (0, 0);
        for my $account (@{ $processor->{ledger} }) {
            $all += $account->{ticks};
            $parts += $account->{ns} if $account->{name} eq 'firmware and boot' || $account->{name} eq 'unobserved';
            $sum{ $account->{name} } += $account->{ticks};
        }
        $parts += $processor->{$_} for qw(busy_ns idle_ns stolen_ns lock_ns);
        push @open, $processor->{processor} if $all != $processor->{elapsed_ticks} || abs($parts - $processor->{elapsed_ns}) > 100;
    }
    is("@open", '', "$label: the ledger of each processor closes to the tick");
    is_deeply(\%sum, { map { ($_->{name} => $_->{ticks}) } @{ $report->{ledger} } }, "$label: and they add up to that of all");
    my ($status, $out, $err) = gnomon(120, 'query', '--format', 'csv', $directory, 'SELECT count(*), sum(l.ticks) FROM processor_ledger l JOIN processors USING (run_id, processor)');
    my $accounts = @{ $report->{ledger} };
    like($out, qr/^@{[ $accounts * $cpus ]},$report->{elapsed_ticks}\r?$/m, "$label: the database has them as well") or diag "$out$err";
}

sub count_of { my ($report, $method) = @_; return (map { $_->{count} } grep { $_->{method} eq $method } @{ $report->{methods} })[0] // 0 }

sub works {
    my ($machine, $cpus, $threads, $rounds) = @_;
    my ($label, $directory) = ("$machine, $cpus processors", scratch("$machine-$cpus"));
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--cpus', $cpus, '--time', 'Processors.round', '--events', 'thread,collection',
        '--log-size', 64, '-o', $directory, '-cp', $classes, 'Processors', '--', $threads, $rounds);
    is($status, 0, "$label: ends well") or diag $err;
    is($out, expected($threads, $rounds), "$label: prints what java prints");
    my ($checked, undef, $words) = gnomon(120, 'check', $directory);
    is($checked, 0, "$label: the recording is well-formed") or diag $words;
    my $report = closes($label, $directory, $cpus);
    is(count_of($report, 'round'), $threads * $rounds, "$label: every call is counted");
    my %events = map { ($_->{name} => $_->{count}) } @{ $report->{events} };
    is($events{world_stopped} // 0, 1 + ($events{collection_begin} // 0), "$label: each collection has had the other processors stop, and so has the end");
    my ($came, $went) = (0, 0);
    ($came, $went) = ($came + $_->{came}, $went + $_->{went}) for @{ $report->{processors} };
    is("$came $went", "$events{thread_migrate} $events{thread_migrate}", "$label: each migration is one from a processor and to one");
    cmp_ok($events{thread_migrate} // 0, '>', 0, "$label: threads have gone from one processor to another");
}

sub repeats {
    my ($cpus) = @_;
    my @runs = map { scratch("deterministic-$cpus-$_") } 1, 2;
    my $label = "deterministic, $cpus processors";
    for my $directory (@runs) {
        my ($status, $out, $err) = gnomon(300, 'run', '-q', '--deterministic', '--cpus', $cpus, '--time', 'Processors.**', '--sample', 1000, '--events', 'all',
            '-o', $directory, '-cp', $classes, 'Processors', '--', 4, 400);
        is($status, 0, "$label: ends well") or diag $err;
        is($out, expected(4, 400), "$label: prints what java prints");
    }
    ok(region($runs[0]) eq region($runs[1]), "$label: two runs have recorded the same, byte for byte");
    my $report = closes($label, $runs[0], $cpus);
    is(count_of($report, 'round'), 1600, "$label: every call is counted");
}

for my $machine (@machines) {
    works($machine, 2, 8, $machine eq 'qemu' ? 1000 : 10000);
    next if $machine ne 'qemu';
    repeats($_) for 2, 4;
}
chomp(my $there = `nproc --all`);
my ($ended, undef, $note) = gnomon(60, 'run', '--machine', 'linux', '--cpus', $there + 1, '-o', scratch('more'), '-cp', $classes, 'Processors', '--', 2, 10);
is($ended, 0, 'more processors than the host has');
like($note, qr/--cpus: there are \d+ here/, 'are used, with a word on what that means');
my ($status, undef, $err) = gnomon(60, 'run', '--machine', 'linux', '--cpus', 2, '--counters', 'task-clock', '-cp', $classes, 'Processors');
is($status, 2, 'counters of several processors are refused');
like($err, qr/--counters: expected --cpus 1, found 2/, 'with the reason');
done_testing();
