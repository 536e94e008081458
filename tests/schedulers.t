#!/usr/bin/perl
# Which thread gets the processor: shares of domains by weight; and schedulers in Java, those of examples/schedulers/
# and some that do what they must not, with which the program does what it does without.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

cannot(
    cpus4 => 'with several there is less to choose',
    stress => 'a collector that works all the time bends the figures that this file knows',
);

my $classes = compile('schedulers', map { "tests/schedulers/$_.java" } qw(Own Spin Broken Work Misled Starves Late));
my $path = "$classes:" . build('gnomon.jar');

# In the window each has its part of what they have together, as exactly as is said; and together they have nearly all
# of it.
sub shares {
    my ($label, $directory, $milliseconds, $weights, $error, @options) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '--quantum', 500, '-o', $directory, '-cp', $path, 'Spin', '--', $milliseconds, @$weights);
    is($status, 0, "$label: status") or diag $err;
    my @had = split /\n/, $out;
    my @expected = map { s/x.*//r } @$weights;
    my ($sum, $whole) = (sum0(@had), sum0(@expected));
    is(scalar @had, scalar @$weights, "$label: a figure for each") or return;
    for my $at (0 .. $#had) {
        my $part = $had[$at] / $sum / ($expected[$at] / $whole);
        ok(abs($part - 1) < $error, "$label: the domain with weight $weights->[$at]") or diag "it has $part times its share: @had";
    }
    return $sum / ($milliseconds * 1e6);
}

my $deterministic = scratch('deterministic');
cmp_ok(shares('three domains', $deterministic, 800, [1, 2, 5], 0.01, '--deterministic', '--events', 'domain'), '>', 0.97, 'what they have together');
# What the host takes, it takes in anybody's turn: no more is said here than which has more.
my (undef, $linux, $words) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', scratch('linux'), '-cp', $path, 'Spin', '--', 2400, 1, 2, 5);
my @linux = split /\n/, $linux;
ok(@linux == 3 && $linux[1] > 1.2 * $linux[0] && $linux[2] > 1.2 * $linux[1], 'the machine is a process') or diag "@linux $words";
shares('two domains, one with five threads', scratch('threads'), 200, ['1', '1x5'], 0.01, '--deterministic') if is_due(2, 'a domain with five threads');
shares('two domains', scratch('two'), 400, [3, 1], 0.01, '--deterministic') if is_due(2, 'two domains');

# What the report says of them, boot and all: in the order of their weights.
my %of = map { $_->{name} => $_ } @{report($deterministic)->{domains}};
ok($of{spinner1}{running_ticks} < $of{spinner2}{running_ticks} && $of{spinner2}{running_ticks} < $of{spinner3}{running_ticks}, 'the report by domain');

# ---- Schedulers: what is in time

my $examples = build('examples/schedulers') . ':' . build('gnomon.jar');

sub periodic {
    my ($scheduler, @options) = @_;
    my $directory = scratch("periodic-$scheduler");
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--deterministic', '--events', 'thread', @options, '--scheduler', $scheduler, '-o', $directory, '-cp', $examples, 'Periodic');
    is($status, 0, "$scheduler: status");
    is($err, '', "$scheduler: nothing is wrong with it");
    return map { /times, (\S+) too late/ ? $1 : () } split /\n/, $out;
}

is_deeply([periodic('EarliestDeadline')], [qw(none none none)], 'EarliestDeadline: all deadlines are met');
is_deeply([periodic('RoundRobin')], [100, 50, 20], 'RoundRobin: none is');
if (is_due(2, 'Lottery')) {
    my @lottery = periodic('Lottery');
    is_deeply([periodic('Lottery')], \@lottery, 'Lottery: the same again');
}

# A thread that misses none has had the processor in time; the others had what was left.
my %threads = map { $_->{name} => $_ } @{report(scratch('periodic-EarliestDeadline'))->{threads}};
my %share = map { $_ => $threads{$_}{running_ticks} / 1e9 } grep { /^every|^busy|^scheduler$/ } keys %threads;
ok(abs($share{'every 10 ms'} - 0.3) < 0.01 && abs($share{'every 20 ms'} - 0.3) < 0.01 && abs($share{'every 50 ms'} - 0.2) < 0.01, 'who has deadlines had what it needs') or diag explain \%share;
ok(abs($share{'busy 1'} - $share{'busy 2'}) < 0.01 && $share{'busy 1'} > 0.07, 'who has none had the rest, in turns') or diag explain \%share;
cmp_ok($share{scheduler}, '<', 0.03, 'and the scheduler little') or diag explain \%share;
my $region = region(scratch('periodic-EarliestDeadline'));
my @begins = events($region, 'scheduler_begin');
is(scalar @begins, 1, 'the event of its beginning');
is($begins[0]{fields}{thread}, $threads{scheduler}{number}, 'which says its thread');
my (undef, $listed) = gnomon(60, 'events', scratch('periodic-EarliestDeadline'), '--events', 'scheduler_begin');
like($listed, qr/EarliestDeadline/, 'and its class');

