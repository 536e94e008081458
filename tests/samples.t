#!/usr/bin/perl
# Are the samples taken, and do they fall where the time goes? In --deterministic a tick is an instruction, so how many
# samples a method must get follows from what a TCG plugin counts in the very same run. In real time only their number
# can be held: by the clock, every period has one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

cannot(
    cpus4 => 'a tick is an instruction on one processor only',
    stress => 'a collector that works all the time bends the figures that this file knows',
);
my $classes = compile('samples', 'tests/java/Shares.java', 'tests/java/Planted.java');
my @methods = map { "Shares.$_" } qw(tiny generator divide walk caller callee real);

sub sampled {
    my ($label, $rounds, @options) = @_;
    my $directory = scratch($label);
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--no-inline', 'Shares.*', @options, '-cp', $classes, 'Shares', '--', $rounds);
    is($status, 0, "$label: the run ends well") or diag $err;
    return ($directory, report($directory));
}

# How many samples there must be, by the time in which the sampler was on: at least and at most.
sub due {
    my ($report, $hz) = @_;
    # What the host took while the machine booted is in the host's account, with what it took later.
    my %account = map { $_->{name} => $_->{ns} } @{$report->{ledger}};
    # It is on from the boot's end to the final flush.
    my $most = ($report->{elapsed_ns} - $account{'firmware and boot'} - $account{'final flush'}) * $hz / 1e9;
    my $least = $most - $account{host} * $hz / 1e9;
    return ($least, $most);
}

# The sampler's own books, and a second opinion on how many there must be: the time in which it was on.
# In simulated time none is ever missed; where the host may take the processor away, few are, and those of that time.
sub are_taken {
    my ($label, $report, $hz, $share) = @_;
    my ($expected, $taken, $recorded) = @{$report->{samples}}{qw(expected taken recorded)};
    my ($lost) = map { $_->{count} } grep { $_->{cause} eq 'samples' } @{$report->{lost}};
    is($recorded, $taken, "$label: every sample taken is in the recording");
    is($taken + $lost, $expected, "$label: taken and lost are all that were expected");
    my ($least, $most) = due($report, $hz);
    cmp_ok($taken, '>=', $share * $expected - ($most - $least), "$label: $taken of $expected are taken");
    my $by_clock = sprintf '%s: by the clock %.0f to %.0f are due', $label, $least, $most;
    cmp_ok($expected, '>=', 0.99 * $least - 2, $by_clock);
    cmp_ok($expected, '<=', 1.01 * $most + 2, $by_clock);
}

# One of 24 figures is off by more than 3 sigma in one build of twenty, by chance. For 4 sigma there are so many samples
# that they are no larger a part of a method's share than 3 sigma of 2,000 samples (10 kHz), or 1,200 (1 kHz).
my $SIGMAS = 4;

