#!/usr/bin/perl
# Recorded traffic (gnomon run --net-record and --net-replay): a program prints the same when what the host's network
# said is fed to it again, without the network, on both machines and in a deterministic run, of which two record the
# same region; what it does otherwise is said; and a file that is not what was written is refused.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Server;
use Test::More;
use Time::HiRes 'sleep';

my $classes = compile('replay', map { "tests/net/$_.java" } qw(Steps Outside Inwards Otherwise Datagrams));
my ($port) = start_server();
my $refused = free_port();

sub record {
    my ($name, @arguments) = @_;
    my @got = gnomon(120, 'run', '-q', '--net-record', scratch("$name.net"), '-o', scratch($name), '-cp', $classes, @arguments);
    is($got[0], 0, "$name: recorded") or diag $got[2];
    return $got[1];
}

sub replay {
    my ($name, @arguments) = @_;
    return gnomon(120, 'run', '-q', '--net-replay', scratch("$name.net"), '-o', scratch("$name-again"), '-cp', $classes, @arguments);
}

# ---- Outwards: all ways to talk, by many threads

for my $machine (machines(2)) {
    my $said = record($machine, '--machine', $machine, '--net-allow', "localhost:$port", 'Outside', '--', $port, $refused);
    like($said, qr/^many: done\n.*Connection refused/ms, "$machine: to the end");
    my ($status, $out, $err) = replay($machine, '--machine', $machine, 'Outside', '--', $port, $refused);
    is("$status $err$out", "0 $said", "$machine: replayed, the program prints the same");
    my ($first, $second) = map { report(scratch($_))->{net} } $machine, "$machine-again";
    is_deeply([@$second{qw(connections lookups unknown)}], [@$first{qw(connections lookups unknown)}], "$machine: and its report has the same connections");
    is_deeply([$first->{replay}, $second->{replay}{differences}, $second->{replay}{not_made}], [undef, 0, 0], "$machine: which the report says");
    my @regions;
    for my $run (1, 2) {
        ($status, $out, $err) = replay($machine, '--deterministic', 'Outside', '--', $port, $refused);
        is("$status $err$out", "0 $said", "$machine: so does a deterministic run");
        push @regions, slurp(scratch("$machine-again") . '/region');
        last if $machine eq 'qemu';
    }
    ok($regions[0] eq $regions[1], 'two deterministic runs record the same') if @regions == 2;
}

# ---- Datagrams

my $echo = start_datagram_echo();
my $spoken = record('datagrams', '--machine', 'linux', '--net-allow', "localhost:$echo", '--net-allow', "localhost:$refused", 'Datagrams', '--', $echo, $refused);
my @told;
for my $options (['--machine', 'linux'], ['--deterministic'], ['--deterministic']) {
    my ($status, $out, $err) = replay('datagrams', @$options, 'Datagrams', '--', $echo, $refused);
    is("$status $err$out", "0 $spoken", "@$options: datagrams, replayed");
    push @told, slurp(scratch('datagrams-again') . '/region') if @$options == 1;
}
ok($told[0] eq $told[1], 'two deterministic runs with datagrams record the same');
my ($other_status, undef, $other) = replay('datagrams', '--machine', 'linux', 'Datagrams', '--', $echo, $refused, 'unheard');
like($other, qr/^gnomon: --net-replay \S+datagrams\.net: at \d+: the datagrams of a socket: /, 'other datagrams are said to be so');
is($other_status, 1, 'and are a failure');

# ---- Inwards

my $in = free_port();
my $asking = fork // die "fork: $!\n";
if (!$asking) {
    my $answer = '';
    for (1 .. 600) { last if $answer = ask($in, 'hello'); sleep 0.1 } # until it listens
    ask($in, 'long words ' x 50_000);
    ask($in, '');
    POSIX::_exit(0);
}
my $served = record('inwards', '--machine', 'linux', '--net-forward', "$in:80", 'Inwards', '--', 80, 3);
waitpid $asking, 0;
for my $machine (['--machine', 'linux'], ['--deterministic']) {
    my ($status, $out, $err) = replay('inwards', @$machine, 'Inwards', '--', 80, 3);
    is("$status $err$out", "0 listening\n" . join('', map { "/127.0.0.1 80 /127.0.0.1 $_\n" } 5, 550_000, 0), "@$machine: those come again who came");
}

# ---- A server that is ended from outside

for my $case (
    ['by gnomon ctl', 0, sub { gnomon(20, 'ctl', scratch('ended'), 'end') }],
    ['by a signal', 130, sub { kill 'INT', $_[0] }],
    ['by --timeout', 124, sub { }, '--timeout', 12],
) {
    my ($how, $wanted, $end, @options) = @$case;
    my ($at, $name) = (free_port(), 'ended');
    my $tool = fork // die "fork: $!\n";
    if (!$tool) {
        open STDOUT, '>', scratch("$name.out") or die "open: $!\n";
        open STDERR, '>', scratch("$name.err") or die "open: $!\n";
        exec build('gnomon'), 'run', '-q', '--machine', 'linux', @options, '--net-forward', "$at:80", '--net-record', scratch("$name.net"), '-o', scratch($name), '-cp', $classes, 'Inwards', '--', 80, 9;
    }
    my $answer = '';
    for (1 .. 600) { last if $answer = ask($at, 'hello'); sleep 0.1 } # until it listens
    is($answer, 'HELLO', "ended $how: it serves");
    sleep 0.3;
    $end->($tool);
    waitpid $tool, 0;
    is($? >> 8, $wanted, "ended $how: status");
    my $served = slurp(scratch("$name.out"));
    my @ended;
    for my $machine (['--machine', 'linux'], ['--deterministic'], ['--deterministic']) {
        my ($status, $out, $err) = gnomon(60, 'run', '--net-replay', scratch("$name.net"), @$machine, '-o', scratch("$name-again"), '-cp', $classes, 'Inwards', '--', 80, 9);
        is("$status $out", "$wanted $served", "ended $how: @$machine: and so does the replay");
        like($err, qr/^gnomon: --net-replay \S+ended\.net: the recorded run was ended from outside, $how, and so this one ends there$/m, "ended $how: @$machine: which is said");
        push @ended, slurp(scratch("$name-again") . '/region') if @$machine == 1;
    }
    ok($ended[0] eq $ended[1], "ended $how: two deterministic runs record the same");
}

