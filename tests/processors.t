#!/usr/bin/perl
# Several processors: programs print what java prints, on both machines; calls are counted exactly; the ledger closes to
# the tick, with an account for each processor, also while it runs; which thread waited for which is in tables; they
# copy together when the heap is collected; and a deterministic run with 2 or with 4 processors, which TEST_SEED chooses
# (WITH=full: both), repeats byte for byte.
# MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep time);

my @machines = machines();
my $classes = compile('processors', 'tests/java/Processors.java', 'tests/java/Copies.java', 'tests/java/Hashed.java', 'tests/java/Idling.java', 'tests/java/WeakCards.java', 'tests/java/Ends.java');

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

# Each processor's account has the whole run too, its four parts and the boot are all of it, and together they are the
# ledger's.
sub each_closes {
    my ($label, $directory, $cpus, $report, $runs) = @_;
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
    return if $runs;
    my ($status, $out, $err) = gnomon(120, 'query', '--format', 'csv', $directory, 'SELECT count(*), sum(l.ticks) FROM processor_ledger l JOIN processors USING (run_id, processor)');
    my $accounts = @{ $report->{ledger} };
    like($out, qr/^@{[ $accounts * $cpus ]},$report->{elapsed_ticks}\r?$/m, "$label: the database has them as well") or diag "$out$err";
}

