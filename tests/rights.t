#!/usr/bin/perl
# What a domain may be given: connections from the host come to the domain that has the port, whichever listens there; a
# domain reaches what of the host's network its rules say, with the exceptions that `java` has for EACCES; connections
# are limited; and options at random break nothing. SEED and ROUNDS choose those (`make fuzz` takes many).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use JSON::PP;
use List::Util 'sum0';
use POSIX ();
use Server;
use Test::More;
use Time::HiRes 'sleep';

my $classes = compile('rights', map { "tests/rights/$_.java" } qw(Web Fuzzed Floods));
my $path = "$classes:" . build('gnomon.jar');

# ---- Inwards: `thief` listens last, and gets nothing; `web` has been given the port, and when it ends it is the first
# domain's again

my $in = free_port();
pipe my $answers, my $told or die "pipe: $!\n";
my $asking = fork // die "fork: $!\n";
if (!$asking) {
    close $answers;
    my @all;
    for (1 .. 1200) {
        my $answer = ask($in, 'hello');
        push @all, $answer if $answer ne '';
        last if @all == 5;
        sleep 0.05;
    }
    syswrite $told, "@all";
    POSIX::_exit(0);
}
close $told;
my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--net-forward', "$in:80", '-o', scratch('inwards'), '-cp', $path, 'Web', '--', 'inwards');
is("$status $out", "0 both listen\nport: it is not this domain's to give\nweb: 0\n", 'inwards: a port is given once, by the domain that has it') or diag $err;
waitpid $asking, 0;
sysread $answers, my $all, 1000;
is($all, 'main main web web main', 'inwards: its domain gets the connections, and no other that listens there');

# ---- Events: what a domain may not record is counted as lost. In a deterministic run each has the same seconds

my $floods = scratch('floods');
($status, $out, $err) = gnomon(300, 'run', '-q', '--deterministic', '--events', 'domain', '-o', $floods, '-cp', $path, 'Floods');
is("$status $out", "0 0\n", 'events: the program') or diag $err;
my (%recorded, $texts);
my $recorded = report($floods);
for my $event (@{(decode_json((gnomon(60, 'events', $floods, '--stat', '--format', 'json'))[1]))->{events}}) {
    $recorded{$event->{event}} = $event->{count};
}
my ($lost) = map { $_->{count} } grep { $_->{cause} eq 'limited_events' } @{$recorded->{lost}};
is($recorded{all}, 80_000, 'events: one without a limit has all');
ok(!exists $recorded{none} || !$recorded{none}, 'events: one that may record none has none');
for my $name (qw(some above child)) {
    my $count = $recorded{$name} // 0;
    ok($count > 0 && $count <= 300, "events: $name has its part of each second") or diag $count;
}
is($lost, 5 * 100_000 - sum0(map { $recorded{$_} // 0 } qw(all some none above child log)), 'events: all others are counted');

# ---- Outwards

my ($first, $second) = sort { $a->sockport <=> $b->sockport } listener(), listener();
my ($port, $other) = map { $_->sockport } $first, $second;
my ($refused, $denied, $unknown) = ('java.net.ConnectException: Connection refused', 'java.net.BindException: Permission denied', 'java.net.UnknownHostException: host.example');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--net-allow', "localhost:$port", '--net-allow', "localhost:$other", '-o', scratch('outwards'), '-cp', $path, 'Web', '--', 'outwards', $port, $other);
is($out, <<"END", 'outwards: what rules say') or diag $err;
all: connected, connected, connected, $refused, $unknown
rule: connected, $refused, connected, $denied, $unknown
child of rule: connected, $refused, connected, $denied, $unknown
nothing of rule: $refused, $refused, $refused, $denied, $unknown
range: connected, connected, connected, $refused, $unknown
loopback: $refused, $refused, $refused, $denied, $unknown
nothing: $denied, $denied, $denied, $denied, $unknown
many: 3 3 java.net.SocketException: No buffer space available
many: connected
none: 0 0 java.net.SocketException: No buffer space available
none: java.net.SocketException: No buffer space available
END
is($status, 0, 'outwards: status');

# ---- Options at random

my ($seed, $rounds) = ($ENV{SEED} // 1, $ENV{ROUNDS} // 60);
for my $options (['--machine', 'linux', '--cpus', 2], $ENV{ROUNDS} ? () : ['--machine', 'qemu', '--deterministic']) {
    my $count = $options->[1] eq 'qemu' ? 8 : $rounds;
    ($status, $out, $err) = gnomon(120 + 4 * $count, 'run', '-q', @$options, '--mem', 1024, '-o', scratch('fuzzed'), '-cp', $path, 'Fuzzed', '--', $seed, $count);
    is("$status $out", "0 inner: 0, neighbour: true\n", "$options->[1]: options at random, from the seed $seed, $count times") or diag substr $err, -3000;
}
done_testing;
