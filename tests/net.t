#!/usr/bin/perl
# The host's network (gnomon run --net): a program that talks to a server on the host prints what it prints under
# `java`, on both machines; what is not allowed is refused and counted; ports of the host lead inwards; and a real case,
# PostgreSQL's JDBC driver in the guest with its server on the host.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use POSIX ();
use Server;
use Sys::Hostname;
use Test::More;
use Time::HiRes 'sleep';

my $classes = compile('net', 'examples/postgresql/OrderEntry.java', map { "tests/net/$_.java" } qw(Steps Outside Names Inwards Forsaken Gaps Datagrams Reverse Leaves));

my ($port) = start_server();
my $refused = free_port();

# ---- Outwards

my @machines = machines(2);
my $expected = [java(120, $classes, 'Outside', $port, $refused)];
like($expected->[1], qr/^3000001 bytes\n.*^many: done\n.*Connection refused/ms, 'java talks to the server');
my @outside = ('-cp', $classes, 'Outside', '--', $port, $refused);
for my $machine (@machines) {
    runs_alike("$machine: connections outwards", $expected, '--machine', $machine, '--net-allow', "localhost:$port", '-o', scratch("outside-$machine"), @outside);
    my $net = report(scratch("outside-$machine"))->{net};
    is("$net->{refused} $net->{accepted}", '4 0', "$machine: what was not allowed is counted");
    cmp_ok($net->{connections}, '>=', 50, "$machine: as is what was");
    ok(!$net->{broken}, "$machine: nothing broke");
}
my (undef, $text) = gnomon(60, 'report', scratch('outside-linux'));
like($text, qr/^The host's network: \d+ connections outwards/m, 'the report says so in words');

# No wake-up is lost, whenever either end goes to sleep
for my $machine (@machines) {
    my $count = $machine eq 'linux' ? 20_000 : 3_000;
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--net-allow', "localhost:$port", '-o', scratch("gaps-$machine"), '-cp', $classes, 'Gaps', '--', $port, $count);
    is("$status $out", "0 $count answers\n", "$machine: bytes there and back, with gaps") or diag $err;
}

# ---- Datagrams

my $echo = start_datagram_echo();
my $said = [java(120, $classes, 'Datagrams', $echo, $refused)];
like($said->[1], qr/^connected: done\nunreachable: java.net.PortUnreachableException\n.*^many: done\n/ms, 'java speaks with the echo');
for my $machine (@machines) {
    my @options = ('--machine', $machine, '--net-allow', "localhost:$echo", '--net-allow', "localhost:$refused", '-o', scratch("datagrams-$machine"));
    runs_alike("$machine: datagrams", $said, @options, '-cp', $classes, 'Datagrams', '--', $echo, $refused);
    my $net = report(scratch("datagrams-$machine"))->{net};
    cmp_ok($net->{datagrams}, '>=', 2 * 258, "$machine: which are counted");
    is("$net->{connections} $net->{refused} $net->{too_long}", '0 0 0', "$machine: and nothing else is");
}
my (undef, $unheard) = gnomon(60, 'run', '-q', '--machine', 'linux', '--net-allow', "localhost:$refused", '-o', scratch('unheard'), '-cp', $classes, 'Datagrams', '--', $echo, $refused, 'unheard');
is($unheard, "unheard: java.net.SocketTimeoutException: Receive timed out\nrefused: java.net.PortUnreachableException\n", 'to whom it is not allowed, no datagram goes');
is(report(scratch('unheard'))->{net}{refused}, 2, 'which is counted');

# ---- Names, and what is allowed without a list: not the host's loopback interface

# None of them is asked of a name server, which may be far away or not there.
my @local = grep { slurp('/etc/hosts') =~ /^[^#]*\s\Q$_\E(\s|$)/m } hostname();
my @names = (@local, 'name with blanks', 'another such name');
my $known = [java(60, $classes, 'Names', @names)];
runs_alike('names', $known, '--machine', 'linux', '--net', '-o', scratch('names'), '-cp', $classes, 'Names', '--', @names);
is(report(scratch('names'))->{net}{lookups}, scalar @names, 'names: asked for');
my ($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '--net-allow', "localhost:$port", '-o', scratch('names'), '-cp', $classes, 'Names', '--', 'not.allowed');
is($out, "not.allowed: Name or service not known\n", 'a name that is not allowed is unknown');
is(report(scratch('names'))->{net}{refused}, 1, 'and counted');
($status, $out, $err) = gnomon(60, 'run', '-q', '--machine', 'linux', '--net', '-o', scratch('loopback'), '-cp', $classes, 'Forsaken', '--', $port);
is("$status $out", "0 " . "java.net.ConnectException: Connection refused\n" x 2 . "still 7\n", "the host's loopback interface is not reached by --net alone");

# A name server that takes its time keeps no connection open that the guest has reset

spill(scratch('slow.c'), <<'C');
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>
int getaddrinfo(const char *name, const char *service, const struct addrinfo *wanted, struct addrinfo **found) {
    static int asked; // at the start, for what is allowed
    if (name && strcmp(name, "slow.example") == 0) sleep(asked++ ? 8 : 0), name = "localhost";
    return ((int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo"))(name, service, wanted, found);
}
C
is((run(60, 'gcc', '-shared', '-fPIC', '-o', scratch('slow.so'), scratch('slow.c')))[0], 0, 'a slow resolver');
{
    my $listener = listener();
    $listener->timeout(30);
    my $running = fork // die "fork: $!\n";
    if (!$running) {
        open STDOUT, '>', scratch('leaves.out');
        $ENV{LD_PRELOAD} = scratch('slow.so');
        my $to = 'localhost:' . $listener->sockport;
        exec build('gnomon'), qw(run -q --machine linux --net-allow), $to, '--net-allow', 'slow.example', '-o', scratch('leaves'), '-cp', $classes, 'Leaves', '--', $listener->sockport, 'slow.example' or exit 127;
    }
    my $socket = $listener->accept // die "the program does not connect\n";
    sysread $socket, my $last, 1;
    my $before = time;
    sysread $socket, my $end, 1;
    cmp_ok(time - $before, '<', 5, 'the end of the connection comes before the answer about the name');
    waitpid $running, 0;
    is("$? " . slurp(scratch('leaves.out')), "0 1\n", 'which comes as well');
}

# The names of addresses, from a table of hosts that only these processes see

spill(scratch('hosts'), "127.0.0.1 localhost\n10.11.12.13 db.example db\n10.11.12.14 other.example\n2001:db8::7 six.example\n");
my @apart = ('unshare', '-rm', 'sh', '-c', 'mount --bind "$1" /etc/hosts && shift && exec "$@"', 'sh', scratch('hosts'));
SKIP: {
    skip 'no name space of mounts of one\'s own', 5 if (run(20, @apart, 'true'))[0];
    my @addresses = ('10.11.12.13', '127.0.0.1', '2001:db8::7');
    my ($status, $expected) = run(60, @apart, 'java', '-cp', $classes, 'Reverse', @addresses);
    is($status, 0, 'java finds the names of addresses');
    for my $options (['--net'], ['--net-allow', '10.11.12.13:5432', '--net-allow', '2001:db8::7', '--net-record', scratch('reverse.net')]) {
        my ($status, $out, $err) = run(60, @apart, build('gnomon'), 'run', '-q', '--machine', 'linux', @$options, '-o', scratch('reverse'), '-cp', $classes, 'Reverse', '--', @addresses);
        is("$status $out", "0 $expected", "$options->[0]: the names of addresses") or diag $err;
    }
    my ($replayed, $again, $said_by) = gnomon(60, 'run', '-q', '--deterministic', '--net-replay', scratch('reverse.net'), '-o', scratch('reverse'), '-cp', $classes, 'Reverse', '--', @addresses);
    is("$replayed $again$said_by", "0 $expected", 'replayed: the same names');
    my (undef, $out) = run(60, @apart, build('gnomon'), 'run', '-q', '--machine', 'linux', '--net-allow', '10.11.12.13', '-o', scratch('reverse'), '-cp', $classes, 'Reverse', '--', '10.11.12.14');
    is($out, "10.11.12.14 10.11.12.14 10.11.12.14/10.11.12.14\n", 'an address that is not allowed has no name');
}

# ---- Inwards

for my $machine ('linux') {
    my ($in, $nowhere) = (free_port(), free_port());
    my $asking = fork // die "fork: $!\n";
    if (!$asking) {
        my $answer = '';
        for (1 .. 600) { last if $answer = ask($in, 'hello'); sleep 0.1 } # until it listens
        my $long = 'long words ' x 50_000;
        my $right = $answer eq 'HELLO' && ask($nowhere, 'x') eq '' && ask($in, $long) eq uc $long && ask($in, '') eq '';
        POSIX::_exit($right ? 0 : 1);
    }
    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--net-forward', "$in:80", '--net-forward', "$nowhere:81", '-o', scratch("inwards-$machine"), '-cp', $classes, 'Inwards', '--', 80, 3);
    is("$status $out", "0 listening\n" . join('', map { "/127.0.0.1 80 /127.0.0.1 $_\n" } 5, 550_000, 0), "$machine: a port of the host leads inwards") or diag $err;
    waitpid $asking, 0;
    is($?, 0, "$machine: and the answers come back");
    is(report(scratch("inwards-$machine"))->{net}{accepted}, 3, "$machine: connections inwards are counted");
}

# ---- What is refused at once

for my $case (
    [2, qr/^gnomon: --deterministic: expected no --net with it: /, '--net', '--deterministic'],
    [2, qr/^gnomon: --net-allow: expected HOST\[:PORT\], found ':80'$/, '--net-allow', ':80'],
    [2, qr/^gnomon: --net-allow: expected HOST\[:PORT\], found 'localhost:0'$/, '--net-allow', 'localhost:0'],
    [1, qr/^gnomon: --net-allow: name with blanks: /, '--net-allow', 'name with blanks:80'],
    [2, qr/^gnomon: --net-forward: expected two ports, HOST:GUEST, found '80'$/, '--net-forward', '80'],
    [1, qr/^gnomon: --net-forward: port $port: cannot listen: Address already in use$/, '--net-forward', "$port:80"],
) {
    my ($wanted, $words, @options) = @$case;
    my ($got, undef, $said) = gnomon(60, 'run', '--machine', $options[-1] eq '--deterministic' ? 'qemu' : 'linux', @options, '-o', scratch('refused'), '-cp', $classes, 'Names');
    is($got, $wanted, "@options: status");
    like($said, $words, "@options: words");
}

# ---- PostgreSQL

SKIP: {
    my $jar = '/usr/share/java/postgresql.jar';
    my ($missing) = (grep({ !-e } $jar), glob('/usr/lib/postgresql/*/bin/postgres') ? () : '/usr/lib/postgresql/*/bin/postgres');
    if ($missing) {
        fail("$missing is there (make deps)") if $ENV{CI};
        skip "$missing is missing", 11;
    }
    my $run = 'java -cp "$1" OrderEntry localhost $PORT 10 postgres >"$3/java" && echo $PORT >"$3/port" && for machine in linux qemu; do createdb -h 127.0.0.1 -p $PORT -U shop $machine && '
        . '"$2" run -q --machine $machine --no-instruments --net-allow localhost:$PORT --net-record "$3/$machine.net" --time "org.postgresql.**" --events socket -o "$3/data-$machine" -cp "$1" OrderEntry -- localhost $PORT 10 $machine '
        . '>"$3/$machine" || exit 1; done';
    my $shop = scratch('shop');
    mkdir $shop;
    ($status, $out, $err) = run(240, 'examples/postgresql/with-server', 'sh', '-c', $run, 'run', "$classes:$jar", build('gnomon'), $shop);
    is("$status $out", '0 ', 'PostgreSQL: the example runs') or diag $err;
    my $printed = slurp("$shop/java");
    chomp(my $server_port = slurp("$shop/port"));
    for my $machine ('linux', 'qemu') {
        is(slurp("$shop/$machine"), $printed, "$machine: PostgreSQL: with what it prints under java");
        my $report = report("$shop/data-$machine");
        my %count = map { ("$_->{class}.$_->{method}" => $_->{count}) } @{$report->{methods}};
        is($count{'org.postgresql.jdbc.PgConnection.commit'} + $count{'org.postgresql.jdbc.PgConnection.rollback'}, 40, "$machine: PostgreSQL: and the driver was timed");
        my @clerks = grep { /^clerk/ } map { $_->{thread} } @{$report->{sockets}};
        is("@clerks", "clerk 1 clerk 2 clerk 3 clerk 4", "$machine: PostgreSQL: each clerk's bytes are in the table of sockets");
        # Without the server, which is gone
        my @regions;
        for my $number (1, 2) {
            ($status, $out, $err) = gnomon(240, 'run', '-q', '--deterministic', '--net-replay', "$shop/$machine.net", '--time', 'org.postgresql.**', '--events', 'socket', '-o', "$shop/again", '-cp', "$classes:$jar", 'OrderEntry', '--', 'localhost', $server_port, 10, $machine);
            is("$status $err$out", "0 $printed", "$machine: PostgreSQL: replayed, the same");
            push @regions, slurp("$shop/again/region");
            last if $machine eq 'qemu';
        }
        ok($regions[0] eq $regions[1], 'PostgreSQL: two replays record the same') if @regions == 2;
    }
}

done_testing;