sub are_where_the_time_goes {
    my ($label, $directory, $report, $counts, $period) = @_;
    my $ranges = code_ranges(region($directory));
    my %samples = map { ("$_->{class}.$_->{method}" => $_->{samples}) } @{$report->{methods}};
    my %executed = map { $_ => exclusive_of($counts, $ranges, $_) } @methods;
    my ($all_samples, $all_executed) = (0, 0);
    $all_samples += $samples{$_} // 0, $all_executed += $executed{$_} for @methods;
    cmp_ok($all_samples, '>=', 500, "$label: enough samples to tell ($all_samples)");
    for my $method (@methods) {
        my ($got, $share) = ($samples{$method} // 0, $executed{$method} / $all_executed);
        my $sigma = sqrt($all_samples * $share * (1 - $share));
        my $off = $got - $all_samples * $share;
        ok(abs $off <= $SIGMAS * $sigma, sprintf '%s: %s has %.2f %% of the instructions, %.2f %% of the samples, off by %.2f sigma',
            $label, $method, 100 * $share, 100 * $got / $all_samples, $off / $sigma);
    }
    my $due = $all_executed / $period;
    cmp_ok(abs($all_samples - $due), '<=', $SIGMAS * sqrt $due, sprintf '%s: %d samples in these methods, %.1f by their instructions', $label, $all_samples, $due);
}

for my $run (['10kHz', 10_000, 7200], ['1kHz', 1000, 43_200], ['CPU', 10_000, 7200]) {
    my ($label, $hz, $rounds) = @$run;
    my $counts = scratch("counts-$label");
    local $ENV{PATH} = plugin_path($counts) . ":$ENV{PATH}";
    my $option = $label =~ /CPU/ ? '--sample-cpu' : '--sample';
    my ($directory, $report) = sampled($label, $rounds, '--deterministic', $option, $hz);
    are_taken($label, $report, $hz, 1);
    are_where_the_time_goes($label, $directory, $report, counts($counts), 1e9 / $hz);
}

# The same by what --exact counts of each method, wherever it is inlined; stacks have the methods in between.
for my $case (['Shares', 7200, qw(tiny divide generator walk real caller)], ['Planted', 200_000, qw(step mash mix round triple single)]) {
    my ($main, $rounds, @expected) = @$case;
    my $directory = scratch("exact-$main");
    my ($status, undef, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--exact', '--sample', 10_000, '--stacks', 16, '-cp', $classes, $main, '--', $rounds);
    is($status, 0, "$main, counted and sampled: the run ends well") or diag $err;
    my $report = report($directory);
    is($report->{samples}{without_origins}, 0, "$main: all translations say what each instruction is from");
    my %samples = map { ($_->{label} => $_->{samples}) } @{$report->{methods}};
    my ($all, $translated) = (sum0(values %samples), $report->{exact}{translated});
    my @large = grep { $_->{own} + $_->{inlined} > 0.01 * $translated } @{$report->{exact}{methods}};
    is(scalar(grep { my $name = $_; grep { $_->{label} =~ /^\Q$main.$name\E\(/ } @large } @expected), scalar @expected, "$main: these methods have more than 1 %: @expected");
    for my $method (@large) {
        my ($got, $share) = ($samples{$method->{label}} // 0, ($method->{own} + $method->{inlined}) / $translated);
        my ($off, $sigma) = ($got - $all * $share, sqrt($all * $share * (1 - $share)));
        ok(abs $off <= $SIGMAS * $sigma, sprintf '%s: %s has %.2f %% of the instructions, %.2f %% of the samples, off by %.2f sigma',
            $main, $method->{label}, 100 * $share, 100 * $got / $all, $off / $sigma);
    }
    next if $main ne 'Planted';
    my @steps = grep { /;Planted\.step\(int\) / } split /\n/, (gnomon(60, 'export', $directory, '--to', 'folded'))[1];
    my @odd = grep { !/^main;Planted\.main\(String\[\]\);Planted\.round\(int\);Planted\.through\(int\);Planted\.step\(int\) / } @steps;
    ok(@steps && !@odd, "$main: in step, two deep, the stacks are whole") or diag join "\n", @odd;
}

# A rate that changes while it runs: each sample says what it stands for, so each method has its time, and the two
# witnesses agree.
my $rates = scratch('classes-rates');
mkdir $rates;
is((run(60, 'javac', '-d', $rates, '-cp', build('gnomon.jar'), 'tests/java/Rates.java'))[0], 0, 'Rates is compiled');
for my $machine ('--deterministic', '--machine=linux') {
    my $directory = scratch("rates$machine");
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, split(/=/, $machine), (map { ('--time', "Rates.$_") } qw(often unseen seldom)), '--stacks', 16, '-cp', "$rates:" . build('gnomon.jar'), 'Rates', '--', 60_000_000);
    is($status, 0, "$machine: a program samples itself, with stacks") or diag $err;
    my $report = report($directory);
    my %method = map { ($_->{method} => $_) } @{$report->{methods}};
    my %witness = map { ($_->{method} => $_) } @{$report->{witnesses}{shown}};
    for my $name (qw(often seldom)) {
        my $period = $name eq 'often' ? 2e5 : 2e6;
        my ($timed, $sampled, $samples) = ($witness{$name}{timed_ns}, @{$witness{$name}}{qw(sampled_ns samples)});
        # A loaded host takes the processor away in the middle of interrupts as well, which no sample sees.
        my $least = $machine eq '--deterministic' ? 0.95 : 0.05;
        ok($sampled > $least * $samples * $period && $sampled < 1.01 * $samples * $period, "$machine: ${\($samples)} samples of $name are of a rate of their own");
        ok($witness{$name}{agree}, sprintf '%s: %s: %.1f ms by timing, %.1f by samples', $machine, $name, $timed / 1e6, $sampled / 1e6);
        cmp_ok($witness{$name}{sampled_err_ns}, '<', 0.6 * $timed, "$machine: $name: and the error leaves something to tell") if $machine eq '--deterministic';
    }
    # What was translated before the first sample is without them.
    cmp_ok($report->{samples}{without_origins}, '>', 0, "$machine: so many translations do not say what each instruction is from: $report->{samples}{without_origins}");
    like((gnomon(60, 'report', $directory))[1] =~ s/\n +/ /gr, qr/^samples .*; $report->{samples}{without_origins} translations are without origins/m, "$machine: the report says it as well");
    is($witness{unseen}{samples}, 0, "$machine: none where none were taken");
    ok($witness{unseen}{agree}, "$machine: which is no disagreement");
    cmp_ok($report->{witnesses}{unsampled_ns}, '>=', $witness{unseen}{timed_ns}, "$machine: for that long the sampler was off");
    my @rates = map { $_->{a} } grep { $_->{id} == 42 } events(region($directory));
    is("@rates", '5000 0 500', "$machine: the recording says which rates there were");
}

# Stacks that cross portals: what a service does has the stack of the caller beneath it, which waits in another thread;
# so has what it calls in its turn.
my $called = compile('sampled', 'tests/domains/Sampled.java');
my %way = (
    first => qr/;Sampled\.first\([^;]*;Sampled\$Work\$\$Portal\.compute\([^;]*;\[portal\];gnomon\.Portals\.serve0\([^;]*;\[kernel\];Sampled\$Worker\.compute\([^;]*;Sampled\.busy\(/,
    second => qr/;Sampled\.second\([^;]*;Sampled\$Work\$\$Portal\.compute\([^;]*;\[portal\];gnomon\.Portals\.serve0\([^;]*;\[kernel\];Sampled\$Worker\.compute\([^;]*;Sampled\.busy\(/,
    nested => qr/;Sampled\.nested\([^;]*;Sampled\$Work\$\$Portal\.forward\([^;]*;\[portal\];gnomon\.Portals\.serve0\([^;]*;\[kernel\];Sampled\$Worker\.forward\([^;]*;Sampled\$Back\$\$Portal\.back\([^;]*;\[portal\];gnomon\.Portals\.serve0\([^;]*;\[kernel\];Sampled\$Answer\.back\([^;]*;Sampled\.busy\(/,
    alone => qr/^main;Sampled\.main\([^;]*;Sampled\.alone\([^;]*;Sampled\.busy\(/,
);
for my $machine ('--deterministic', '--machine=linux') {
    my $directory = scratch("sampled$machine");
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '-o', $directory, split(/=/, $machine), '--sample', 1000, '--stacks', 64, '--no-inline', 'Sampled.**', '-cp', "$called:" . build('gnomon.jar'), 'Sampled', '--', 10_000);
    is("$status $out", "0 true\n", "$machine: calls through portals end well") or diag $err;
    my (%ns, @others);
    for (grep { /;Sampled\.busy\(/ } split /\n/, (gnomon(60, 'export', $directory, '--to', 'folded'))[1]) {
        my ($stack, $ns) = /(.*) (\d+)$/;
        my @ways = grep { $stack =~ $way{$_} } sort keys %way;
        push @others, $stack if @ways != 1;
        $ns{$ways[0]} += $ns if @ways == 1;
    }
    is("@others", '', "$machine: every sample of the work says who has called for it, through one portal or two");
    is(join(' ', sort keys %ns), 'alone first nested second', "$machine: which were these");
    next if $machine ne '--deterministic';
    # The same work in both domains: 1, 1, 3 and 4 times so much; as many samples fall into it, but for one or two.
    my $part = ($ns{alone} + $ns{first} + $ns{nested} + $ns{second}) / 9;
    cmp_ok(abs($ns{$_->[0]} / $part - $_->[1]), '<', 0.05, "$machine: $_->[0]: $ns{$_->[0]} ns, $_->[1] of 9 parts") for ['first', 1], ['nested', 1], ['second', 3], ['alone', 4];
}

# ---- Frames that are not there yet, or no longer: the caller is known all the same

# The frame of Large.large is so large that the method first asks whether there is room for it.
spill(scratch('Large.java'), 'class Large { static void seen() {} static int large(int x) { if (x != -1) return x * 31 + 3; int[] of = new int[600]; ' .
    join(' ', map { "int a$_ = of[$_];" } 0 .. 599) . ' seen(); return ' . join(' + ', map { "a$_ * of[$_]" } 0 .. 599) . '; } }');
my $short = compile('paths', 'tests/java/Paths.java', scratch('Large.java'));
my @short = qw(Paths.leaf Paths.counted Large.large Paths.called);
# What is counted down is never translated again, and the kernel makes all reflective calls.
my @paths = ('--stacks', 16, '--no-inline', 'Paths.*', '--no-inline', 'Large.*', '-Dgnomon.again=2000000000', '-Dsun.reflect.inflationThreshold=2000000000', '-cp', $short, 'Paths', '--');
my $from = qr/^main;Paths\.main\(String\[\]\)/;
my $through = qr/$from;Paths\.outer\(int\);Paths\.middle\(int\)/;
my $reflected = qr/$from;Paths\.reflect\(int\);java\.lang\.reflect\.Method\.invoke\(.*\.invoke0\([^;]*\);\[kernel\]/;
for my $case (['', 600], ['--time', 60], ['--trace', 60], ['--time --trace', 30]) {
    my ($instruments, $rounds) = @$case;
    my $directory = scratch("paths$instruments");
    my @instruments = map { my $instrument = $_; map { ($instrument, $_) } @short } split / /, $instruments;
    my ($status, undef, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--machine', 'linux', '--sample', 5000, @instruments, @paths, $rounds, 100_000);
    is("$status$err", '0', "short methods ($instruments): the run ends well");
    my @stacks = split /\n/, (gnomon(60, 'export', $directory, '--to', 'folded'))[1];
    for my $method (@short) {
        my @in = grep { /;\Q$method\E\(/ } @stacks;
        cmp_ok(scalar @in, '>', 0, "samples fell into $method") if $instruments || $method ne 'Paths.called';
        my $callers = $method eq 'Paths.called' ? $reflected : $through;
        my @odd = grep { !/$callers;\Q$method\E\(int\)[; ]/ } @in;
        is("@odd", '', 'and each has its callers');
    }
}

# So the two witnesses agree where such methods are called by one that is timed, and that by another.
{
    my $directory = scratch('paths-timed');
    my ($status, undef, $err) = gnomon(300, 'run', '-q', '-o', $directory, '--deterministic', '--sample', 10_000, '--time', 'Paths.middle', '--time', 'Paths.outer', @paths, 80, 0);
    is("$status$err", '0', 'a timed method that calls a timed one: the run ends well');
    my %witness = map { ($_->{method} => $_) } @{report($directory)->{witnesses}{shown}};
    for my $name (qw(middle outer)) {
        my ($timed, $sampled, $err_ns, $agree) = @{$witness{$name}}{qw(timed_ns sampled_ns sampled_err_ns agree)};
        ok($agree, sprintf '%s: %.1f ms by timing, %.1f ± %.1f by samples', $name, $timed / 1e6, $sampled / 1e6, $err_ns / 1e6);
    }
}

# ---- Probes: a sample in one, or in what it calls, has the probed method, which has no frame there, and its caller;
# and is the instruments'

for my $machine (['--deterministic'], ['--machine', 'linux']) {
    my ($directory) = sampled("probes-$machine->[-1]", 1000, @$machine, '--trace', 'Shares.callee', '--time', 'Shares.callee', '--sample', 5000, '--stacks', 16, '--log-size', 64);
    my @probed = grep { /;Shares\..*;(?:probe_(?!code_)\w+|machine_prepare|(?:enter|leave)_\w+);\[/ } split /\n/, (gnomon(60, 'export', $directory, '--to', 'folded'))[1];
    my ($traced) = grep { /;probe_trace;/ } @probed;
    ok($traced, "@$machine: samples fell into probes");
    my @odd = grep { !/;Shares\.main\(String\[\]\);Shares\.caller\(int\);Shares\.callee\(int\);\w+;\[instrument\] / } @probed;
    is("@odd", '', "@$machine: whose stacks are whole");
}

# On Linux, however loaded the machine is.
my ($load) = keep_busy(1);
for my $hz (1000, 10_000) {
    # Where the machine is itself a guest, its host takes time that no clock here shows: the best of some runs counts.
    my (@due, $report);
    for (1 .. 8) {
        (undef, $report) = sampled("linux-$hz", 4000, '--machine', 'linux', '--sample', $hz);
        @due = due($report, $hz);
        last if $report->{samples}{expected} >= 0.99 * $due[0] - 2;
    }
    are_taken("linux, $hz Hz", $report, $hz, 0.99);
}
kill KILL => $load;
waitpid $load, 0;

done_testing();
