package Browser;

# Headless Chromium, driven over a pipe by the DevTools protocol: opens pages, evaluates scripts in them, presses keys,
# moves the mouse, takes pictures, and keeps what the page says on its console. What is asked is answered in order;
# every wait has a limit.

use strict;
use warnings;
use Fcntl qw(F_SETFD);
use IO::Select;
use JSON::PP;
use MIME::Base64;
use POSIX ();
use Time::HiRes 'time';

my $LIMIT = 60; # seconds for an answer

sub find { return (grep { -x } map { my $d = $_; map { "$d/$_" } qw(chromium chromium-browser google-chrome) } split /:/, $ENV{PATH})[0] }

# Starts a browser with a window of this size; its own files go to the directory.
sub start {
    my ($class, $directory, $width, $height) = @_;
    pipe my $theirs, my $requests or die "pipe: $!\n";
    pipe my $answers, my $said or die "pipe: $!\n";
    my $process = fork // die "fork: $!\n";
    if (!$process) {
        # The browser reads requests from 3 and writes answers to 4
        my ($in, $out) = map { POSIX::dup($_) } fileno($theirs), fileno($said);
        my @far = map { my $copy = $_; while ($copy < 5) { $copy = POSIX::dup($copy) } $copy } $in, $out;
        POSIX::dup2($far[0], 3), POSIX::dup2($far[1], 4);
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', "$directory.log";
        exec find(), '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
            '--disable-sync', "--window-size=$width,$height", '--remote-debugging-pipe', "--user-data-dir=$directory", 'about:blank' or POSIX::_exit(127);
    }
    close $_ for $theirs, $said;
    binmode $_ for $requests, $answers;
    $requests->autoflush(1);
    my $self = bless { process => $process, requests => $requests, answers => $answers, read => '', number => 0, console => [], events => [] }, $class;
    my $target = $self->ask('Target.createTarget', { url => 'about:blank' })->{targetId};
    $self->{session} = $self->ask('Target.attachToTarget', { targetId => $target, flatten => JSON::PP::true })->{sessionId};
    $self->ask('Emulation.setDeviceMetricsOverride', { width => $width, height => $height, deviceScaleFactor => 1, mobile => JSON::PP::false });
    $self->ask($_) for qw(Page.enable Runtime.enable Log.enable);
    return $self;
}

sub message {
    my ($self, $until) = @_;
    while ($self->{read} !~ /\0/) {
        my $left = $until - time;
        die "the browser does not answer\n" if $left <= 0 || !IO::Select->new($self->{answers})->can_read($left);
        sysread $self->{answers}, $self->{read}, 1 << 20, length $self->{read} or die "the browser has ended\n";
    }
    $self->{read} =~ s/^([^\0]*)\0//;
    return decode_json($1);
}

