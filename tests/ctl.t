#!/usr/bin/perl
# Instruments switched while a program runs. From inside (tests/java/Profiled.java), on both machines: what is counted
# is what the program counts while they are on, and what has been off again is the code that it was. From outside, under
# load (tests/java/live/Switched.java): SWITCHES (20) requests of every kind at random, SEED; each call is recorded just
# before it, so a method's count is that of the records between the requests; and in the end its code is, byte for byte,
# what it was before the first. What cannot be done is said.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;
use Time::HiRes qw(sleep time);

my $classes = compile('live', 'tests/java/Profiled.java', 'tests/java/CountedElsewhere.java', map { "tests/java/live/$_.java" } qw(Switched Counted ClearedElsewhere));
my $path = "$classes:" . build('gnomon.jar');
my @machines = machines();
my $switches = $ENV{SWITCHES} // 20;
my $seed = $ENV{SEED} // seed() % 1_000_000;
srand $seed;

# ---- From inside

my ($status, $out, $err) = java(60, $classes, 'Profiled', 'clear');
is("$status $out$err", "0 false false false\n0 0 0\n", 'on another machine nothing happens');

# The pieces of code that calls of each method went to, one after the other, of a run with --dump-after M: {name =>
# [bytes...]}.
sub machine_code {
    my ($directory, $machine) = @_;
    my %code;
    my $log = slurp($directory . ($machine eq 'linux' ? '/host.log' : '/console.txt')) =~ s/\r//gr;
    push @{$code{$1}}, pack 'H*', $2 =~ tr/\n//dr while $log =~ /^\S+ ([^\n]*?)\([^\n]*\) machine code at \w+, \d+ bytes\n((?:[0-9a-f]+\n)+)/mg;
    return \%code;
}

# Whether two pieces of code are the same but for where things lie: what differs are words, each of which holds an
# address of class data or of code.
sub same_code {
    my ($one, $other) = @_;
    return 0 if length $one != length $other;
    for (my $at = 0; $at < length $one; $at++) {
        next if substr($one, $at, 1) eq substr($other, $at, 1);
        my ($first) = grep { is_address($one, $_) && is_address($other, $_) } map { $at - $_ } 0 .. 3;
        return 0 if !defined $first;
        $at = $first + 3;
    }
    return 1;
}

