#!/usr/bin/perl
# Domains: what goes from one to the other and how they end, on Linux, with a collection at many allocations, with two
# processors, and twice in a deterministic run; what a recording says of calls; and that nothing is left. Where a call
# through a portal is to be like a direct one, `java` says what that does.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Server;
use Test::More;

my $classes =
    compile('domains', 'tests/java/classfiles/other/Assembler.java', map { "tests/domains/$_.java" } qw(Alternating Collected Copies Elsewhere Ends Family Leftovers Links Limits Many Midst NoNames Pauses Released Shared Starts Storm Traces Types Unpaid));
my $path = "$classes:" . build('gnomon.jar');
my (undef, $direct) = java(60, $classes, 'Copies', 'direct');
cmp_ok(scalar(() = $direct =~ /\n/g), '>=', 17, 'direct calls print something');

# The sum of a chain of so many objects is printed.
sub expected_copies {
    my ($sum) = @_;
    return $direct . <<"END";
by identity: 2 null false
key by identity: found
circle: true
chain: $sum
failure: number 7 7 java.lang.IllegalStateException: inside fail 0
refused: java.lang.Thread at [0][2].v0: it is no plain data
refused result: gnomon.Portals\$Server: it is no plain data
lambda: CopiesLAMBDA at [0]: a lambda, or another class without a name, cannot be copied
uncaught: java.lang.NullPointerException
nested: 10
static state is its own: 1 2 1000
an argument is a copy: 1
no such name: no service "nowhere"
interrupted: false
in the call: the domain of the service "there" has ended
status: 9
after it: the domain of the service "there" has ended
still here: main
END
}

sub check_copies {
    my ($label, $directory, $few, @options) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '-o', $directory, '-cp', $path, 'Copies', $few ? ('--', 'few') : ());
    is($out, expected_copies($few ? 19900 : 19999900000), "$label: copies") or diag $err;
    is($status, 0, "$label: status");
}

# As many calls as are made, each received and, but for the one in which the domain ends, replied to; with caller and
# callee.
sub check_events {
    my ($label, $directory) = @_;
    my $region = region($directory);
    my %of;
    push @{$of{$_->{event}}}, $_->{fields} for events($region, qw(portal_call portal_receive portal_return domain_create domain_end));
    is_deeply([map { $_->{domain} } @{$of{domain_create}}], [1, 2], "$label: two domains begin");
    is_deeply([map { $_->{domain} } @{$of{domain_end}}], [2], "$label: one ends, the other with the machine");
    my %calls;
    for my $event (qw(portal_call portal_receive portal_return)) { $calls{$event}[$_->{domain}]++ for @{$of{$event}} }
    # Back: 5 of the 10 nested ones. One of those has an argument that is refused, two have such a result, and one never
    # returns.
    is($calls{portal_call}[1], 5, "$label: calls to the first domain");
    is($calls{portal_receive}[2], 5, "$label: which it receives from the other");
    is($calls{portal_return}[2], 5, "$label: and replies to");
    is($calls{portal_receive}[1], $calls{portal_call}[2], "$label: the other receives all of its calls");
    is($calls{portal_return}[1], $calls{portal_call}[2] - 3, "$label: and replies to all but two that cannot be copied and the one in which it ends");
}

sub check_ledger {
    my ($label, $directory) = @_;
    my $report = report($directory);
    my $sum = sum0(map { $_->{ticks} } grep { $_->{name} ne 'total' } @{$report->{ledger}});
    is($sum, $report->{elapsed_ticks}, "$label: the ledger closes");
}