sub count_of { my ($report, $method) = @_; return (map { $_->{count} } grep { $_->{method} eq $method } @{ $report->{methods} })[0] // 0 }

# The lanes of the processors: one thread at a time, and together as many turns as threads' states have.
sub has_lanes {
    my ($label, $directory, $cpus) = @_;
    my $file = scratch("lanes-$cpus.json");
    is((gnomon(200, 'export', $directory, '--to', 'chrome', '-o', $file))[0], 0, "$label: exports to chrome");
    my $trace = decode_json(slurp($file));
    my @turns = grep { $_->{ph} eq 'X' && $_->{cat} eq 'running' } @{ $trace->{traceEvents} };
    my @states = grep { $_->{ph} eq 'X' && $_->{cat} eq 'state' && $_->{name} eq 'running' } @{ $trace->{traceEvents} };
    my ($overlaps, %until) = (0);
    for my $turn (sort { $a->{ts} <=> $b->{ts} } @turns) {
        $overlaps++ if $turn->{ts} < ($until{ $turn->{tid} } // 0) - 0.0015;
        $until{ $turn->{tid} } = $turn->{ts} + $turn->{dur};
    }
    is(join(' ', sort keys %until), join(' ', 0 .. $cpus - 1), "$label: each processor has a lane");
    is($overlaps, 0, "$label: on which one thread runs at a time");
    is(scalar @turns, scalar @states, "$label: and each turn of a thread is on one of them");
}

# What the kernel's lock counted can be so, and stops and waits are those of the events.
sub shares {
    my ($label, $directory, $report, $events) = @_;
    my @wrong = grep {
        !$_->{takes} || $_->{waits} > $_->{takes} || $_->{waited_longest_ns} > $_->{waited_ns} || $_->{waited_longest_ns} * $_->{waits} < $_->{waited_ns} - $_->{waits}
            || $_->{held_longest_ns} > $_->{held_ns} || $_->{held_ns} + $_->{waited_ns} > $report->{elapsed_ns}
    } @{ $report->{kernel_lock} };
    is(scalar @wrong, 0, "$label: what each processor had of the kernel's lock can be");
    my $stops = $report->{world_stops};
    is("$stops->{collection} $stops->{end} $stops->{count}", join(' ', $events->{collection_begin} // 0, 1, $events->{world_stopped}), "$label: each stop of the world has its reason");
    is($events->{world_resumed} // 0, $stops->{collection}, "$label: after each but the last the others went on");
    cmp_ok($stops->{waited}{p50_ns}, '<=', $stops->{waited}{max_ns}, "$label: how long they took is known");
    my $waits = 0;
    $waits += $_->{waits} for @{ $report->{monitors} };
    cmp_ok($waits, '<=', $events->{monitor_block} // 0, "$label: no more waits for monitors than threads were blocked");
    my ($status, $out, $err) = gnomon(120, 'query', '--format', 'csv', $directory, 'SELECT (SELECT count(*) FROM world_stops), (SELECT count(*) FROM monitor_waits), '
        . "(SELECT count(*) FROM events e JOIN fields f USING (event) WHERE e.name = 'monitor_acquire' AND f.name = 'reason' AND f.value = 'monitor')");
    my ($stopped, $waited, $acquired) = $out =~ /^(\d+),(\d+),(\d+)/m;
    is("$stopped $waited", "$stops->{count} $waits", "$label: the database has the same stops and waits");
    cmp_ok($waits, '>=', $acquired, "$label: each monitor that was got after waiting was waited for");
}

# Each change of a queue is in its processor's line. Threads wait in them when they are preempted, and before they run
# for the first time.
sub queues {
    my ($label, $report) = @_;
    my ($changes, $waited, $preempted, $longest) = (0, 0, 0, 0);
    for my $queue (@{ $report->{run_queues} }) {
        $changes += $queue->{changes};
        $waited += $queue->{waited_ns};
        $longest = $queue->{longest} if $queue->{longest} > $longest;
    }
    my ($counted) = map { $_->{count} } grep { $_->{name} eq 'run_queue' } @{ $report->{events} };
    my @threads = grep { $_->{name} !~ /idle/ } @{ $report->{threads} };
    $preempted += $_->{preempted_ns} for @threads;
    is($changes, $counted, "$label: every change of a queue is a processor's");
    # A processor may lose its turn between the two clock readings.
    cmp_ok($waited, '>=', 0.999 * $preempted, "$label: in the queues threads have waited for as long as they were preempted");
    ok($longest > 0 && $longest < @threads, "$label: no more at a time than there are");
}

# One wait of which everything is known.
sub holds {
    my ($machine) = @_;
    my ($held, $directory, $label) = (compile('holds', 'tests/java/Holds.java'), scratch("holds-$machine"), "$machine: a monitor that is held");
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--cpus', 2, '--events', 'monitor,thread,monitor_release', '--stacks', 16, '-o', $directory, '-cp', $held, 'Holds');
    is($status, 0, "$label: ends well") or diag $err;
    my %uses = map { ($_->{method} => $_) } grep { $_->{class} eq 'Holds$Key' } @{ report($directory)->{monitors} };
    my ($monitor, $hold) = @uses{'Holds.need()', 'Holds.hold()'};
    is($monitor->{waits}, 1, "$label is waited for once");
    is("$monitor->{longest_thread} $monitor->{longest_owner}", 'waiter holder', "$label: who waited for whom, and where");
    cmp_ok($monitor->{waited_ns}, '>', 50e6, "$label: for most of the time");
    cmp_ok($monitor->{err_ns}, '<', $monitor->{waited_ns} / 10, "$label: with an error that says something");
    is("$hold->{holds} $hold->{waits} $monitor->{holds}", '1 0 1', "$label is given up by both");
    cmp_ok($hold->{held_ns}, '>', 50e6, "$label: for how long is known");
    is($hold->{held_longest_ns}, $hold->{held_ns}, "$label: the longest of one is that");
}

sub works {
    my ($machine, $cpus, $threads, $rounds) = @_;
    my ($label, $directory) = ("$machine, $cpus processors", scratch("$machine-$cpus"));
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--cpus', $cpus, '--time', 'Processors.round', '--events', 'thread,collection,monitor',
        '--log-size', 64, '-o', $directory, '-cp', $classes, 'Processors', '--', $threads, $rounds);
    is($status, 0, "$label: ends well") or diag $err;
    is($out, expected($threads, $rounds), "$label: prints what java prints");
    my ($checked, undef, $words) = gnomon(120, 'check', $directory);
    is($checked, 0, "$label: the recording is well-formed") or diag $words;
    my $report = closes($label, $directory, $cpus);
    is(count_of($report, 'round'), $threads * $rounds, "$label: every call is counted");
    my %events = map { ($_->{name} => $_->{count}) } @{ $report->{events} };
    is($events{world_stopped} // 0, 1 + ($events{collection_begin} // 0), "$label: each collection has had the other processors stop, and so has the end");
    has_lanes($label, $directory, $cpus);
    shares($label, $directory, $report, \%events);
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
    queues($label, $report);
}

# Where processors have nothing to do for most of the time, and threads on several of them often wake at once; beside a
# busy host.
sub idles_repeat {
    my ($cpus) = @_;
    my @load = keep_busy(2);
    my @runs = map { scratch("idling-$cpus-$_") } 1 .. 4;
    for my $directory (@runs) {
        my ($status, $out, $err) = gnomon(120, 'run', '-q', '--deterministic', '--cpus', $cpus, '--events', 'thread', '-o', $directory, '-cp', $classes, 'Idling');
        is("$status $out$err", "0 true\n", "idle, $cpus processors: ends well");
    }
    kill KILL => @load;
    waitpid $_, 0 for @load;
    my $first = region($runs[0]);
    is(scalar(grep { region($_) ne $first } @runs), 0, "idle, $cpus processors: all runs have recorded the same, byte for byte");
    closes("idle, $cpus processors", $runs[0], $cpus);
}

# Each collection has time on more processors than one; in QEMU it repeats.
sub copies {
    my ($machine, $name, @options) = @_;
    my ($label, $directory) = ("$machine, 2 processors copy", scratch("copies-$machine-$name"));
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--cpus', 2, @options, '--heap', 64, '--events', 'collection,stolen', '--log-size', 32,
        '-o', $directory, '-cp', $classes, 'Copies', '--', 2, 40);
    is($status, 0, "$label: ends well") or diag $err;
    my (undef, $expected) = java(120, $classes, 'Copies', 2, 40);
    is($out, $expected, "$label: prints what java prints");
    my ($listed, $events) = gnomon(120, 'events', $directory);
    my $begun = () = $events =~ /collection_begin/g;
    my $shares = () = $events =~ /stolen_time +kind=collection/g;
    cmp_ok($shares, '>', $begun, "$label: more shares than collections");
    closes($label, $directory, 2);
    return $directory;
}

# A run is looked at, and its instruments are switched, while threads run on all processors.
sub lives {
    my ($cpus) = @_;
    my ($label, $directory) = ("linux, $cpus processors, while it runs", scratch("live-$cpus"));
    my $child = fork // die;
    if (!$child) {
        open STDOUT, '>', '/dev/null' or die;
        exec build('gnomon'), 'run', '-q', '--no-instruments', '--machine', 'linux', '--cpus', $cpus, '-o', $directory, '-cp', $classes, 'Processors', '--', 8, 10_000_000;
    }
    my ($limit, $report) = (time + 60);
    sleep 0.1 until time > $limit || (gnomon(20, 'ctl', $directory, 'time', 'Processors.round'))[0] == 0;
    sleep 0.5;
    for my $round (1 .. 3) {
        my ($status, $out, $err) = gnomon(60, 'report', '--format', 'json', $directory);
        $report = decode_json($out);
        ok($report->{run}{moment}, "$label: a report is of one moment");
        each_closes("$label, moment $round", $directory, $cpus, $report, 1);
        is((gnomon(20, 'ctl', $directory, 'mark', "mark $round"))[0], 0, "$label: a mark is set");
    }
    cmp_ok(count_of($report, 'round'), '>', 0, "$label: a method that was switched on is timed");
    is((gnomon(20, 'ctl', $directory, 'end'))[0], 0, "$label: it is asked to end");
    waitpid $child, 0;
    each_closes("$label: at the end", $directory, $cpus, report($directory));
}

# A monitor that nobody else wants is made at once, without waiting for a processor that might have it: a nanosecond is
# an instruction.
sub makes_monitors {
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--no-instruments', '--deterministic', '--cpus', 2, '-o', scratch('hashed'), '-cp', $classes, 'Hashed');
    like($out, qr/^\d+$/, 'deterministic, 2 processors: monitors of objects with hashes are entered') or diag $err;
    cmp_ok($out, '<', 1000, 'each by way of fewer than 1,000 instructions');
}

for my $machine (@machines) {
    copies($machine, 'verified', '-Dgnomon.gc.stress=20000', '-Dgnomon.gc.verify=1') if $machine eq 'linux';
    if ($machine eq 'qemu') {
        my @runs = map { copies($machine, $_, '--deterministic') } 1, 2;
        ok(region($runs[0]) eq region($runs[1]), 'qemu, 2 processors copy: two deterministic runs have recorded the same, byte for byte');
    } else {
        runs_alike("linux, 4 processors: the heap is looked through at the end, while others fill it: $_", [0, '', ''], '--machine', 'linux', '--cpus', 4, '-Dgnomon.gc.verify=1000', '-o', scratch('ends'), '-cp', $classes, 'Ends') for 1 .. 6;
        runs_alike('linux, 4 processors copy to old chunks whose cards are looked through', [java(120, $classes, 'WeakCards', 200000, 120)], '--machine', 'linux', '--cpus', 4, '--heap', 300,
            '-Dgnomon.gc.verify=20', '-o', scratch('weak-cards'), '-cp', $classes, 'WeakCards', '--', 200000, 120);
    }
    works($machine, 2, 8, $machine eq 'qemu' ? 1000 : 10000);
    if ($machine eq 'linux') {
        holds($machine);
        lives(2);
    }
    next if $machine ne 'qemu';
    makes_monitors();
    for my $cpus (share(2, 2, 4)) {
        repeats($cpus);
        idles_repeat($cpus);
    }
}
chomp(my $there = `nproc --all`);
my ($ended, undef, $note) = gnomon(60, 'run', '--machine', 'linux', '--cpus', $there + 1, '-o', scratch('more'), '-cp', $classes, 'Processors', '--', 2, 10);
is($ended, 0, 'more processors than the host has');
like($note, qr/--cpus: there are \d+ here/, 'are used, with a word on what that means');
done_testing();
