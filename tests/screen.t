#!/usr/bin/perl
# `gnomon top` and `gnomon shell` on a terminal, which tmux is, beside a guest that runs, and afterwards: keys, panes,
# sizes, completion, history; and both without a terminal, where their figures are those of the report.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode 'decode';
use Gnomon;
use Test::More;
use Time::HiRes qw(sleep time);

need(has_tool('tmux'), 'there is no tmux');
my $classes = compile('busy', 'tests/java/Busy.java');
my ($directory, $socket) = (scratch('busy.data'), "gnomon-test-$$");
@ENV{qw(LC_ALL XDG_STATE_HOME TERM)} = ('C.UTF-8', scratch('state'), 'screen');
delete @ENV{qw(NO_COLOR TMUX)};

# ---- A terminal

sub tmux { return system('tmux', '-L', $socket, '-f', '/dev/null', @_) == 0 }
sub keys_sent { return tmux('send-keys', '-t', 'test', @_) }
sub screen { return scalar qx(tmux -L $socket capture-pane -p -t test) }

# Waits until the screen is like that; returns it.
sub shows {
    my ($pattern, $name, $limit) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $screen = '';
    for (my $end = time + ($limit // 40); time < $end; sleep 0.1) {
        $screen = screen();
        last if $screen =~ $pattern;
    }
    like($screen, $pattern, $name);
    return $screen;
}

sub begins {
    my ($columns, $rows, @command) = @_;
    tmux('new-session', '-d', '-s', 'test', '-x', $columns, '-y', $rows, join(' ', map { "'$_'" } @command) . '; echo "status $?"; sleep 100') or die "tmux: no session\n";
}
sub ends { my ($name) = @_; shows(qr/^status 0$/m, "$name: status 0"); tmux('kill-session', '-t', 'test') }
END { my $status = $?; system("tmux -L $socket kill-server 2>/dev/null") if $socket; $? = $status }

# ---- A guest that runs

pipe my $input, my $control or die;
my $guest = fork // die "fork: $!\n";
if (!$guest) {
    close $control;
    open STDIN, '<&', $input or die;
    open STDOUT, '>', scratch('guest.out') or die;
    exec 'timeout', 200, build('gnomon'), 'run', '-q', '--no-instruments', '--machine', 'linux', '--time', 'Busy.*', '--sample', 100, '--events', 'collection,thread', '-o', $directory, '-cp', $classes, 'Busy' or exit 127;
}
close $input;
for (my $end = time + 60; time < $end; sleep 0.2) {
    my ($status, $out) = gnomon(20, 'top', '--once', $directory);
    last if $out =~ /Busy\.round/;
}

begins(140, 36, build('gnomon'), 'top', '--interval', '300ms', $directory);
my $first = shows(qr/^ +\d+\.\d +\d+\.\d +\d+ .*Busy\.work\(int\)/m, 'top: methods with what they did since the last reading');
like($first, qr/^gnomon top: \Q$directory\E, running, \d+\.\d{3} s/m, 'top: what runs');
like($first, qr/^lost +\S/m, 'top: what was lost');
like($first, qr/^time +.*translated code [\d.]+ %/m, 'top: the ledger');
like($first, qr/^heap +.*\d+ collections recorded/m, 'top: the heap');
like($first, qr/^allocated +[\d.]+ MiB, now [\d.]+ MiB\/s/m, 'top: allocation');
like($first, qr/^ +\d+\.\d .* worker$/m, 'top: threads');
my ($rounds) = $first =~ /^ +\S+ +\S+ +(\d+) .*Busy\.round/m;
shows(qr/^ +\S+ +\S+ +(?!$rounds )\d+ .*Busy\.round/m, 'top: it goes on');
keys_sent('s');
shows(qr/Method, by cpu$/m, 'top: s is the next order');
keys_sent('S');
shows(qr/Method, by self$/m, 'top: S the last');
keys_sent('t');
unlike(shows(qr/\A(?!.* worker$).*Busy\.work/ms, 'top: t hides threads'), qr/Switches/, 'with their head');
keys_sent('t');
shows(qr/\bworker\b/, 'top: and shows them');
tmux('resize-window', '-t', 'test', '-x', 80, '-y', 24);
my $narrow = shows(qr/\A(?!.*Calls\/s).*Busy\.work.*\n.*q quit[^\n]*\n*\z/s, 'top: a smaller terminal');
is(join("\n", grep { length decode('UTF-8', $_) > 80 } split /\n/, $narrow), '', 'top: no line is longer');
keys_sent('q');
ends('top');

my ($status, $out, $err) = gnomon(60, 'top', '--count', 2, '--interval', '200ms', $directory);
is("$status$err", '0', 'top --count');
is(scalar(() = $out =~ /^gnomon top: .*, running/mg), 2, 'top --count 2 prints twice');
like($out, qr/\n\n.*^ +\d+\.\d +\d+\.\d +\d+ .*Busy\.work\(int\)$/ms, 'and the second time what has happened since');

($status, $out, $err) = shell_lines('ctl census', 'ctl mark seen', 'reload', 'heap --top 1', 'events --events control');
is("$status$err", '0', 'shell: ctl');
like($out, qr/^census 1 of 1, on request, /m, 'which takes a census');
like($out, qr/ control .*kind=mark/, 'and sets a mark');

close $control;
waitpid $guest, 0;
is($? >> 8, 0, 'the guest ends');

# ---- What it left

my $report = report($directory);
my %counts = map { ("$_->{class}.$_->{method}" => $_->{count}) } @{$report->{methods}};
($status, $out, $err) = gnomon(60, 'top', $directory);
is("$status$err", '0', 'top of a recording that has ended ends by itself');
my %shown = map { /^ +- +- +(\d+) .* (Busy\.\w+)\(/ ? ($2 => $1) : () } split /\n/, $out;
is($shown{$_}, $counts{$_}, "top: the count of $_") for qw(Busy.work Busy.round Busy.allocate Busy.main);

sub shell_lines {
    my (@lines) = @_;
    my $script = scratch('script');
    spill($script, join '', map { "$_\n" } @lines);
    return run(60, 'sh', '-c', "exec '" . build('gnomon') . "' shell '$directory' < '$script'");
}

($status, $out, $err) = shell_lines('# a comment', 'list 0 Busy.*', 'sort name', 'show work', 'graph Busy.round', 'threads', 'ledger', 'stat', 'events --stat', 'reload');
is("$status$err", '0', 'shell: a script');
my %listed = map { /^ +(\d+)(?: +\d+)? +[\d.]+ ±[\d.]+ .* (Busy\.\w+)\(/ ? ($2 => $1) : () } split /\n/, $out;
is($listed{$_}, $counts{$_}, "shell: the count of $_") for qw(Busy.work Busy.round Busy.allocate);
like($out, qr/^Busy\.work\(int\)\n  calls +$counts{'Busy.work'}, 0 by exception, \d open; \d+ samples$/m, 'shell: show');
like($out, qr/Called by\n +$counts{'Busy.work'} .*Busy\.round\(int\)/, 'shell: callers');
like($out, qr/^ *100\.00 %.*Busy\.round\(int\)\n(?:.*\n)? *[\d.]+ %.* {4}Busy\.work\(int\)$/m, 'shell: graph');
like($out, qr/^instruments took [\d.]+ ms of [\d.]+ ms.*\n +timed calls that returned +\d+ x/m, 'shell: stat');
for my $event (@{$report->{events}}) { like($out, qr/^ +$event->{count} .* \Q$event->{name}\E$/m, "shell: events: $event->{name}") }
like($out, qr/^ended, [\d.]+ ms, read in \d+ ms$/m, 'shell: reload');
is_deeply([shell_lines('shwo work', 'list 1', 'show Busy.wrok', 'quit', 'frobnicate')]->[0], 2, 'shell: the status of the first line that failed');
like((shell_lines('shwo work'))[2], qr/\Agnomon: unknown command 'shwo' \(did you mean show\?\) \(see help\)\n\z/, 'shell: a command that is nearly right');
like((shell_lines('show Busy.wrok'))[2], qr/\Agnomon: .*did you mean Busy\.work\?/, 'shell: a method that is nearly right');
like((gnomon(60, 'shell', $directory, '-e', 'sort frob'))[2], qr/\Agnomon: sort: expected one of elapsed\|self\|.*, found frob\n\z/, 'shell: an order that is none');
is((gnomon(60, 'shell', scratch('nowhere')))[0], 1, 'shell: no such recording');

is_deeply([(shell_lines('ctl mark late'))[0, 2]], [1, "gnomon: $directory/region: the run has ended\n"], 'shell: ctl, of a run that has ended');

# ---- The shell on a terminal

begins(140, 50, build('gnomon'), 'shell', $directory);
shows(qr/^gnomon>/m, 'shell: a prompt');
keys_sent('sho', 'Tab');
shows(qr/^gnomon> show/m, 'shell: a command is completed');
keys_sent('Busy.wo', 'Tab');
shows(qr/^gnomon> show Busy\.work/m, 'shell: and a method');
keys_sent('Enter');
shows(qr/Called by/, 'shell: which is shown');
keys_sent('sort sam', 'Tab', 'Enter');
shows(qr/^gnomon> sort samples/m, 'shell: an order');
keys_sent('events --st', 'Tab', 'Enter');
shows(qr/-> the one that follows it/, 'shell: an option of a verb');
keys_sent('quit', 'Enter');
ends('shell');
begins(140, 50, build('gnomon'), 'shell', $directory);
shows(qr/^gnomon>/m, 'shell: again');
keys_sent('Up', 'Up');
shows(qr/^gnomon> events --stat/m, 'shell: it knows what was asked before');
keys_sent('C-u', 'C-d');
ends('shell: the end of input');
done_testing;
