#!/usr/bin/perl
# Systems of components: what a wrong file gets, before anything is started; the example, with its report by domain; and
# how a system ends of which a component fails.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use File::Path 'make_path';
use Cpanel::JSON::XS;
use List::Util 'sum0';
use Test::More;

my $top = "$FindBin::Bin/..";
my $classes = build('examples/components');
make_path(scratch('system'));
my $file = scratch('system/system.ini');

sub refused {
    my ($label, $text, $expected, $status) = @_;
    spill($file, $text);
    my ($got, $out, $err) = gnomon(60, 'run', '--machine', 'linux', '-o', scratch('system/out'), '--components', $file);
    like($err, qr/^gnomon: \Q$file\E$expected\n\z/, $label);
    is($got, $status // 1, "$label: status");
    ok(!-e scratch('system/out/region'), "$label: nothing has been started");
}

my $a = "[a]\nclasspath = $classes\nmain = Producer\n";
refused('an empty file', "# nothing\n\n", ':3: expected a component.s name, such as \[store\], found the end');
refused('a key before any name', "main = X\n", ':1: expected a component.s name, such as \[store\], found .main = X.');
refused('an unknown key', "$a\nhaep = 3\n", ':5: expected one of classpath, jar, main, argument, heap, threads, files, classdata, calls, weight, connections, domains, output, types, events, scheduler, network, port, names, instruments, property, after, service, found .haep. \(did you mean heap\?\)');
refused('no key', "$a\nwords\n", ':5: expected KEY = VALUE or \[NAME\], found .words.');
refused('a bad name', "[a b]\n", ':1: expected \[NAME\], of letters.* found .\[a b\].');
refused('no end of a name', "[a\n", ':1: expected \[NAME\], .* found .\[a.');
refused('a name twice', "$a\n$a", ':5: expected another name for a component, found a, which line 1 has');
refused('a key twice', "${a}main = Other\n", ':4: expected main once, found it again: line 3 has it');
refused('no value', "${a}heap =\n", ':4: heap: expected a value, found none');
refused('a heap too small', "${a}heap = 4\n", ':4: heap: expected 8 to 1024 \(MiB\), found .4.');
refused('too few threads', "${a}threads = 3\n", ':4: threads: expected 8 to 1000000, found .3.');
refused('a heap that is no number', "${a}heap = 32M\n", ':4: heap: expected 8 to 1024 \(MiB\), found .32M.');
refused('a scheduler that is not there', "${a}scheduler = Nowhere\n", ':4: scheduler: expected a class of this component, found no Nowhere');
refused('a property without a value', "${a}property = x\n", ':4: property: expected NAME=VALUE, found .x.');
refused('a word for yes', "${a}service = maybe\n", ':4: service: expected yes or no, found .maybe.');
refused('a port that is none', "${a}port = 65536\n", ':4: port: expected 1 to 65535, found .65536.');
refused('a rule without a port', "${a}network = db.example\n", ':4: network: expected nothing, loopback or all, or up to 16 rules HOST:PORT, found .db\.example.');
refused('a rule beside a word', "${a}network = nothing\nnetwork = x:1\n", ':4: network: expected .*, found .nothing.');
refused('ports in the wrong order', "${a}network = x:9-8\n", ':4: network: expected .*, found .x:9-8.');
refused('too many domains', "${a}domains = 32\n", ':4: domains: expected 0 to 31, found .32.');
refused('too many connections', "${a}connections = 4097\n", ':4: connections: expected 0 to 4096, found .4097.');
refused('output that is no number', "${a}output = much\n", ':4: output: expected 0 to \d+, found .much.');
refused('too many types', "${a}types = 1025\n", ':4: types: expected 0 to 1024, found .1025.');
refused('another word for yes', "${a}instruments = on\n", ':4: instruments: expected yes or no, found .on.');
refused('only services', "${a}service = yes\n", ':1: expected a component that is no service, at whose end the run ends, found none');
refused('a missing jar', "$a\n[store]\njar = lib/store.jar\n", ':6: expected a jar or a directory of classes, found no .*/system/lib/store\.jar');
refused('no classes', "$a\n[store]\nmain = Store\n", ':5: \[store\]: expected classpath and main, or jar, found neither');
refused('no main', "[a]\nclasspath = $classes\n", ':2: \[a\]: expected main with classpath, found none');
refused('a main class that is not there', "[a]\nclasspath = $classes\nmain = Produce\n", ':3: .*: expected main class Produce, found no Produce.class');
refused('after a component that is not there', "${a}after = stoer\n\n[store]\nclasspath = $classes\nmain = StoreMain\n", ':4: after: expected a component of this file, found stoer \(did you mean store\?\)');
refused('a circle', "${a}after = c\n" . join('', map { my ($name, $after) = @$_; "[$name]\nclasspath = $classes\nmain = Producer\nafter = $after\n" } ['b', 'a'], ['c', 'b']),
    ':\d+: after: expected an order in which they can start, found a circle: (?:a after c after b after a|b after a after c after b|c after b after a after c)');
refused('a zero byte', "[a]\nmain = \0\n", ':2: expected text, found a zero byte');

my ($status, $out, $err) = gnomon(60, 'run', '--components', scratch('system/none.ini'));
like($err, qr/none\.ini: .*No such file/, 'no file') or diag $err;
is($status, 1, 'no file: status');
($status, $out, $err) = gnomon(60, 'run', '--components', $file, '-cp', $classes, 'Producer');
like($err, qr/--components: expected no other program and no arguments with it/, 'another program beside it');
is($status, 2, 'another program beside it: status');

# The example as it stands, but for where its classes are and how much is produced.
sub system_of {
    my (%replaced) = @_;
    my $text = slurp("$top/examples/components/system.ini") =~ s/^classpath = .*/classpath = $classes/gmr;
    $text =~ s/^argument = .*/argument = $replaced{argument}/m;
    $text =~ s/^after = query/after = query\nproperty = a=b=c\nargument =/m;
    $text =~ s/^(main = QueryMain)/$1\nnetwork = loopback\nnames = store query\ndomains = 0\noutput = 100000\ntypes = 5\nconnections = 0\ninstruments = no/m;
    spill($file, $text);
}

system_of(argument => 20);
my $directory = scratch('example');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--events', 'portal,domain', '--time', 'StoreMain.*', '--time', 'QueryMain.*', '-o', $directory, '--components', $file);
is($status, 0, 'the example: status') or diag $err;
is($out, join('', map { my $sensor = $_; my @values = map { $_ * 7919 % 1000 } grep { $_ % 4 == $sensor } 0 .. 999;
    sprintf "sensor %d: %d readings, mean %.1f\n", $sensor, scalar @values, int(sum0(@values) / @values + 0.5) / 10 } 0 .. 3), 'the example: output');
# The same on another virtual machine.
my @components = map { my ($name, $main, @more) = @$_; ("component=$name", 'place=0', "classpath=$classes", "main=$main", @more) }
    ['store', 'StoreMain', 'service=yes', 'heap=32'], ['query', 'QueryMain', 'service=yes'], ['producer', 'Producer', 'argument=20', 'calls=4'];
is_deeply([(java(60, $classes, 'gnomon.Components', @components))[0, 1]], [$status, $out], 'the example on another virtual machine');
my $report = report($directory);
my %domains = map { $_->{name} => $_ } @{$report->{domains}};
is_deeply([sort keys %domains], ['(machine)', qw(main producer query store)], 'a domain for each');
is_deeply([map { my $name = $_; map { $domains{$name}{$_} } qw(number calls served exit_status) } qw(store query producer)], [2, 0, 44, 137, 3, 24, 24, 137, 4, 44, 0, 0],
    'in the order of starting, with their calls, and how they ended');
is(sum0(map { $_->{ledger_ticks} } values %domains), $report->{elapsed_ticks}, 'their ledgers are the whole');
my %methods = map { ("$_->{domain} $_->{class}.$_->{method}" => $_) } @{$report->{methods}};
is(join(' ', map { $methods{$_}{count} // 'none' } 'store StoreMain.add', 'store StoreMain.find', 'query QueryMain.summary'), '20 24 24', 'timed methods have their domains');
my $summary = $methods{'query QueryMain.summary'};
cmp_ok($summary->{elapsed_incl_ns} - $summary->{cpu_incl_ns}, '>', 0, 'what waits for a portal has elapsed time, and no CPU time');

# HSQLDB with clients in other domains, which have none of its classes: exceptions come without what is HSQLDB's own.
SKIP: {
    my $jar = '/usr/share/java/hsqldb.jar';
    skip 'no HSQLDB', 4 if !-e $jar;
    spill($file, slurp("$top/examples/components/database/system.ini") =~ s{\S*build/examples/components/database}{$classes/database}gr);
    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--events', 'portal', '-o', scratch('database'), '--components', $file);
    is($status, 0, 'the database: status') or diag $err;
    is(join('', sort split /^/, $out), "anna: 100 orders, 4950 in all\nanna: 42501\nbert: 42501\nbert: 50 orders, 1225 in all\n", 'the database: output');
    my %of = map { $_->{name} => $_ } @{report(scratch('database'))->{domains}};
    is(join(' ', map { "$_ $of{$_}{calls}" } qw(anna bert)), 'anna 102 bert 52', 'calls by client');
    is($of{database}{served}, 154, 'all of which the database serves');
}

system_of(argument => 'many');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '-o', scratch('fails'), '--components', $file);
is($status, 1, 'a component that fails gives its status');
like($err, qr/NumberFormatException.*gnomon: component producer: it has ended with status 1\n\z/s, 'and is named');
unlike($err, qr/component (?:store|query)/, 'services end without a word');
# What a slow call waited for in another domain is what was done there, in one domain or through two.
my $waits = compile('waits', 'tests/domains/Waits.java') . ':' . build('gnomon.jar');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--time', 'Waits.by*', '--slow', 1, '-o', scratch('slow'), '-cp', $waits, 'Waits');
is("$status$err", 0, 'calls that are slow elsewhere');
($status, $out, $err) = gnomon(60, 'slow', scratch('slow'), '--domain', 'main', '--format', 'json');
my %calls = map { $_->{method} => $_ } @{decode_json($out)->{calls}};
my $host = account(report(scratch('slow')), 'host');
for my $case (['bySleep', 'sleep', 'first', 30e6], ['byWork', 'ran', 'first', 0], ['byCall', 'sleep', 'second', 30e6]) {
    my ($method, $kind, $domain, $least) = @$case;
    my $call = $calls{$method};
    my ($part) = grep { $_->{kind} eq $kind && ($_->{in_domain} // '') eq $domain } @{$call->{parts}};
    cmp_ok($part ? $part->{ns} : -1, '>', $least - 1e6, "$method: $kind in $domain") or diag $out;
    my $there = sum0(map { $_->{ns} } grep { $_->{in_domain} } @{$call->{parts}});
    my $waited = sum0(map { $_->{ns} } grep { $_->{kind} eq 'blocked' && $_->{reason} eq 'portal' } @{$call->{parts}});
    cmp_ok($there, '>', 19e6, "$method: most of it is explained by what was done there");
    cmp_ok($waited, '<', 1e6 + $host, "$method: and next to nothing is only waiting");
    my $sum = sum0(map { $_->{ns} } @{$call->{parts}}) + $call->{unexplained_ns};
    cmp_ok(abs($sum - $call->{elapsed_ns}), '<=', @{$call->{parts}} + 1, "$method: the parts are the whole, each to the ns");
}
like((gnomon(60, 'slow', scratch('slow')))[1], qr/ms +\d+\.\d %  in first, thread \d+ \(portal server\) slept, woken by the clock$/m, 'in words');
done_testing;
