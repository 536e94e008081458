package Server;

# A server on the host's loopback interface, for tests of the guest's connections there: what it does with a connection
# is said by the first byte that comes. It is killed when the test ends.

use strict;
use warnings;
use Exporter 'import';
use IO::Socket::INET;
use POSIX ();
use Socket qw(SOL_SOCKET SO_LINGER SHUT_WR);
use Time::HiRes 'sleep';

our @EXPORT = qw(listener free_port start_server start_datagram_echo ask);

my ($owner, @servers) = ($$);
END { kill 'KILL', @servers if @servers && $$ == $owner }

sub listener { return IO::Socket::INET->new(Listen => 200, LocalAddr => '127.0.0.1', ReuseAddr => 1) // die "listen: $!\n" }

# A port on which nobody listens: it refuses. It stays bound until the test ends, so nobody else gets it; the program
# that is to listen there may bind it too, as it is to be used again.
my @bound;

sub free_port {
    push @bound, IO::Socket::INET->new(LocalAddr => '127.0.0.1', Proto => 'tcp', ReuseAddr => 1) // die "bind: $!\n";
    return $bound[-1]->sockport;
}

sub echo {
    my ($socket) = @_;
    while (sysread $socket, my $piece, 65536) {
        for (my $sent = 0; $sent < length $piece;) { $sent += syswrite($socket, $piece, length($piece) - $sent, $sent) // return }
    }
    shutdown $socket, SHUT_WR;
}

sub reset_it { setsockopt $_[0], SOL_SOCKET, SO_LINGER, pack('ii', 1, 0) }

my %serve = (
    e => \&echo,
    r => \&reset_it,
    q => sub { },
    s => sub { sysread $_[0], my $more, 1 },
    l => sub { sysread $_[0], my $end, 10 },
    # Takes nothing for a while
    w => sub {
        my ($socket) = @_;
        my $sum = 0;
        sleep 0.2;
        while (my $count = sysread $socket, my $piece, 65536) { $sum += $count }
        syswrite $socket, "$sum bytes came";
    },
    # A line, byte by byte
    b => sub {
        my ($socket) = @_;
        for my $byte (split //, "slowly but surely\n") { syswrite $socket, $byte; sleep 0.005 }
    },
    # The middle of a message of 100 bytes: its end, or a reset
    m => sub { syswrite $_[0], pack('N', 100) . 'x' x 50 },
    M => sub { syswrite $_[0], pack('N', 100) . 'x' x 50; sleep 0.05; reset_it($_[0]) },
    # Closes its half, and says afterwards nothing, but hears
    h => sub { shutdown $_[0], SHUT_WR; my $sum = 0; while (my $count = sysread $_[0], my $piece, 65536) { $sum += $count } },
    # Takes nothing
    t => sub { sleep 5 },
    # Requests by HTTP: what is no answer to GET, the end to POST, nothing to DELETE, and a reset to OPTIONS
    G => sub { sysread $_[0], my $request, 10_000; syswrite $_[0], "\x01\x02 garbage \r\n\r\n" },
    P => sub { sysread $_[0], my $request, 10_000 },
    D => sub { sleep 5 },
    O => \&reset_it,
);

sub serve_all {
    my ($listener) = @_;
    local $SIG{CHLD} = 'IGNORE';
    while (1) {
        my $socket = $listener->accept or next;
        next if fork;
        $SIG{PIPE} = 'IGNORE';
        alarm 60;
        sysread $socket, my $command, 1;
        ($serve{$command // ''} // sub { })->($socket);
        close $socket;
        POSIX::_exit(0);
    }
}

# Returns its port and its process.
sub start_server {
    my $listener = listener();
    my $server = fork // die "fork: $!\n";
    serve_all($listener) if !$server;
    push @servers, $server;
    return ($listener->sockport, $server);
}

# Sends every datagram back to where it came from. Returns its port.
sub start_datagram_echo {
    my $socket = IO::Socket::INET->new(Proto => 'udp', LocalAddr => '127.0.0.1') // die "udp: $!\n";
    my $echo = fork // die "fork: $!\n";
    if (!$echo) {
        while (1) {
            my $from = recv $socket, my $bytes, 65_536, 0;
            send $socket, $bytes, 0, $from if $from;
        }
    }
    push @servers, $echo;
    return $socket->sockport;
}

# Says words to the program that listens at a port, as soon as one does; returns all that comes back.
sub ask {
    my ($at, $words) = @_;
    my $socket;
    for (1 .. 600) {
        last if $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $at);
        sleep 0.1;
    }
    return 'no connection' if !$socket;
    local $SIG{PIPE} = 'IGNORE';
    syswrite $socket, $words;
    shutdown $socket, SHUT_WR;
    my $answer = '';
    while (sysread $socket, my $piece, 65536) { $answer .= $piece }
    return $answer;
}

1;