# Whether the newest piece of a method is one of those that it had without.
sub has_last_code {
    my ($has, $had) = @_;
    return scalar grep { $has && same_code($_, $has->[-1]) } @{$had // []};
}

sub has_last_codes {
    my ($directory, $machine, $had, @names) = @_;
    my $has = machine_code($directory, $machine);
    return !grep { !has_last_code($has->{"Switched.$_"}, $had->{"Switched.$_"}) } @names;
}

sub is_last_code {
    my ($has, $had, $label) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    ok(has_last_code($has, $had), "$label: its last code is, byte for byte, that without; it has had " . @{$has // []});
}

sub is_address {
    my ($code, $at) = @_;
    return 0 if $at < 0 || $at + 4 > length $code;
    my $value = unpack 'V', substr($code, $at, 4);
    return $value >= 0x100_0000 && $value < 0x7000_0000;
}

sub code_bytes {
    my ($region) = @_;
    my ($methods, %bytes) = (entities($region)->{method});
    for my $event (grep { ($_->{event} // '') eq 'translate' } events($region)) {
        push @{$bytes{$methods->{$event->{fields}{method}} // '?'}}, $event->{fields}{code_bytes};
    }
    return \%bytes;
}

sub profiled {
    my ($label, $argument, @options) = @_;
    my $directory = scratch("profiled-$label-$argument");
    my ($its_status, $its_out, $its_err) = gnomon(120, 'run', '-q', @options, '--events', 'translate', '-o', $directory, '-cp', $path, 'Profiled', '--', $argument);
    is("$its_status$its_err", '0', "$label, $argument: ends well");
    my $report = report($directory);
    my %count = map { $_->{method} => $_->{count} } grep { $_->{class} =~ /^(?:Profiled|java\.lang\.Math)$/ } @{$report->{methods}};
    my ($leaf, $sum, $absolute) = $its_out =~ /^true true false\n(\d+) (\d+) (\d+)\n$/ or return fail("$label, $argument: prints counts") || diag $its_out;
    is_deeply([map { $_ // 0 } @count{qw(leaf sum abs)}], [$leaf, $sum, $absolute], "$label, $argument: calls while it was on");
    ok(!(grep { $_->{count} } @{$report->{lost}}), "$label, $argument: nothing is lost");
    my @controls = map { $_->{fields}{kind} } grep { ($_->{event} // '') eq 'control' } events(region($directory));
    is(scalar(grep { $_ eq 'mark' } @controls), 1, "$label, $argument: its mark is in the recording");
    return $directory;
}

for my $machine (@machines) {
    my @options = $machine eq 'linux' ? ('--machine', 'linux') : ('--deterministic');
    profiled($machine, 'clear', @options);
    next if $machine ne 'linux';
    my $directory = profiled($machine, 'yes', @options, '--dump', 'Profiled.*', '--dump-after', 'M');
    my $never = scratch('never');
    gnomon(60, 'run', '-q', @options, '--events', 'translate', '--dump', 'Profiled.*', '--dump-after', 'M', '-o', $never, '-cp', $path, 'Profiled', '--', 'no');
    my ($switched, $plain) = map { machine_code($_, $machine) } $directory, $never;
    my $translated = code_bytes(region($directory));
    for my $name (qw(uses one leaf)) {
        cmp_ok(scalar @{$translated->{"Profiled.$name"} // []}, '<=', 8, "$name: codes that it has had are used again");
        is_last_code($switched->{"Profiled.$name"}, $plain->{"Profiled.$name"}, $name);
    }
}

# Allocation: what the program says that it made at each place while that was counted. Code that was counted at first
# and is no more is that of a run without.
sub counted {
    my ($label, $how, @options) = @_;
    my $directory = scratch("counted-$label-$how");
    my ($its_status, $its_out, $its_err) = gnomon(120, 'run', '-q', @options, '--events', 'translate', '-o', $directory, '-cp', $path, 'Counted', '--', $how);
    is("$its_status$its_err", '0', "$label, allocation $how: ends well");
    return ($directory, $its_out);
}

for my $machine (@machines) {
    my ($directory, $printed) = counted($machine, 'switched', $machine eq 'linux' ? ('--machine', 'linux') : ('--deterministic'));
    my ($pairs, $numbers, $copies, $boxes) = $printed =~ /^false\n(\d+) (\d+) (\d+) (\d+)\n$/ or fail("$machine: prints counts") || diag $printed;
    my $report = report($directory);
    my %found = map { ("$_->{class} $_->{method}" => $_) } @{$report->{allocations}};
    is_deeply({map { $_ => $found{$_}{objects} } grep { / Counted\./ } keys %found},
        {'Counted$Pair Counted.one' => $pairs, 'int[] Counted.one' => $numbers, 'short[] Counted.one' => $copies / 2, 'short[][] Counted.one' => $copies / 2, 'Counted$Box Counted.box' => $boxes},
        "$machine: objects made while they were counted");
    is($found{'Counted$Box Counted.box'}{bytes}, 16 * $boxes, "$machine: and their bytes");
    is(join(' ', map { "$_->{kind} $_->{pattern}" } @{$report->{instruments}}), 'alloc Counted.*' . ' alloc Counted.box' x 4, "$machine: the report says what was counted when");
    is((gnomon(60, 'check', $directory))[0], 0, "$machine: the recording hangs together");
    next if $machine ne 'linux';
    my ($switched, $off, $plain) = map { code_bytes(region($_)) } $directory, (counted('linux', 'off', '--machine', 'linux', '--alloc', 'Counted.*'))[0], (counted('linux', 'plain', '--machine', 'linux'))[0];
    for my $name (qw(one box)) {
        is_deeply($off->{"Counted.$name"}, $plain->{"Counted.$name"}, "Counted.$name: code as long as where nothing was ever counted");
        cmp_ok(scalar @{$switched->{"Counted.$name"}}, '<=', 8, "Counted.$name: codes that it has had are used again");
    }
}

# ---- While another processor runs a thread that is never switched: it has counters, and figures that begin again begin
# for it as for any other

for my $machine (@machines) {
    my @options = ('run', '-q', '--machine', $machine, '--cpus', 2, '--no-inline', '*Elsewhere.*');
    my $directory = scratch("elsewhere-$machine");
    ($status, $out, $err) = gnomon(300, @options, '--no-instruments', '-o', $directory, '-cp', $path, 'CountedElsewhere');
    my ($rounds) = "$status$err$out" =~ /^0true\n(\d+)\n$/ or fail("$machine: two processors go on with counters") || diag "$out$err";
    my ($site) = grep { $_->{method} eq 'CountedElsewhere.batch' } @{report($directory)->{allocations}};
    cmp_ok($site->{objects} // 0, '>=', 1000 * ($rounds // 1), "$machine: what the other processor makes is counted");
    is((gnomon(60, 'check', $directory))[0], 0, "$machine: the recording hangs together");
    $directory = scratch("cleared-$machine");
    ($status, undef, $err) = gnomon(300, @options, '--time', 'ClearedElsewhere.spin', '-o', $directory, '-cp', $path, 'ClearedElsewhere');
    is("$status$err", '0', "$machine: figures begin again for two processors");
    my ($spin) = grep { $_->{method} eq 'spin' } @{report($directory)->{methods}};
    cmp_ok($spin->{cpu_incl_ns}, '<=', $spin->{elapsed_incl_ns}, "$machine: a call that goes on elsewhere has no more CPU time than it took");
}

# ---- From outside

sub start {
    my ($name, $machine, @program) = @_;
    my $directory = scratch($name);
    my $child = fork // die;
    if (!$child) {
        open STDOUT, '>', "$directory.out" or die;
        open STDERR, '>', "$directory.err" or die;
        exec build('gnomon'), 'run', '--no-instruments', '-q', '--machine', $machine, map({ ('--no-inline', "Switched.$_") } qw(leaf step thrower)), '-Dgnomon.again=400',
            '--dump', 'Switched.*', '--dump-after', 'M',
            '-o', $directory, '-cp', $path, @program;
    }
    my $limit = time + 60;
    sleep 0.05 until time > $limit || (-e "$directory.out" && slurp("$directory.out") =~ /ready/);
    sleep 0.3;
    return ($child, $directory);
}

sub ctl { return gnomon(20, 'ctl', @_) }

# What was asked for and is to be found in the recording.
sub random_request {
    my @methods = map { "Switched.$_" } qw(leaf small deep round step thrower);
    my $method = $methods[rand @methods];
    my @kinds = (['time', $method], ['time', $method], ['no-time', $method], ['no-time', '**'], ['trace', 'Switched.thrower'], ['no-trace', '**'], ['sample', int rand 500],
        ['sample-cpu', 1 + int rand 500], ['stacks', 1 + int rand 30], ['events', 'thread,monitor'], ['events', 'none'], ['mark', 'mark ' . int rand 100], ['census'], ['alloc', $method], ['alloc', '**'], ['no-alloc', '**']);
    return @{$kinds[rand @kinds]};
}

# How many records of a kind lie where a method was on, and for how many ticks it was.
sub calls_while_on {
    my ($counts, $controls, $strings, $method, @own) = @_;
    my ($on, $calls, $at, $before, $ticks) = (0, 0, 0, 0, 0);
    for my $event (@$controls, undef) {
        my $until = 0;
        $until += $counts->{$_}[$at] // 0 for @own;
        $calls += $until - $before if $on;
        $ticks += $event->{ticks} - ($at ? $controls->[$at - 1]{ticks} : 0) if $on && $event;
        ($at, $before) = ($at + 1, $until);
        my $text = $event ? $strings->{$event->{fields}{text}} // '' : '';
        next if $text ne $method && $text ne '**';
        $on = 1 if $event->{fields}{kind} eq 'time';
        $on = 0 if $event->{fields}{kind} eq 'no_time';
    }
    return ($calls, $ticks);
}

sub texts {
    my ($region) = @_;
    my (%strings, %types);
    names($region, sub {
        my ($type, $at, $bytes) = @_;
        my $to = $type == 8 ? \%strings : $type == 5 ? \%types : return;
        my $id = unpack 'V', substr($region, $at + 16, 4);
        if ($type == 8) { $strings{$id} = substr($region, $at + 24, $bytes) } else { $types{substr($region, $at + 24, $bytes)} = $id }
    });
    return (\%strings, \%types);
}

for my $machine (@machines) {
    my ($child, $directory) = start("load-$machine", $machine, '--log-size', '128', 'Switched', '--', 600_000, 4, 1);
    my $had = machine_code($directory, $machine);
    my ($asked, @failed) = (0);
    for my $number (1 .. $switches) {
        my @request = $number == 1 || $number == $switches - 4 ? ('time', 'Switched.leaf') : random_request();
        my ($its_status, undef, $its_err) = ctl($directory, @request);
        push @failed, "@request: $its_status $its_err" if $its_status;
        $asked++;
        sleep 0.01 + rand 0.03;
    }
    is("@failed", '', "$machine: $asked requests are done (SEED=$seed)");
    ($status, undef, $err) = ctl($directory, 'time', 'no.such.method');
    is($status, 1, "$machine: a pattern that names nothing") or diag $err;
    like($err, qr/^gnomon: [^\n]*no method[^\n]*\n$/, "$machine: in one line");
    ctl($directory, "no-$_", '**') for qw(time trace alloc);
    my @kept = qw(leaf deep thrower step round shortLife);
    my $limit = time + 20; # by then each has been called, and so has the code that it keeps
    sleep 0.3 until has_last_codes($directory, $machine, $had, @kept) || time > $limit;
    is((ctl($directory, 'end'))[0], 0, "$machine: it ends");
    waitpid $child, 0;
    is($? >> 8, 0, "$machine: well") or diag slurp("$directory.err");
    my $has = machine_code($directory, $machine);
    for my $name (@kept) {
        is_last_code($has->{"Switched.$name"}, $had->{"Switched.$name"}, "$machine, $name");
    }
    is((gnomon(60, 'check', $directory))[0], 0, "$machine: the recording hangs together");
    my $region = region($directory);
    my @controls = events($region, 'control');
    my $counts = counts_until($region, map { $_->{ticks} } @controls);
    my ($strings, $types) = texts($region);
    my $report = report($directory);
    my %method = map { $_->{method} => $_ } grep { $_->{class} eq 'Switched' } @{$report->{methods}};
    my %count = map { $_ => $method{$_}{count} } keys %method;
    my %lost = map { $_->{cause} => $_->{count} } grep { $_->{count} } @{$report->{lost}};
    is_deeply([grep { $_ ne 'samples' } keys %lost], [], "$machine: nothing is lost but samples");
    for my $name (qw(leaf small deep thrower)) {
        my ($calls, $ticks) = calls_while_on($counts, \@controls, $strings, "Switched.$name", @$types{$name eq 'thrower' ? 'throw' : $name eq 'small' ? qw(small short) : $name});
        my $missed = $calls - ($count{$name} // 0);
        # A call that is between its record and the method when that is switched may count either way, one of each
        # thread; and what holds the method's code goes on until it is left: a recursion the rest of it.
        my $times = grep { $_->{fields}{kind} =~ /^(?:no_)?time$/ && ($strings->{$_->{fields}{text}} // '') =~ /^(?:Switched\.$name|\*\*)$/ } @controls;
        my $may_miss = $times * 4 * ($name eq 'deep' ? 50 : 1);
        ok($missed >= -4 * $times && $missed <= $may_miss, "$machine, $name: $calls calls while it was on, $missed of at most $may_miss passed over");
        my $ns = $ticks * 1e9 / $report->{clock}{hz};
        cmp_ok(abs(($method{$name}{timed_ns} // 0) - $ns), '<=', 1e-6 * $ns + 1, sprintf '%s, %s: it was timed for %.1f ms', $machine, $name, $ns / 1e6);
        next if !$ns;
        cmp_ok(abs($method{$name}{calls_per_s} * $method{$name}{timed_ns} / 1e9 - $count{$name}), '<=', 1e-6 * $count{$name} + 1e-6, "$machine, $name: its rate is over this time");
    }
    like((gnomon(60, 'report', $directory))[1], qr{^ +Count .* Calls/s timed .*Method}m, "$machine: and in words");
    my @traced = events($region, qw(method_enter method_leave method_unwind));
    my $enter = grep { $_->{event} eq 'method_enter' } @traced;
    my $leave = @traced - $enter;
    is($enter, $leave, "$machine: $enter traced entries have their exits");
    cmp_ok(scalar @{$report->{instruments}}, '>=', 1, "$machine: the report says what was on when");
    my ($again_status, undef, $again_err) = ctl($directory, 'mark', 'late');
    is("$again_status $again_err", "1 gnomon: $directory/region: the run has ended\n", "$machine: a run that has ended");
}

# ---- How soon: `gnomon run` interrupts the guest, whose heartbeat alone would take 10 ms in the median

for my $machine (@machines) {
    my ($child, $directory) = start("soon-$machine", $machine, 'Switched', '--', 600_000, 4, 1);
    my ($section) = grep { $_->{id} == 21 } sections(region($directory));
    open my $file, '+<:raw', "$directory/region" or die;
    my $put = sub { sysseek $file, $section->{offset} + $_[0], 0; syswrite $file, $_[1] };
    my $answered = sub { sysseek $file, $section->{offset} + 64, 0; sysread $file, my $bytes, 8; return unpack 'Q<', $bytes };
    my @ms;
    for (1 .. 20) {
        my $number = $answered->() + 1;
        $put->(8, pack 'VVQ<', 3, 0, 0);
        $put->(0, pack 'Q<', $number);
        my $began = time;
        sleep 0.0002 while $answered->() != $number && time - $began < 2;
        push @ms, 1000 * (time - $began);
        sleep 0.005 + rand 0.03;
    }
    @ms = sort { $a <=> $b } @ms;
    cmp_ok($ms[10], '<', 8, sprintf '%s: a request is answered after %.1f ms in the median, and after %.1f at most', $machine, @ms[10, -1]);
    ctl($directory, 'end');
    waitpid $child, 0;
}

# ---- What cannot be done

is((ctl(scratch('none'), 'mark', 'x'))[0], 1, 'no recording');
for my $words ([], ['nonsense'], ['sample'], ['sample', 'x'], ['sample', '10001'], ['events', 'nothing'], ['time', 'a b'], ['clear', 'it'], ['alloc', 'a b'], ['dump-heap']) {
    my ($its_status, undef, $its_err) = ctl(scratch(), @$words);
    like("$its_status $its_err", qr/^2 gnomon: [^\n]+\n$/, "usage: @$words");
}
{
    my ($child, $directory) = start('stopped', 'linux', 'Switched', '--', 600_000, 2, 1);
    my $dump = scratch('asked.hprof');
    is((ctl($directory, 'dump-heap', $dump))[0], 0, 'the heap is written while the program runs');
    like(slurp($dump), qr/^JAVA PROFILE 1\.0\.2\0.*Switched.*\x2c.{4}\0{4}\z/s, 'whole');
    my $nowhere = scratch('none') . '/dump.hprof';
    my ($refused, undef, $why) = ctl($directory, 'dump-heap', $nowhere);
    is("$refused $why", "1 gnomon: $nowhere: cannot write: No such file or directory\n", 'a file that cannot be made');
    is_deeply([grep { /hprof/ } glob "$directory/*"], [], 'and nothing is left beside the recording');
    my ($guest) = split ' ', `pgrep -P $child`;
    kill 'STOP', $guest;
    my $began = time;
    my ($its_status, undef, $its_err) = ctl($directory, 'mark', 'x');
    like("$its_status $its_err", qr/^1 gnomon: [^\n]*has not answered within 2 s\n$/, 'a guest that does not answer');
    cmp_ok(time - $began, '>=', 2, 'is waited for');
    is((gnomon(60, 'info', $directory))[0], 0, 'its recording is readable');
    kill 'CONT', $guest;
    is((ctl($directory, 'mark', 'y'))[0], 0, 'it goes on, and answers');
    kill 'KILL', $guest;
    waitpid $child, 0;
    ($its_status, undef, $its_err) = ctl($directory, 'mark', 'x');
    like("$its_status $its_err", qr/^1 gnomon: [^\n]*the run has ended\n$/, 'a guest that was killed');
    my ($marks) = scalar grep { ($_->{event} // '') eq 'control' && $_->{fields}{kind} eq 'mark' } events(region($directory));
    is($marks, 1, 'what was given up has not been done');
}

done_testing();
