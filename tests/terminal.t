#!/usr/bin/perl
# The tool on a terminal: what it prints fits, colours come where they are wanted, and what takes long says what it
# does. Terminals are made by script(1).

use strict;
use warnings;
use utf8;
use open ':std', ':encoding(UTF-8)';
use FindBin;
use lib "$FindBin::Bin/lib";
use Encode 'decode';
use File::Path qw(make_path remove_tree);
use Test::More;
use Gnomon;

my $make = build('test/viz/test/make_region');
need(-x $make, "$make is not built (make tests-built)");
need(has_tool('script'), 'there is no script(1)');
for my $kind (qw(ended wrapped traced)) {
    make_path(scratch($kind));
    run(20, $make, $kind, scratch("$kind/region"));
}

# What a terminal of so many columns gets, both kinds of output; "before" sets the environment.
sub terminal {
    my ($columns, $before, @arguments) = @_;
    my $command = join ' ', map { "'$_'" } build('gnomon'), @arguments;
    my ($status, $out, $err) = run(120, 'script', '-qec', "stty cols $columns rows 40; export TERM=xterm; unset NO_COLOR; $before $command", '/dev/null');
    return decode('UTF-8', $out) =~ s/\r//gr;
}
sub plain { return $_[0] =~ s/\e\[[0-9;]*m//gr }
sub piped { return decode('UTF-8', (gnomon(60, @_))[1]) }

# ---- Width

my ($ended, $wrapped, $traced) = map { scratch($_) } qw(ended wrapped traced);
my @tables = (['report', $ended], ['report', $ended, '--package', 'example'], ['report', $ended, '--sort', 'count'], ['info', $ended], ['diff', $ended, $wrapped], ['events', '--stat', $ended], ['events', $ended], ['slow', $ended], ['replay', $traced], ['top', '--once', $ended],
    ['help'], (map { ['help', $_] } qw(report export info check help events replay top shell)));
for my $columns (60, 200) {
    for my $table (@tables) {
        my @lines = split /\n/, plain(terminal($columns, '', @$table));
        is(join("\n", grep { length > $columns && !/^  gnomon / } @lines), '', "$columns columns: @{[grep { !m{/} } @$table]}: no line is longer") or diag join "\n", @lines;
        cmp_ok(scalar @lines, '>', 4, 'and there are some');
    }
}
my $narrow = plain(terminal(60, '', 'report', $ended));
like($narrow, qr/^ +Elapsed incl +Method/m, '60 columns: the figure by which it is sorted stays');
like($narrow, qr/^ +5000\.000 ±\S+ +example\.Abc\.c\(int, long\[\],? ?\S*\)?$|…\S*Abc\.c\(int, long\[\], Map\)$/m, 'beside the names');
like($narrow =~ s/\n/ /gr, qr/\(not shown, as the terminal is narrow: Count, Elapsed excl, CPU incl, CPU excl, Samples\)/, 'what is left out is named');
like(plain(terminal(60, '', 'report', $ended, '--sort', 'cpu-self')), qr/^ +CPU excl +Method/m, 'another order, another figure');
my $wide = plain(terminal(200, '', 'report', $ended));
like($wide, qr/^ +Count +Elapsed incl +Elapsed excl +CPU incl +CPU excl +Samples +Method \(times in us\)$/m, '200 columns: all of them');
unlike($wide, qr/not shown/, 'and nothing is left out');
like(piped('report', $ended), qr/^ +Count +Elapsed incl +Elapsed excl +CPU incl +CPU excl +Samples +Method \(times in us\)$/m, 'a pipe has no width');

my $wide_rows = "SELECT class, name, descriptor, label, count, elapsed_ns, self_ns FROM methods WHERE count";
for my $columns (60, 100, 200) {
    my @lines = split /\n/, plain(terminal($columns, '', 'query', $ended, $wide_rows));
    is(scalar(grep { length > $columns } @lines), 0, "$columns columns: query: no line is longer") or diag join "\n", @lines;
    cmp_ok(scalar @lines, '>', 4, 'and there are some');
}
like(piped('query', $ended, $wide_rows), qr/example\.Abc\.c\(int, long\[\], Map\) /, 'query: a pipe gets all of it');

# ---- tmux, which draws what it is given: lines that it had to wrap are joined again, and would be longer than it is
# wide

SKIP: {
    skip 'there is no tmux', 6 unless has_tool('tmux');
    for my $columns (60, 200) {
        my ($socket, $done) = map { scratch("tmux-$_-$columns") } qw(server done);  # a server that ends may be found for a while
        my $command = "'" . build('gnomon') . "' report '$ended'; '" . build('gnomon') . "' diff '$ended' '$wrapped'; touch '$done'; sleep 60";
        local $ENV{TERM} = 'xterm-256color';
        delete local $ENV{NO_COLOR};
        my ($status, $out, $err) = run(20, 'tmux', '-S', $socket, '-f', '/dev/null', 'new-session', '-d', '-x', $columns, '-y', 200, $command);
        is($status, 0, "tmux of $columns columns") or diag $err;
        for (1 .. 100) { -e $done ? last : select undef, undef, undef, 0.1 }
        my $seen = decode('UTF-8', (run(20, 'tmux', '-S', $socket, 'capture-pane', '-p', '-e', '-J'))[1]);
        run(20, 'tmux', '-S', $socket, 'kill-server');
        is(join("\n", grep { length(s{\s+$}{}r) > $columns } split /\n/, plain($seen)), '', "$columns columns: no line is wrapped by it");
        like($seen, qr/\e\[1m.*Abc\.c\(int, long/s, 'colours and names arrive');
    }
}

# ---- Colours

my $bold = qr/\e\[1m/;
my $red = qr/\e\[3[12]m/;
my @changed = ('diff', $ended, $wrapped, '--sort', 'count');
like(terminal(120, '', 'report', $ended), $bold, 'a terminal gets colours');
unlike(terminal(120, 'NO_COLOR=1', 'report', $ended), qr/\e\[/, 'not with NO_COLOR');
like(terminal(120, 'NO_COLOR=', 'report', $ended), $bold, 'an empty one is none');
like(terminal(120, 'NO_COLOR=1', 'report', $ended, '--color', 'always'), $bold, 'an option says more');
unlike(terminal(120, 'TERM=dumb', 'report', $ended), qr/\e\[/, 'a dumb terminal gets none');
unlike(terminal(120, '', 'report', $ended, '--color=never'), qr/\e\[/, '--color never');
unlike(piped('report', $ended), qr/\e/, 'nor does a pipe');
like(piped('report', $ended, '--color', 'always'), $bold, 'but where they are asked for');
terminal(120, '', 'report', $ended, '-o', scratch('report.txt'));
unlike(slurp(scratch('report.txt')), qr/\e/, 'nor does a file');
is(plain(terminal(1000, '', 'report', $ended, '--top', 0)), piped('report', $ended), 'without them it is the same text');
my ($status, $out, $err) = gnomon(60, 'report', $ended, '--color', 'sometimes');
is("$status $err", "2 gnomon: --color: expected one of auto|always|never, found 'sometimes'\n", 'an unknown value');

# ---- What takes long

{
    make_path(scratch('words'));
    spill(scratch('words/Hello.java'), "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }\n");
    my $classes = compile('classes', scratch('words/Hello.java'));
    local $ENV{XDG_CACHE_HOME} = scratch('cache');
    my @run = ('run', '--machine', 'linux', '-o', scratch('hello'), '-cp', $classes, 'Hello');
    my $said = terminal(120, '', @run);
    like($said, qr/^gnomon: making an image of JDK 17\S* \(once\) with java\.base,/m, 'making the image of the JDK says so');
    like($said, qr/\r?\e\[Kmaking the image: \d+ s/, 'and counts the seconds');
    like($said, qr/^(?:.*\e\[K)?hello$/m, 'then the program runs');
    unlike(terminal(120, '', @run), qr/image/, 'once');
    for my $option (share(2, '-q', '-v')) {
        remove_tree(scratch('cache'));
        ($status, $out, $err) = gnomon(300, @run[0 .. 4], $option, @run[5 .. $#run]);
        is("$status $out", "0 hello\n", "into a file, $option: nothing is said on standard output");
        is($err, '', 'nor anywhere') if $option eq '-q';
        like($err, qr/^gnomon: making an image.*^gnomon: verifying all classes.*^gnomon: image of JDK/ms, 'but on standard error') if $option eq '-v';
    }
}
done_testing;