# On another virtual machine nobody asks, and nothing is told.
my ($status, $out, $err) = java(60, $examples, 'Periodic', 100);
is("$status $err", '0 ', 'on another machine: status');
is(scalar(() = $out =~ /too late\n/g), 3, 'on another machine: the program');

# ---- Schedulers that do what they must not

my (undef, $expected) = java(60, $classes, 'Work');
my $late = qr/takes more than 100 ms for an answer, in .*\(\), line \d+/;
my $waits = qr/waits, or gives up the processor, in .*/;
my $no_thread = qr/which is not the number of a thread that is ready/;
my %wrong = (
    Throws => qr/throws java\.lang\.IllegalStateException/, ThrowsNew => qr/allocates, in void Broken\$ThrowsNew\.misbehave\(\), line \d+/, Faults => qr/throws an exception, in void Broken\$Faults\.misbehave\(\), line \d+/,
    Loops => $late, Catches => $late, Recurses => qr/throws an exception, in int Broken\$Recurses\.depth\(int\), line \d+/, Allocates => qr/allocates, in void Broken\$Allocates\.misbehave\(\), line \d+/, AllocatesMuch => qr/allocates, in .*/,
    Sleeps => $waits, Yields => $waits, Waits => $waits, Parks => $waits, Nonsense => qr/chooses -7, $no_thread/, Nobody => qr/chooses 0, $no_thread/,
    NotReady => qr/chooses \d+, $no_thread/, Quantum => qr/gives a quantum of -1 ns, which is not from 100000 to 10000000000/,
);

sub works {
    my ($label, $scheduler, $wrong, @options) = @_;
    my $directory = scratch("broken-$scheduler");
    my ($status, $out, $err) = gnomon(120, 'run', '-q', @options, '--scheduler', "Broken\$$scheduler", '-o', $directory, '-cp', $path, 'Work');
    is($out, $expected, "$label: $scheduler: the program's output is as without");
    is($status, 0, "$label: $scheduler: status");
    like($err, $wrong ? qr/\Agnomon: scheduler Broken\$$scheduler: it $wrong; threads take turns from now on\n\z/ : qr/\A\z/, "$label: $scheduler: what is said of it");
}

for my $scheduler (sort keys %wrong) { works('Linux', $scheduler, $wrong{$scheduler}, '--machine', 'linux', '--events', 'thread') }
for my $scheduler (share(5, qw(Throws Loops Allocates Waits Nobody))) { works('deterministic', $scheduler, $wrong{$scheduler}, '--deterministic', '--events', 'thread') }
my @broken = events(region(scratch('broken-Loops')), 'scheduler_broken');
is(scalar @broken, 1, 'the event that says so');
(undef, $listed) = gnomon(60, 'events', scratch('broken-Loops'), '--events', 'scheduler_broken');
like($listed, $late, 'and why');
for my $scheduler (qw(Turns Impatient)) {
    works('Linux', $scheduler, undef, '--machine', 'linux');
    works('QEMU', $scheduler, undef);
}
# It gives back the monitor that it had, which the program needs.
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--scheduler', 'Broken$Prints', '-o', scratch('prints'), '-cp', $path, 'Work');
is($status, 0, 'Prints: status');
like($out, qr/\Q$expected\E\z/, 'Prints: the output of the program');
like($err, qr/it allocates, in /, 'Prints: what is said of it');
# Whether it has to wait for the monitor is a matter of time.
($status, $out, $err) = gnomon(120, 'run', '-q', '--deterministic', '--scheduler', 'Broken$Locks', '-o', scratch('locks'), '-cp', $path, 'Work');
is("$status $out", "0 $expected", 'Locks: the output of the program') or diag $err;

# ---- Deterministic runs repeat, whatever becomes of the scheduler

