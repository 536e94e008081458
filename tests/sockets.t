#!/usr/bin/perl
# Sockets within a guest: what a recording says of them, a deterministic run with them repeated, several processors, and
# a program that takes all there is. What programs print is compared with `java` by tests/conformance.t, topic sockets.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Compress::Zlib;
use Gnomon;
use JSON::PP;
use MIME::Base64;
use IO::Socket::INET;
use List::Util 'sum0';
use Test::More;

my $classes = compile('sockets', map { "tests/sockets/$_.java" } qw(Counted Hostile));
my $echo = compile('echo', 'tests/java/sockets/EchoServer.java');

sub sum { my ($field, @events) = @_; return sum0(map { $_->{fields}{$field} } @events) }

# The events of one connection and of datagrams, as tests/sockets/Counted.java makes them.
sub check_events {
    my ($label, $directory) = @_;
    my $region = region($directory);
    my @events = events($region);
    my %of;
    push @{$of{$_->{event} // ''}}, $_ for @events;
    my ($connect, @more) = @{$of{socket_connect}};
    my ($accept) = @{$of{socket_accept}};
    is(scalar @more, 0, "$label: one connection");
    my ($client, $served) = map { $connect->{fields}{$_} } qw(socket peer);
    is("$accept->{fields}{socket} $accept->{fields}{peer} $accept->{fields}{port}", "$served $client $connect->{fields}{port}", "$label: which is accepted, with the same ends and port");
    my @sent = grep { $_->{fields}{socket} == $client } @{$of{socket_send}};
    my @got = grep { $_->{fields}{socket} == $served } @{$of{socket_receive}};
    is(scalar(@sent) . ' ' . sum('bytes', @sent) . ' ' . sum('bytes', @got), '20 1400 1400', "$label: what is asked");
    my @back = grep { $_->{fields}{socket} == $served } @{$of{socket_send}};
    my @read = grep { $_->{fields}{socket} == $client } @{$of{socket_receive}};
    is(scalar(@back) . ' ' . sum('bytes', @back) . ' ' . sum('bytes', @read), '20 60 60', "$label: and answered");
    my %closed = map { ($_->{fields}{socket} => "$_->{fields}{sent} $_->{fields}{received}") } @{$of{socket_close}};
    is("$closed{$client}, $closed{$served}", '1400 60, 60 1400', "$label: closed with these sums");
    is(scalar(keys %closed), 5, "$label: as are the listener and the sockets of datagrams");
    my @datagrams = grep { $_->{fields}{bytes} == 500 || $_->{fields}{bytes} == 11 } @{$of{socket_send}};
    my ($received) = grep { $_->{fields}{bytes} == 400 } @{$of{socket_receive}};
    is_deeply([map { $_->{fields}{peer} } @datagrams], [$received->{fields}{socket}, 0], "$label: a datagram that arrives, cut off, and one that does not");
    my %names = %{entities($region)->{thread}};
    my ($answering) = grep { $names{$_} eq 'answering' } keys %names;
    my @waits = grep { $_->{fields}{from} == $answering && $_->{fields}{reason} eq 'socket' } @{$of{thread_switch}};
    cmp_ok(scalar @waits, '>=', 1, "$label: the thread that answers waits for its socket");
    my ($main) = grep { $names{$_} eq 'main' } keys %names;
    my @woken = grep { $_->{fields}{thread} == $answering && $_->{fields}{reason} eq 'socket' && $_->{fields}{waker} == $main } @{$of{thread_wakeup}};
    cmp_ok(scalar @woken, '>=', 1, "$label: until main has written");
    check_report($label, $directory, scalar @waits);
}

# The report's table of the same: by thread and port, with the waits of the thread that answers.
sub check_report {
    my ($label, $directory, $waits) = @_;
    my @sockets = @{report($directory)->{sockets}};
    my @lines = map { my $of = $_; join ' ', map { $of->{$_} // '-' } qw(thread kind port sends sent_bytes receives received_bytes) } @sockets;
    my ($port) = grep { defined } map { $_->{port} } @sockets;
    is_deeply([sort @lines], ["answering port $port 20 60 20 1400", 'main other - 2 511 1 400', "main port $port 20 1400 20 60"], "$label: what the report says of threads and ports");
    my ($answering) = grep { $_->{thread} eq 'answering' } @sockets;
    is($answering->{waits}, $waits, "$label: and of waits");
    cmp_ok($answering->{waited_ns}, '>', 0, "$label: which took time");
    my (undef, $text) = gnomon(60, 'report', $directory);
    like($text, qr/^ +20 +60 +20 +1400 +$waits +[\d.]+ ±[\d.]+ +answering, port $port$/m, "$label: also in words");
}

my ($first, $second) = map { scratch("deterministic-$_") } 1, 2;
for my $directory ($first, $second) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--deterministic', '--events', 'all', '-o', $directory, '-cp', $classes, 'Counted');
    is("$status $out", "0 said\n", 'deterministic: it runs') or diag $err;
}
is(system('cmp', "$first/region", "$second/region"), 0, 'deterministic: the same region twice');
check_events('deterministic', $first);

my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--events', 'all', '-o', scratch('counted'), '-cp', $classes, 'Counted');
is("$status $out", "0 said\n", 'linux: it runs') or diag $err;
check_events('linux', scratch('counted'));

# With stacks, by call site: the line of the program's own code that each is done by

my %line_of;
for (split /\n/, slurp("$FindBin::Bin/sockets/Counted.java")) { # by its text
    ++$line_of{''};
    $line_of{$1} = $line_of{''} if /(server\.accept|got, 0, 70|got, 0, 3|new Socket\(|new byte\[70\]\)|readNBytes\(3|new byte\[500|new byte\[400|new byte\[11)/;
}
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--cpus', 1, '--events', 'socket,thread', '--stacks', 32, '-o', scratch('sites'), '-cp', $classes, 'Counted');
is("$status $out", "0 said\n", 'with stacks: it runs') or diag $err;
my $with_sites = report(scratch('sites'));
my @sites = map { my $of = $_; join ' ', ($of->{site} =~ /\.(main|lambda)/)[0], map { $of->{$_} // '-' } qw(line thread kind sends sent_bytes receives received_bytes) } @{$with_sites->{socket_sites}};
is_deeply([sort @sites], [sort "lambda $line_of{'server.accept'} answering port 0 0 0 0", "lambda $line_of{'got, 0, 70'} answering port 0 0 20 1400", "lambda $line_of{'got, 0, 3'} answering port 20 60 0 0",
    "main $line_of{'new Socket('} main port 0 0 0 0", "main $line_of{'new byte[70])'} main port 20 1400 0 0", "main $line_of{'readNBytes(3'} main port 0 0 20 60",
    "main $line_of{'new byte[500'} main other 1 500 0 0", "main $line_of{'new byte[400'} main other 0 0 1 400", "main $line_of{'new byte[11'} main other 1 11 0 0"], 'with stacks: by call site, each line of the program') or diag explain \@sites;
is(sum0(map { $_->{waits} } @{$with_sites->{socket_sites}}), sum0(map { $_->{waits} } @{$with_sites->{sockets}}), 'with stacks: the waits of all are the same');

# The page's timeline: each event of a socket says with which port and where, and so does the wait that it ended

is((gnomon(60, 'report', scratch('sites'), '-o', scratch('sites.html')))[0], 0, 'the page is written');
my ($packed) = slurp(scratch('sites.html')) =~ /"texts": ?"([^"]+)"/;
my @texts = @{ decode_json(uncompress(decode_base64($packed))) };
my ($listened) = grep { defined } map { $_->{port} } @{$with_sites->{sockets}};
for my $case (['bytes=70', 'main\(String\[\]\)', 'new byte[70])'], ['bytes=3', 'main\(String\[\]\)', 'readNBytes(3'], ['bytes=70', 'lambda\S+\(ServerSocket\)', 'got, 0, 70'], ['bytes=3', 'lambda\S+\(ServerSocket\)', 'got, 0, 3'], ['peer=\d+', 'main\(String\[\]\)', 'new Socket(']) {
    my ($field, $method, $code) = @$case;
    cmp_ok(scalar(grep { /^socket=\d+ $field .*, port $listened, Counted\.$method:$line_of{$code}$/ } @texts), '>=', 1, "the timeline: $field at line $line_of{$code}");
}
cmp_ok(scalar(grep { /^port $listened, Counted\.lambda\S+:$line_of{'got, 0, 70'}$/ } @texts), '>=', 1, 'the timeline: a wait for a socket says with whom, and where');

my $line = '[' . join(', ', map { "$_:50" } 0 .. 7) . "]\n";
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '--cpus', 2, '-o', scratch('echo-run'), '-cp', $echo, 'EchoServer');
is("$status $out", '0 ' . $line x 3, 'servers and clients on two processors') or diag $err;

($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '-o', scratch('hostile'), '-cp', $classes, 'Hostile');
is("$status $out$err", '0 ' . slurp("$FindBin::Bin/sockets/hostile.txt"), 'who takes all there is gets exceptions, and all comes back');

my $full = compile('full', 'tests/sockets/FullAccept.java');
($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '--heap', 16, '-Djdk.module.addopens.0=java.base/sun.nio.ch=ALL-UNNAMED', '-o', scratch('full-run'), '-cp', "$full:" . build('gnomon.jar'), 'FullAccept');
is("$status $out", "0 address: 1, then 20 failed, 0 descriptors more\npath: 1, then 20 failed, 0 descriptors more\n", 'a connection for whose address there is no heap leaves no descriptor') or diag $err;
# ---- HSQLDB as a server

my $jar = '/usr/share/java/hsqldb.jar';
($status, $out, $err) = run(60, 'javac', '-cp', $jar, '-d', scratch('hsqldb'), "$FindBin::Bin/sockets/HsqlServer.java");
is($status, 0, 'the server compiles') or diag "$out$err";
my $path = scratch('hsqldb') . ":$jar";
my $free = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')->sockport;
my (undef, $expected) = java(60, $path, 'HsqlServer', $free);
like($expected, qr/^3 25 7800$/m, 'java: HSQLDB as a server');
($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '-o', scratch('hsqldb-run'), '-cp', $path, 'HsqlServer', '--', $free);
is("$status $out$err", "0 $expected", 'HSQLDB as a server with four clients, as under java');
done_testing();