# ---- A program that does otherwise

record('otherwise', '--machine', 'linux', '--net-allow', "localhost:$port", 'Otherwise', '--', $port, 'ehello');
my $at = qr/^gnomon: --net-replay \S+otherwise\.net: at \d+: the connection to 127\.0\.0\.1:$port: /;
for my $case (
    ['the same', 0, qr/^$/, "hello\n", $port, 'ehello'],
    ['another byte', 0, qr/${at}byte 2 that the program sent is 0x75, but was 0x65$/, "hello\n", $port, 'ehullo'],
    ['more bytes', 1, qr/${at}the program sent 10 bytes, but had sent 6$/, "hello\n", $port, 'ehello you'],
    ['fewer bytes', 1, qr/${at}the program sent 4 bytes, but had sent 6/, "java.net.SocketException: Input/output error\n", $port, 'ehel'],
    ['another port', 1, qr/the program connects to port $refused of a host more often than it did; 1 of the recorded connections were not made$/, "java.net.ConnectException: Connection refused\n", $refused, 'ehello'],
    ['one connection more', 1, qr/the program connects to port $port of a host more often than it did$/, "hello\njava.net.ConnectException: Connection refused\n", $port, 'ehello', 'ehello'],
    ['none', 0, qr/: 1 of the recorded connections were not made$/, '', $port],
) {
    my ($name, $wanted, $words, $printed, @arguments) = @$case;
    for my $machine ($name =~ /fewer|same/ ? (['--machine', 'linux'], ['--deterministic']) : ['--machine', 'linux']) {
        my ($status, $out, $err) = replay('otherwise', @$machine, 'Otherwise', '--', @arguments);
        is("$status $out", "$wanted $printed", "@$machine: $name: what the program sees");
        like($err, $words, "@$machine: $name: and what is said");
    }
}

# ---- Files that are not what was written, and options that do not go together

my $file = slurp(scratch('otherwise.net'));
sub changed { my ($at, $byte) = @_; my $copy = $file; substr($copy, $at, 1) = $byte // chr(ord(substr $copy, $at, 1) ^ 1); return $copy }
my $last = length($file) - 32;
# The record of the end with another word for how that was, and the hash that belongs to it (base/hash.h)
sub ended_as {
    no warnings 'portable'; # 64 bits
    my ($record, $hash) = (substr($file, $last), -0x340d631b7bdddcdb);
    substr($record, 8, 4) = pack 'V', 0;
    substr($record, 24, 4) = pack 'V', $_[0];
    use integer;
    $hash = ($hash ^ ord) * 0x100000001b3 for split //, $record;
    substr($record, 8, 4) = pack 'V', ($hash ^ $hash >> 32) & 0xffffffff;
    return substr($file, 0, $last) . $record;
}
for my $case (
    ['', qr/at 0: expected a header of 64 bytes$/],
    [substr($file, 0, 63), qr/at 0: expected a header of 64 bytes$/],
    ["\x7fELF" . substr($file, 4), qr/at 0: expected recorded traffic \(GNMONNET\)$/],
    [changed(8, "\x02"), qr/at 0: expected version 1 of the format$/],
    [changed(16), qr/at 0: expected the hash of the header$/],
    [substr($file, 0, 64), qr/at 64: expected another record, or that of the end$/],
    [substr($file, 0, $last), qr/at $last: expected another record, or that of the end$/],
    [substr($file, 0, 64 + 40), qr/at 64: expected the bytes of the record's frame$/],
    [changed(64 + 40), qr/at 64: expected the hash of the record$/],
    [ended_as(4), qr/at $last: expected how the recorded run ended$/],
    [$file . "\0", qr/at $last: expected the end of the file behind its last record$/],
) {
    my ($content, $words) = @$case;
    spill(scratch('damaged.net'), $content);
    my ($status, $out, $err) = replay('damaged', '--machine', 'linux', 'Otherwise', '--', $port, 'ehello');
    is("$status $out", '1 ', 'a damaged file: nothing runs');
    like($err, qr/^gnomon: \S+damaged\.net: $words/, 'a damaged file: which, where and why');
}
for my $case (
    [2, qr/^gnomon: --net-replay: expected no other option for the network with it$/, '--net-replay', scratch('otherwise.net'), '--net'],
    [2, qr/^gnomon: --net-record: expected --net, --net-allow or --net-forward with it$/, '--net-record', scratch('never.net')],
    [1, qr/^gnomon: \S+absent\.net: cannot /, '--net-replay', scratch('absent.net')],
    [1, qr{^gnomon: /nowhere/never\.net: cannot create: No such file or directory$}, '--net', '--net-record', '/nowhere/never.net'],
) {
    my ($wanted, $words, @options) = @$case;
    my ($status, undef, $err) = gnomon(60, 'run', '--machine', 'linux', @options, '-o', scratch('refused'), '-cp', $classes, 'Otherwise', '--', $port);
    is($status, $wanted, "@options[0, 2 .. $#options]: status");
    like($err, $words, "@options[0, 2 .. $#options]: words");
}
is((stat scratch('otherwise.net'))[2] & 0777, 0600, 'only its owner may read recorded traffic');

done_testing;