for my $scheduler (share(2, qw(Turns Loops))) {
    my @regions = map {
        my $directory = scratch("again-$_");
        gnomon(120, 'run', '-q', '--deterministic', '--events', 'thread', '--scheduler', "Broken\$$scheduler", '-o', $directory, '-cp', $path, 'Work');
        slurp("$directory/region");
    } 1, 2;
    ok($regions[0] eq $regions[1], "$scheduler: two runs record the same, byte for byte");
}

# ---- What is refused

sub refused {
    my ($label, $status, $words, @arguments) = @_;
    my ($got, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '-o', scratch('refused'), @arguments);
    is($got, $status, "$label: status");
    like($err, $words, "$label: words");
}

refused('a class that is not there', 1, qr/^gnomon: --scheduler: .*: expected class Nowhere, found none/, '--scheduler', 'Nowhere', '-cp', $path, 'Work');
refused('no gnomon.jar', 1, qr/^gnomon: --scheduler: .*: expected class gnomon\.Scheduler \(of gnomon\.jar\), found none/, '--scheduler', 'Broken$Turns', '-cp', $classes, 'Work');
refused('several processors', 2, qr/^gnomon: --scheduler: expected --cpus 1, found 2/, '--cpus', 2, '--scheduler', 'Broken$Turns', '-cp', $path, 'Work');
refused('no scheduler', 1, qr/expected a class that implements gnomon\.Scheduler, found Broken\$NoScheduler/, '--scheduler', 'Broken$NoScheduler', '-cp', $path, 'Work');
refused('a constructor that fails', 1, qr/Caused by: java\.lang\.IllegalStateException: not today/, '--scheduler', 'Broken$Fails', '-cp', $path, 'Work');

# With domains: all their threads are its affair.
($status, $out, $err) = gnomon(120, 'run', '-q', '--deterministic', '--scheduler', 'Broken$Turns', '-o', scratch('domains'), '-cp', $path, 'Spin', '--', 200, 1, 2);
is("$status $err", '0 ', 'domains: status');
my @had = split /\n/, $out;
ok(@had == 2 && abs($had[0] - $had[1]) < 0.02 * $had[0], 'domains: a scheduler that knows no weights');

# ---- One domain: its threads have their parts by tickets, while the domain has its part by its weight

# Each domain: the time that it had, and what its threads have done.
sub own {
    my ($label, $milliseconds, $domains, @options) = @_;
    my ($status, $out, $err) = gnomon(120, 'run', '-q', @options, '-o', scratch('own'), '-cp', "$path:$examples", 'Own', '--', $milliseconds, @$domains);
    is($status, 0, "$label: status") or diag $err;
    my @lines = map { [split] } split /\n/, $out;
    is(scalar @lines, scalar @$domains, "$label: a line for each, all of which were ended");
    return (\@lines, $err);
}