# The tables by domain: whose threads, calls and collections; and the ledger, whose parts are the whole to the tick. In
# a deterministic run what a domain's threads ran is what its accounts have and what the machine took meanwhile:
# interrupts, and switches of threads.
sub check_report {
    my ($label, $directory, $exact) = @_;
    my $report = report($directory);
    my @domains = grep { defined $_->{number} } @{$report->{domains}};
    my ($machine) = grep { !defined $_->{number} } @{$report->{domains}};
    is_deeply([map { [@$_{qw(number name exit_status calls served)}] } @domains], [[1, 'main', 0, 38, 5], [2, 'there', 9, 5, 38]], "$label: the domains of the report");
    for my $domain (@domains) {
        my @threads = grep { $_->{domain} eq $domain->{name} } @{$report->{threads}};
        is($domain->{threads}, scalar @threads, "$label: threads of domain $domain->{name}");
        is($domain->{running_ticks}, sum0(map { $_->{running_ticks} } @threads), "$label: and how long they ran");
    }
    ok($domains[0]{end_ns} > $domains[1]{end_ns} && $domains[1]{end_ns} > $domains[1]{start_ns} && $domains[1]{start_ns} > $domains[0]{start_ns}, "$label: begin and end");
    for my $at (0 .. $#{$report->{ledger}}) {
        my @parts = map { $_->{ledger}[$at]{ticks} } @{$report->{domains}};
        is(sum0(@parts), $report->{ledger}[$at]{ticks}, "$label: $report->{ledger}[$at]{name} is the sum of its parts");
    }
    my %machine = map { $_->{name} => $_->{ticks} } @{$machine->{ledger}};
    # What the host took may have been charged to an account before it was known.
    my $host = account($report, 'host', 'ticks');
    ok(!(grep { $_->{ticks} < ($exact ? 0 : -0.1 * $host) } map { @{$_->{ledger}} } @{$report->{domains}}), "$label: no account is negative");
    is($machine{'translated code'} // -1, 0, "$label: the machine runs no Java");
    for my $domain ($exact ? @domains : ()) {
        my $missing = $domain->{running_ticks} - $domain->{ledger_ticks};
        cmp_ok(abs $missing, '<=', $machine{interrupts} + $machine{scheduler} + $machine{kernel}, "$label: $domain->{name}: its accounts are what its threads ran");
        cmp_ok(abs $missing, '<', $domain->{running_ticks} / 20, "$label: $domain->{name}: and nearly all of it");
    }
}

# The same class, in both.
sub check_selection {
    my ($directory) = @_;
    my $there = report($directory, '--domain', 'there');
    is_deeply([sort { $a cmp $b } keys %{{map { $_->{domain} => 1 } @{$there->{threads}}}}], ['there'], 'only threads of that domain');
    is_deeply([map { $_->{name} } @{$there->{domains}}], ['there'], 'and only itself');
    my %events = map { $_->{name} => $_->{count} } @{$there->{events}};
    is("$events{portal_call} $events{portal_receive} $events{portal_return}", '5 38 35', 'and its events');
    my ($status, $out, $err) = gnomon(60, 'events', $directory, '--domain', 'there', '--events', 'portal_call');
    is(scalar(() = $out =~ /portal_call/g), 5, 'gnomon events --domain');
    ($status, $out, $err) = gnomon(60, 'report', $directory, '--domain', 'nowhere');
    is($status, 1, 'a domain that there is not');
    like($err, qr/expected --domain with the name of one of 2 domains \(main, there\), found nowhere/, 'and what there is');
    my ($other) = grep { $_->{domain} eq 'main' } @{report($directory)->{threads}};
    ($status, $out, $err) = gnomon(60, 'events', $directory, '--domain', 'there', '--thread', $other->{number});
    like($err, qr/expected --thread of a thread of there, found $other->{number} of main/, 'a thread of another domain');
    my (undef, $text) = gnomon(60, 'report', $directory);
    like($text, qr/^ .* 5 +38  there \(2, from [\d.]+ to [\d.]+, ended with 9: translated code /m, 'the table in text');
    like($text, qr/the whole, difference 0 ticks/, 'which closes');
    like($text, qr/  main \[there\]/, 'threads have their domains');
    my $query = "SELECT (SELECT calls || ' ' || served || ' ' || exit_status FROM domains WHERE name = 'there'), (SELECT sum(l.ticks) - (SELECT sum(ticks) FROM ledger) FROM domain_ledger l), "
        . "(SELECT count(DISTINCT domain) FROM methods WHERE class = 'java.lang.String'), (SELECT count(*) FROM threads WHERE domain = 'there') > 3";
    is((gnomon(60, 'query', $directory, '--format', 'csv', $query))[1] =~ s/.*\n(?=.)//r, "\"5 38 9\",0,2,1\r\n", 'tables of the database');
}

# Memory at the end, by kind: the machine has what the domains and the kernel have, and a recording that says otherwise
# is not consistent.
sub check_memory {
    my ($directory) = @_;
    my @rows = @{report($directory)->{memory}};
    my @kinds = ('heap', 'class data', 'code', 'fixed', 'names', 'stacks', 'files', 'open', 'native', 'tables');
    is_deeply([map { $_->{name} } @rows], ['(kernel)', 'main', '(machine)'], 'memory: of the kernel, the domain that has not ended, and the machine');
    is_deeply([sort keys %{$_->{bytes}}], [sort @kinds], "memory: of $_->{name}, all kinds") for @rows;
    is($rows[0]{bytes}{$_} + $rows[1]{bytes}{$_}, $rows[2]{bytes}{$_}, "memory: $_ is the sum") for @kinds;
    cmp_ok($rows[1]{bytes}{heap}, '>=', 1 << 20, 'memory: the program has some heap');
    my ($machine) = map { int $_ / 1024 } $rows[2]{bytes}{heap};
    like((gnomon(60, 'info', $directory))[1], qr/^memory +heap $machine, class data /m, 'memory: info says it');
    like((gnomon(60, 'report', $directory))[1], qr/^ +\d+  main \(heap \d+, class data \d+/m, 'memory: and so does the report');
    is_deeply([map { $_->{name} } @{report($directory, '--domain', 'main')->{memory}}], ['main'], 'memory: of one domain');
    my $region = region($directory);
    my ($section) = grep { $_->{id} == 59 } sections($region);
    vec($region, $section->{data} + ($section->{used} - 1) * $section->{entry} + 2, 8)++;
    my $damaged = scratch('damaged');
    mkdir $damaged;
    open my $file, '>:raw', "$damaged/region" or die "$damaged: $!\n";
    print $file $region;
    close $file;
    my ($status, $out) = gnomon(60, 'check', $damaged);
    like("$status $out", qr/^1 fault: memory, heap: the machine has \d+ bytes, its domains and the kernel \d+$/m, 'memory: gnomon check adds it up');
}

check_copies('linux', scratch('linux'), 0, '--machine', 'linux', '--events', 'portal,domain');
check_events('linux', scratch('linux'));
check_report('linux', scratch('linux'), 0);
check_selection(scratch('linux'));
check_memory(scratch('linux'));
check_copies('two processors', scratch('cpus'), 0, '--machine', 'linux', '--cpus', 2, '--events', 'portal');
check_report('two processors', scratch('cpus'), 0);
check_copies('stress', scratch('stress'), 1, '--machine', 'linux', map { "-Dgnomon.gc.$_" } 'stress=3000', 'protect=1', 'verify=200');

my @regions = map { scratch("deterministic-$_") } 1, 2;
check_copies('deterministic', $_, 1, '--deterministic', '--events', 'thread,portal,domain,collection') for @regions;
is(system('cmp', map { "$_/region" } @regions), 0, 'deterministic: the same region twice');
check_events('deterministic', $regions[0]);
check_ledger('deterministic', $regions[0]);
check_report('deterministic', $regions[0], 1);

# Services as arguments and results.
my (undef, $direct_links) = java(60, $classes, 'Links', 'direct');
my $links = $direct_links . <<"END";
greeting: hello from there
not interrupted there: false
proxies: false true true false portal N (hub) portal N
a class of its own: Links\$Hub\$\$Portal Hub
back at home: true
recursed: recurse
filled: Java heap space
failed oddly: java.lang.Thread at .what: it is no plain data
interrupts itself: true false
interrupted inside: true
refused: Links\$Both at [0]: it implements several portals
not registered: Links\$Both implements 2 portals
not registered: the name "hub" is taken
full: 4 Links\$Own at [N][N]: the domain has 4096 services already
third: third heard all, third heard me
gone: the domain of the service "Links\$Listener" has ended
gone here: the domain of the service "Links\$Listener" has ended
ended: the domain of the service "hub" has ended
END
cmp_ok(scalar(() = $direct_links =~ /\n/g), '>=', 11, 'direct calls with services print something');
for my $way (['linux', '--cpus', 2], ['stress', '-Dgnomon.gc.stress=3000', '-Dgnomon.gc.protect=1', '-Dgnomon.gc.verify=200']) {
    my ($label, @options) = @$way;
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', @options, '-o', scratch('links'), '-cp', $path, 'Links');
    is($out, $links, "$label: services as arguments") or diag $err;
    is($status, 0, "$label: services as arguments, status");
}

# Memory that is shared.
my (undef, $direct_memory) = java(60, $classes, 'Shared', 'direct');
cmp_ok(scalar(() = $direct_memory =~ /\n/g), '>=', 10, 'memory of one program prints something');
my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 2, '-o', scratch('shared'), '-cp', $path, 'Shared');
is($out, $direct_memory . <<'END', 'memory') or diag $err;
too much: 7 Direct buffer memory
its maker has ended: true
collected: true
END
is($status, 0, 'memory: status');

# Calls in all directions, of four domains with four threads each; in one of them a collection at every 3,000th
# allocation, another is ended and started again. Stacks are taken meanwhile across portals, of callers that leave in
# the middle.
($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 2, '--sample', 5000, '--stacks', 64, '-o', scratch('storm'), '-cp', $path, 'Storm', '--', 4, 4, 150, 3);
is($out, "calls: 2400, more than half returned: true\n", 'storm') or diag $err;
is($err, '', 'storm: nothing on standard error');

# The same with a collection at every 300th allocation of each, which pauses after every few objects, on one processor
# and on more of them than there are.
for my $cpus (1, 4) {
    ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', $cpus, '-Dstress=300', '-o', scratch('storm'), '-cp', $path, 'Storm', '--', 4, 4, 30, 2);
    is("$out$err", "calls: 480, more than half returned: true\n", "$cpus processors: storm with collections that pause often");
}

# Domains that end in the middle of a collection.
for my $way (['linux', '--machine', 'linux'], ['linux, 4 processors', '--machine', 'linux', '--cpus', 4], (map { ["deterministic, $_", '--deterministic', '--events', 'thread,portal,domain,collection'] } 1, 2)) {
    my ($label, @options) = @$way;
    ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '-o', scratch("midst-$label"), '-cp', $path, 'Midst', '--', $label =~ /linux/ ? 10 : 3);
    is("$status $out$err", "0 right: true, wrong: 0, ended: true\n", "$label: ends in the middle of collections");
}
is(system('cmp', map { scratch("midst-deterministic, $_") . '/region' } 1, 2), 0, 'deterministic: the same region twice');

# Calls that come while the domain is collected wait for that, and the events say so. Whether one comes then is chance.
for my $try (1 .. 8) {
    my $directory = scratch("collected-$try");
    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--cpus', 2, '--events', 'thread', '-o', $directory, '-cp', $path, 'Collected');
    is("$status $out$err", "0 called: true, wrong: 0\n", 'a domain is called while it is collected');
    my $waits = () = (gnomon(60, 'events', $directory))[1] =~ / thread_switch .*reason=collection/g;
    next if !$waits && $try < 8;
    cmp_ok($waits, '>', 0, 'a call waits for the end of the collection');
    last;
}

# While a domain is collected, others run: their own collections begin and end before its one does.
sub check_pauses {
    my ($label, $directory, $mib, $times, @options) = @_;
    ($status, $out, $err) = gnomon(600, 'run', '-q', @options, '--mem', 5 * $mib + 600, '--events', 'collection', '-o', $directory, '-cp', $path, 'Pauses', '--', $mib, $times);
    like($out, qr/^sums: true, wrong: 0, woken: true\n/, "$label: all as it was") or diag $err;
    my ($within, $other, @open) = (0, 0);
    for my $event (events(region($directory), qw(collection_begin collection_end))) {
        my $domain = $event->{fields}{domain};
        $other++ if $open[$domain] && $event->{event} eq 'collection_begin';
        $within++ if $event->{event} eq 'collection_end' && grep { $open[$_] && $_ != $domain } 0 .. $#open;
        $open[$domain] = $event->{event} eq 'collection_begin';
    }
    is($other, 0, "$label: one collection of a domain at a time");
    cmp_ok($within, '>', 0, "$label: and those of several at once");
    check_ledger($label, $directory);
    my $report = report($directory);
    is_deeply([map { my $at = $_; sum0(map { $_->{ledger}[$at]{ticks} } @{$report->{domains}}) } 0 .. $#{$report->{ledger}}], [map { $_->{ticks} } @{$report->{ledger}}], "$label: and each account is the sum of its parts");
    my %collector = map { ($_->{name} => account($_, 'collector', 'ticks')) } @{$report->{domains}};
    ok($collector{big} > 0 && $collector{busy} > 0, "$label: where both have collecting");
    cmp_ok($collector{big}, '>', $collector{busy}, "$label: the large domain most of it") if $label =~ /deterministic/;
    return $out =~ /without a collection, with one, with two at once: (\d+) (\d+) (\d+) ns late/;
}
check_pauses("pauses, $_ processors", scratch('pauses'), 20, 5, '--machine', 'linux', '--cpus', $_) for 1, 4;
# With two at once there are three that have turns of half a millisecond, one of which computes, and two may have had
# less than their shares.
my $mib = in_full() ? 200 : 64;
my ($without, $with_one, $with_two) = check_pauses('pauses, deterministic', scratch('pauses'), $mib, 1, '--deterministic');
cmp_ok($with_one, '<=', $without + 1_000_000, "$with_one ns late while $mib MiB are collected, $without ns otherwise");
cmp_ok($with_two, '<=', $without + 3_000_000, "$with_two ns late if a third domain computes and is collected as well");

# What is the same on every virtual machine: there domains are loaders and groups of threads, and copies are made in
# Java.
for my $case (['Copies', 34, 'elsewhere'], ['Links', 27, 'elsewhere'], ['Shared', 11, 'elsewhere'], ['Elsewhere', 20]) {
    my ($program, $lines, @arguments) = @$case;
    my ($expected_status, $expected, $expected_err) = java(60, $classes, $program, @arguments);
    is(scalar(() = $expected =~ /\n/g), $lines, "$program on another virtual machine prints something") or diag $expected_err;
    ($status, $out, $err) = gnomon(100, 'run', '-q', '--machine', 'linux', '-o', scratch('elsewhere'), '-cp', $path, $program, @arguments ? ('--', @arguments) : ());
    is($out, $expected, "$program: the same on another virtual machine") or diag $err;
    is($status, $expected_status, "$program: and the same status");
}

# Domains one after the other: what is taken is given back, and a start is no boot.
my $few = join '', map { "line $_\n" } 0 .. 11;
for my $way (['linux', '--machine', 'linux'], ['deterministic', '--deterministic']) {
    my ($label, @options) = @$way;
    ($status, $out, $err) = gnomon(300, 'run', '-q', @options, '--no-instruments', '--mem', 512, '-o', scratch('starts'), '-cp', $path, 'Starts', '--', 12, 10);
    is(join('', sort split /^/, $out), join('', sort split /^/, "${few}in 6 MiB: true\naccount: true\n"), "$label: one after the other") or diag $err;
}
my @lengths = map { $_->{end_ns} - $_->{start_ns} } grep { ($_->{name} // '') =~ /^number [1-9]/ } @{report(scratch('starts'))->{domains}};
is(scalar @lengths, 11, 'deterministic: that many');
cmp_ok($_, '<=', 25_000_000, "deterministic: a domain's start to its end, $_ ticks") for @lengths[0, -1];

# What many domains, and many classes with names of their own, leave behind, by kind of memory. DOMAINS says how many
# domains (10000 for a long run).
my $many = $ENV{DOMAINS} || (in_full() ? 2000 : 500);
my $loaded = in_full() ? 200_000 : 50_000;
($status, $out, $err) = gnomon(3600, 'run', '-q', '--machine', 'linux', '--cpus', 2, '--mem', 1024, '-o', scratch('many'), '-cp', $path, 'Many', '--', 'all', $many, $loaded);
is($out, <<"END", 'accounts after many domains, and after many classes') or diag $err;
$many domains: the same to the byte
$loaded classes: the same to the byte
kinds: [heap, class data, code, fixed, names, stacks, files, open, native, tables]
END

# Limits, and what is in use.
# Each is used up by a domain while another one works, whose turns (of some memory, a class, a thread, a file, a call)
# all end well. How long they take at most is told, and is bounded only where something stands still. WAYS chooses;
# unless it does, each run has a half of them, and QEMU a sixth, which TEST_SEED chooses (WITH=full: all).
my $host = listener();
my %ends = (
    heap        => 'Java heap space',
    classes     => 'Metaspace',
    mirrors     => 'Metaspace',
    code        => 'Out of space in CodeCache',
    names       => 'Metaspace',
    monitors    => 'Monitors true',
    stack       => 'StackOverflowError: true',
    threads     => 'unable to create native thread: possibly out of memory or process/resource limits reached',
    places      => 'there are places',
    fill        => 'No space left on device',
    cut         => 'cut: 1',
    descriptors => 'f (Too many open files) 16',
    accept      => 'connections are refused',
    connections => 'No buffer space available 5',
    memory      => 'Unable to allocate 16 bytes',
    mappings    => 'some are mapped: true',
    working     => 'no memory to verify a class',
    options     => 'the domain has 4096 services already, domains: 5 at once may come from it: 5',
    types       => 'no event number is left for event 1024 1024',
    windows     => 'No space left on device 512',
    output      => "one line more\none line more\none lin",
);
my @all_ways = $ENV{WAYS} ? split /,/, $ENV{WAYS} : sort keys %ends;
for my $machine (machines(3)) {
    my @ways = $ENV{WAYS} ? @all_ways : share($machine eq 'qemu' ? 6 : 2, @all_ways);
    ($status, $out, $err) = gnomon(1800, 'run', '-q', '--machine', $machine, '--cpus', 2, '--mem', 2048, '--net-allow', 'localhost:' . $host->sockport, '-o', scratch("unpaid-$machine"), '-cp', $path, 'Unpaid', '--', 'all', join(',', @ways), $host->sockport);
    my %turns;
    while ($out =~ s/turns (\w+) (\d+) (\d+)\n//) { $turns{$1} = {count => $2, slowest => $3} }
    is($out, join('', map { $_ . "\n" . $ends{$_} . ($_ eq 'output' ? '' : "\n") } @ways) . "at work: true\n", "$machine: a domain that uses up what it may have gets the error for it, and no other does") or diag $err;
    for my $way ('alone', @ways) {
        my ($count, $slowest) = map { $turns{$way}{$_} // -1 } qw(count slowest);
        note "$machine, $way: $count turns, the slowest $slowest ms";
        ok($count >= 3 && $slowest < 60_000, "$machine, $way: the other one goes on") or diag "$count turns, the slowest $slowest ms";
    }
}

# What a domain gives back of native memory serves others, in whatever sizes they take it.
for my $machine (machines(3)) {
    ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--mem', 400, '--heap', 64, '-o', scratch('released'), '-cp', $path, 'Released');
    is($out, "37 sizes, true\nstatus 0\n67108864\n", "$machine: memory that was given back is there for any size") or diag $err;
}

# Nor is anything left in it of what it had.
for my $machine (machines(3)) {
    ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, '--mem', 400, '--heap', 64, '-o', scratch('leftovers'), '-cp', $path, 'Leftovers');
    is($out, "written\na domain: nothing\nwritten\nthe first one: nothing\n", "$machine: memory has nothing in it of who had it before") or diag $err;
}

# A domain that has no room for another name goes on, and the machine with it.
($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 2, '-o', scratch('no-names'), '-cp', $path, 'NoNames');
is($out, "much was refused\nended with 0\n", 'no room for names: what needs one gets an error') or diag $err;

# What a domain starts counts against its limits.
for my $family (['class data', 64, 'Metaspace'], ['code', 32, 'Out of space in CodeCache'], ['native', 64, 'Unable to allocate 16 bytes']) {
    my ($kind, $mebibytes, $error) = @$family;
    ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 2, '-Dfamily.most=' . ($mebibytes << 20), '-o', scratch('family'), '-cp', $path, 'Family', '--', 'first', $kind);
    my $works = 'the first one works: 81 1048576';
    cmp_ok(scalar($out =~ s/^$error\n//mg), '>=', 1, "$kind: it gets the error for it");
    is($out, "two of them: what one may have\n$works\nthree of them: what one may have\n$works\n", "$kind: a family has what one may have") or diag $err;
    ($status, $out, $err) = gnomon(60, 'check', scratch('family'));
    is($status, 0, "$kind: the sums are right") or diag "$out$err";
}

($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '-o', scratch('types'), '-cp', $path, 'Types');
is("$status $out", "0 a family: 1024 types, 0 failed\nanother domain: type true\n", 'a family does not use up the numbers of types of events') or diag $err;

($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', scratch('limits'), '-cp', $path, 'Limits');
is($out, <<'END', 'limits') or diag $err;
threads: 20 unable to create native thread: possibly out of memory or process/resource limits reached
threads, seen from outside: threads 20, files 4, calls 1, heap true, classes true, time true
threads ends: 0
after: true 0 0 0 0 0
files: 30 a file (Too many open files)
files, seen from outside: threads 5, files 30, calls 1, heap true, classes true, time true
files again: true
files ends: 0
after: true 0 0 0 0 0
classes: Metaspace
classes ends: 0
after: true 0 0 0 0 0
calls: 3 5 calls of other domains at once, 4
calls, seen from outside: 4
calls ends: 0
after: true 0 0 0 0 0
a domain may have at least 8 of threads: 7
here: true 0
END
is($status, 0, 'limits: status');

($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', scratch('ends'), '-cp', $path, 'Ends');
my $leaves = "files false 0 null leaves\nleaves: 0\n";
is($out, <<"END" =~ s/LEAVES\n/$leaves/gr, 'how domains end') or diag $err;
returns: 0
exits: 7
halts: 8
throws: 1
hook of hooks
hooks: 0
inner 7
nests: 0
LEAVES
fills: 1
no main: 1
waits: false 137 false
spins: false 137 false
recurses: false 137 false
main's own: false 0 null
slow: 10
caller: 137 20
the domain of the service "slow" has ended: 137
LEAVES
LEAVES
LEAVES
LEAVES
account: equal
orphans: 0
END
is($status, 3, 'the first ends the machine');
like($err, qr/IllegalStateException: on purpose.*OutOfMemoryError: Java heap space.*class NotThere/s, 'and what they say of themselves is on standard error');

# ---- Copies that are made to be slow; stack traces of a thread that runs on another processor, while collections move
# what is being filled

($status, $out, $err) = gnomon(300, 'run', '-q', '--deterministic', '-o', scratch('alternating'), '-cp', $path, 'Alternating');
is("$status $out", "0 classes: in time\nONE TWO\nnames: nothing is left\n", 'copies of many classes in turn, and of constants with other names') or diag $err;
($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--cpus', 2, '-Dgnomon.gc.stress=50', '-o', scratch('traces'), '-cp', $path, 'Traces', '--', 300);
is("$status $out", "0 all have frames, wrong: 0\n", 'stack traces of a thread that goes on elsewhere') or diag $err;
done_testing;
