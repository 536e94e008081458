#!/usr/bin/perl
# What a program sees of a network that misbehaves: peers on the host and in the same program, where it prints what it
# prints under `java`, on both machines; and the process that speaks for the guest, which dies or says what it may not:
# then connections fail with an IOException, and the guest goes on.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use POSIX ();
use Server;
use Test::More;
use Time::HiRes 'sleep';

my $classes = compile('faults', map { "tests/net/$_.java" } qw(Faults Forsaken));
my ($port) = start_server();
my $nobody = free_port();

# ---- Peers

my ($status, $expected) = java(120, $classes, 'Faults', $port, $nobody);
my @expected = split /\n/, $expected;
is($status, 0, 'java meets all faults');
cmp_ok(scalar @expected, '>=', 30, 'at least 30 of them');
for my $machine ('linux', 'qemu') {
    my ($got, $out, $err) = gnomon(180, 'run', '-q', '--machine', $machine, '--net-allow', "localhost:$port", '-o', scratch($machine), '-cp', $classes, 'Faults', '--', $port, $nobody);
    my @out = split /\n/, $out;
    is($out[$_] // 'nothing', $expected[$_], "$machine: $expected[$_]") for 0 .. $#expected;
    is("$got $err" . @out, '0 ' . @expected, "$machine: and the program goes on to its end") or diag $err;
    my $net = report(scratch($machine))->{net};
    ok(!$net->{broken}, "$machine: which broke nothing");
    is($net->{refused}, 6, "$machine: what is not allowed was refused and counted");
}

# ---- The host's end of the stream (base/link.h). Its process is stopped, and we write in its place: a frame {kind, 0,
# bytes, channel, value} and what makes it as long as it says, or a position.

my ($RING_BYTES, $TO_GUEST, $RINGS) = (2 * 192, 192, 4096);

sub speaker_of {
    my ($tool) = @_;
    for (1 .. 600) {
        my @found = grep { (readlink "/proc/$_/exe" // '') eq (readlink "/proc/$tool/exe" // '-') } split ' ', eval { slurp("/proc/$tool/task/$tool/children") } // '';
        return $found[0] if @found;
        sleep 0.05;
    }
    die "nobody speaks for the guest\n";
}

sub say_in_place {
    my ($directory, $frame, $head_change) = @_;
    open my $region, '+<:raw', "$directory/region" or die "region: $!\n";
    my $number = sub { sysseek $region, $_[0], 0; sysread $region, my $bytes, 8; return unpack 'Q<', $bytes };
    my $put = sub { sysseek $region, $_[0], 0; syswrite $region, $_[1] };
    sysread $region, my $start, 256 + 64 * 300;
    my ($section) = grep { $_->{id} == 58 } sections($start);
    my $shared = $section->{offset};
    my ($ring_bytes, $head) = ($number->($shared + $RING_BYTES), $number->($shared + $TO_GUEST));
    my $at = $shared + $RINGS + $ring_bytes + $head % $ring_bytes;
    $put->($at, $frame) if length $frame;
    $put->($shared + $TO_GUEST, pack 'Q<', $head + ($head_change // length $frame));
}

sub frame {
    my ($kind, $bytes, $channel, $value) = @_;
    return pack('vvVVV', $kind, 0, $bytes, $channel, $value) . "\0" x (($bytes + 7) & ~7);
}

my ($CONNECT, $CONNECTED, $DATA, $CREDIT, $NAMES, $DATAGRAM, $REVERSE, $BY_HOST) = (1, 2, 5, 6, 10, 13, 14, 0x10000);
my $again = " java.net.ConnectException: Connection refused\n"; # nobody leads to the host any more
for my $case (
    ['a frame of no kind', frame(0, 0, 0, 0)],
    ['a frame of a kind that there is not', frame(99, 0, 0, 0)],
    ['a frame that only the guest sends', frame($CONNECT, 24, 0, 0)],
    ['data without bytes', frame($DATA, 0, 0, 0)],
    ['data of more bytes than a frame has', frame($DATA, 20_000, 0, 0)],
    ['data of fewer bytes than it says', substr(frame($DATA, 100, 0, 0), 0, 40)],
    ['a channel that there cannot be', frame($DATA, 8, 5000, 0)],
    ['a channel that is not open', frame($DATA, 8, 17, 0)],
    ['a channel of the host that is not open', frame($DATA, 8, $BY_HOST, 0)],
    ['a window beyond all bounds', frame($CREDIT, 0, 0, 0xffffffff)],
    ['a datagram for a connection', frame($DATAGRAM, 24, 0, 0)],
    ['a datagram without an address', frame($DATAGRAM, 8, 0, 0)],
    ['a datagram longer than a frame', frame($DATAGRAM, 20_000, 0, 0)],
    ['a question that only the guest asks', frame($REVERSE, 16, 0, 0)],
    ['an answer of no kind', frame($NAMES, 16, 0, 3)],
    ['a connection that is made twice', frame($CONNECTED, 24, 0, 65536)],
    ['a position beyond the ring', '', 1 << 40],
    ['a position that goes back', '', -8],
    ['its death', undef],
) {
    my ($name, $frame, $head_change) = @$case;
    my $directory = scratch('forsaken');
    pipe my $from, my $to or die "pipe: $!\n";
    my $tool = fork // die "fork: $!\n";
    if (!$tool) {
        open STDOUT, '>&', $to or die "dup: $!\n";
        exec 'timeout', '--foreground', 60, build('gnomon'), 'run', '-q', '--no-instruments', '--machine', 'linux', '--net-allow', "localhost:$port", '-o', $directory, '-cp', $classes, 'Forsaken', '--', $port;
    }
    close $to;
    my @said = scalar <$from>;
    my ($gnomon) = split ' ', slurp("/proc/$tool/task/$tool/children");
    my $speaker = speaker_of($gnomon);
    if (defined $frame) {
        kill 'STOP', $speaker;
        say_in_place($directory, $frame, $head_change);
        push @said, scalar <$from>;
        kill 'CONT', $speaker;
    } else {
        kill 'KILL', $speaker;
    }
    push @said, <$from>;
    waitpid $tool, 0;
    is("$? @said", join('', "0 waiting\n", " java.net.SocketException: Input/output error\n", $again, " still 7\n"), "the host's end: $name: connections fail, and the program goes on");
    ok(report($directory)->{net}{broken}, "the host's end: $name: the report says so");
}

done_testing;