sub parts {
    my ($label, $got, $expected) = @_;
    my ($sum, $whole) = (sum0(@$got), sum0(@$expected));
    ok(@$got == @$expected && !(grep { abs($got->[$_] / $sum / ($expected->[$_] / $whole) - 1) >= 0.01 } 0 .. $#$got), $label) or diag "@$got";
}

my @exact = ('--deterministic', '--quantum', 500, '--events', 'thread');
my ($lines, $words_of_own) = own('tickets', 400, ['1:Own$Stride:100,300', '2:-:1,1'], @exact);
is($words_of_own, '', 'tickets: nothing is wrong');
parts('tickets: the domains', [map { $_->[0] } @$lines], [1, 2]);
parts('tickets: the threads of the one', [@{$lines->[0]}[1, 2]], [100, 300]);
parts('tickets: the threads of the other', [@{$lines->[1]}[1, 2]], [1, 1]);
my $once = slurp(scratch('own') . '/region');
if (is_due(2, 'tickets again')) {
    own('tickets again', 400, ['1:Own$Stride:100,300', '2:-:1,1'], @exact);
    ok($once eq slurp(scratch('own') . '/region'), 'tickets: two runs record the same, byte for byte');
}
my $own = report(scratch('own'));
is_deeply([map { my $at = $_; sum0(map { $_->{ledger}[$at]{ticks} } @{$own->{domains}}) } 0 .. $#{$own->{ledger}}], [map { $_->{ticks} } @{$own->{ledger}}], 'tickets: each account is the sum of the domains\' parts');
if (is_due(2, 'two schedulers')) {
    ($lines) = own('two schedulers', 400, ['1:Own$Stride:100,300', '1:RoundRobin:1,1,1'], @exact);
    parts('two schedulers: the domains', [map { $_->[0] } @$lines], [1, 1]);
    parts('two schedulers: tickets', [@{$lines->[0]}[1, 2]], [100, 300]);
    parts('two schedulers: turns', [@{$lines->[1]}[1 .. 3]], [1, 1, 1]);
}

# Collections hold the domain's threads, which it knows to be ready, or not yet.
($lines) = own('collections', 200, ['1:Own$Stride:100a,200a,500', '2:-:1,1'], @exact);
parts('collections: the domains', [map { $_->[0] } @$lines], [1, 2]);
ok(!(grep { $_ < 1000 } @{$lines->[0]}), 'collections: all threads go on') or diag "@{$lines->[0]}";
($lines) = own('collections, Linux', 400, ['1:Own$Stride:100a,200a,500', '2:-:1a,1'], '--machine', 'linux', '-Dgnomon.gc.verify=100');
ok(!(grep { $_ < 100 } map { @$_ } @$lines), 'collections, Linux: all threads go on') or diag map { "@$_\n" } @$lines;

# What is wrong with it is its domain's affair.
for my $scheduler (share(6, qw(Allocates Loops Nobody Quantum Throws Waits))) {
    my ($got, $said) = own($scheduler, 200, ["1:Broken\$$scheduler:1,1", '1:Own$Stride:100,300'], @exact);
    like($said, qr/\Agnomon: scheduler Broken\$$scheduler: it $wrong{$scheduler}; threads take turns from now on\n\z/, "$scheduler: what is said of it");
    parts("$scheduler: its domain's threads take turns", [@{$got->[0]}[1, 2]], [1, 1]);
    parts("$scheduler: the other domain's scheduler goes on", [@{$got->[1]}[1, 2]], [100, 300]);
}
my (undef, $reaches) = own('Reaches', 200, ['1:Own$Reaches:100,300', '1:-:1,1'], @exact);
like($reaches, qr/\Agnomon: scheduler Own\$Reaches: it chooses \d+, $no_thread; threads take turns from now on\n\z/, 'a thread of another domain is none');

# ---- Some that take too long, of one family: the others wait for one of them, however many there are

if (is_due(2, 'schedulers of one family')) {
    ($status, $out, $err) = gnomon(180, 'run', '-q', @exact, '-o', scratch('late'), '-cp', $path, 'Late');
    is("$status $out", "0 loops: 0 0 0 0\nanother family's: 0\n", 'domains with schedulers that take too long: they end') or diag $err;
    is(scalar(() = $err =~ /Broken\$Loops: it takes more than 100 ms for an answer/g), 2, 'one of each family is asked') or diag $err;
    is(scalar(() = $err =~ /Broken\$Loops: it is not asked, as another of its family has taken too long for an answer\n/g), 3, 'and the others are not') or diag $err;
}

# ---- One that answers what it is not asked, by reflection

for my $options (['--machine', 'linux'], is_due(3, 'answers in a deterministic run') ? ['--deterministic'] : ()) {
    ($status, $out, $err) = gnomon(180, 'run', '-q', @$options, '-o', scratch('misled'), '-cp', $path, 'Misled');
    is("$status $out", "0 ended: 7\n", "@$options: domains that answer what they are not asked end alone") or diag substr $err, 0, 1000;
    cmp_ok(scalar(() = $err =~ /it answers what it is not asked; threads take turns from now on\n/g), '>=', 2, "@$options: and are told so") or diag $err;
}

# ---- One that stops a copy from its callers' heap in the middle

($status, $out, $err) = gnomon(180, 'run', '-q', '--machine', 'linux', '--heap', 32, '--timeout', 120, '-o', scratch('starves'), '-cp', $path, 'Starves');
is("$status $out", "0 " . "goes on\n" x 5, "the caller's domain goes on") or diag substr $err, 0, 1000;

# ---- Where none is asked

my (undef, $several) = own('several processors', 200, ['1:Own$Stride:100,300'], '--machine', 'linux', '--cpus', 2);
is($several, "gnomon: scheduler Own\$Stride: it is not asked, as the whole machine has one, or several processors\n", 'several processors: it is said');
my (undef, $whole) = own('a scheduler of the machine', 200, ['1:Own$Stride:1,1'], @exact, '--scheduler', 'RoundRobin');
is($whole, "gnomon: scheduler Own\$Stride: it is not asked, as the whole machine has one, or several processors\n", 'a scheduler of the machine: it is said');

done_testing();