sub note {
    my ($self, $message) = @_;
    my ($method, $params) = ($message->{method} // '', $message->{params});
    push @{ $self->{console} }, join ' ', map { $_->{value} // $_->{description} // $_->{type} } @{ $params->{args} } if $method eq 'Runtime.consoleAPICalled';
    push @{ $self->{console} }, $params->{exceptionDetails}{exception}{description} // $params->{exceptionDetails}{text} if $method eq 'Runtime.exceptionThrown';
    push @{ $self->{console} }, $params->{entry}{text} if $method eq 'Log.entryAdded';
    push @{ $self->{events} }, $method;
}

# Asks and waits for the answer.
sub ask {
    my ($self, $method, $params) = @_;
    my $number = ++$self->{number};
    my $request = { id => $number, method => $method, params => $params // {}, $self->{session} ? (sessionId => $self->{session}) : () };
    print { $self->{requests} } encode_json($request), "\0";
    my $until = time + $LIMIT;
    while (1) {
        my $message = $self->message($until);
        if (!$message->{id}) { $self->note($message); next }
        next if $message->{id} != $number;
        die "$method: $message->{error}{message}\n" if $message->{error};
        return $message->{result};
    }
}

# Opens a file and waits until it is loaded.
sub open_page {
    my ($self, $path) = @_;
    @{ $self->{events} } = @{ $self->{console} } = ();
    $self->ask('Page.navigate', { url => "file://$path" });
    my $until = time + $LIMIT;
    $self->note($self->message($until)) while !grep { $_ eq 'Page.loadEventFired' } @{ $self->{events} };
}

# The value of the body of an async function.
sub evaluate {
    my ($self, $body) = @_;
    my $result = $self->ask('Runtime.evaluate', { expression => "(async () => {\n$body\n})()", awaitPromise => JSON::PP::true, returnByValue => JSON::PP::true });
    die 'in the page: ' . ($result->{exceptionDetails}{exception}{description} // $result->{exceptionDetails}{text}) . "\n" if $result->{exceptionDetails};
    return $result->{result}{value};
}

sub console { my ($self) = @_; return @{ $self->{console} } }

# Presses keys by their names, as KeyboardEvent.key has them.
sub keys {
    my ($self, @keys) = @_;
    for my $key (@keys) {
        my @text = length $key == 1 ? (text => $key) : $key eq 'Enter' ? (text => "\r") : ();
        $self->ask('Input.dispatchKeyEvent', { type => 'keyDown', key => $key, @text });
        $self->ask('Input.dispatchKeyEvent', { type => 'keyUp', key => $key });
    }
}

# type: mousePressed, mouseReleased, mouseMoved, mouseWheel; more: deltaY, modifiers (8 is Shift).
sub mouse {
    my ($self, $type, $x, $y, %more) = @_;
    my @button = $type eq 'mouseWheel' ? (deltaX => 0, deltaY => 0) : (button => 'left', clickCount => 1);
    $self->ask('Input.dispatchMouseEvent', { type => $type, x => $x, y => $y, @button, %more });
}

sub drag {
    my ($self, $x, $y, $to_x, $to_y, %more) = @_;
    $self->mouse('mousePressed', $x, $y, %more);
    $self->mouse('mouseMoved', $x + ($to_x - $x) * $_ / 4, $y + ($to_y - $y) * $_ / 4, buttons => 1, %more) for 1 .. 4;
    $self->mouse('mouseReleased', $to_x, $to_y, %more);
}

sub prefer {
    my ($self, $scheme) = @_;
    $self->ask('Emulation.setEmulatedMedia', { features => [ { name => 'prefers-color-scheme', value => $scheme } ] });
}

# Processor time that the browser and its processes have taken, in seconds: unlike the clock it is not lengthened by
# what else the machine does.
sub processor_seconds {
    my ($self) = @_;
    my (%parent, %ticks);
    for my $path (glob '/proc/[0-9]*/stat') {
        open my $file, '<', $path or next;
        my ($id, $rest) = (readline($file) // '') =~ /^(\d+) \(.*\) (.*)/s or next;
        my @fields = split / /, $rest; # from the state on
        ($parent{$id}, $ticks{$id}) = ($fields[1], $fields[11] + $fields[12]);
    }
    my $sum = 0;
    for my $id (CORE::keys %ticks) {
        my $above = $id;
        $above = $parent{$above} while $above && $above != $self->{process};
        $sum += $ticks{$id} if $above;
    }
    return $sum / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

# A picture of what is seen, as PNG.
sub picture {
    my ($self, $path) = @_;
    open my $file, '>:raw', $path or die "$path: $!\n";
    print $file decode_base64($self->ask('Page.captureScreenshot', { format => 'png' })->{data});
    close $file or die "$path: $!\n";
}

sub end {
    my ($self) = @_;
    my $process = delete $self->{process} or return;
    close $self->{requests}; # which ends the browser
    for (1 .. 50) {
        return if waitpid($process, POSIX::WNOHANG()) == $process;
        select undef, undef, undef, .1;
    }
    kill 'KILL', $process;
    waitpid $process, 0;
}

sub DESTROY { my ($self) = @_; local $?; $self->end }

1;
