#!/usr/bin/perl
# The rules of the layout: rooms with one-way doors, a microkernel that knows no Java, an owner for every global, one
# form of the sources, no conditional compilation, no very long files. With --drawing it prints the rooms as
# docs/architecture.md shows them.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Rooms;
use Layers;

chdir "$FindBin::Bin/..";
if (@ARGV && $ARGV[0] eq '--drawing') { print drawing(), "\n", layer_drawing(sources()); exit }
my $build = $ENV{BUILD} // 'build';
my @files = sources();
cmp_ok(scalar @files, '>=', 300, 'the sources are there');

is_deeply([wrong_arrows()], [], 'rooms include only what lies below them');

# ---- Layers inside the rooms

my %has_sentence = %{ list_of('tests/layers/circles') };
my @include_circles = circles(include_edges(@files));
my %explains;
is_deeply([unexplained(\%has_sentence, \%explains, @include_circles)], [], 'no modules of a room include each other in a circle that tests/layers/circles does not explain');
is_deeply([circles(header_edges(grep { /\.h$/ } @files))], [], 'nor do headers');

my %sources;
for my $file (grep { m{^(base|log|translator|kernel|boot)/.*\.[ch]$} && !m{/test/[^/]*_(test|race)\.c$} } split /\n/, `git ls-files -- '*.c' '*.h'`) {
    open my $source, '<', $file or next;
    $sources{$file} = do { local $/; <$source> };
}
my %pointers = map { $_ => 1 } one_implementation(\%sources);
my %points = %{ list_of('tests/layers/pointers') };
is_deeply([grep { !$points{$_} } sort keys %pointers], [], 'no pointer to a function has one implementation');
is_deeply([grep { !$pointers{$_} } sort keys %points], [], 'and each that tests/layers/pointers explains has');

# The tests of the tests: each rule on an example that breaks it.
is_deeply([circles(['a/x', 'a/y'], ['a/y', 'a/z'], ['a/z', 'a/x'], ['a/z', 'a/w'])], ['a/x a/y a/z'], 'a circle inside a room is found');
is_deeply([map { $_->[2] } upward(['log/x', 'kernel/core/y', 'up'], ['kernel/core/y', 'log/x', 'down'])], ['up'], 'and a symbol that points up');
is_deeply([one_implementation({'x.c' => "static void (*hook)(void);\nvoid x_set_hook(void (*to)(void)) { hook = to; }\nvoid mine(void) {\n}\nvoid begin(void) { x_set_hook(mine); }\n"})],
    ['x_set_hook is always mine'], 'and a hook with one implementation');

# ---- What stands in the files

my %freestanding = map { ("$_.h" => 1) } qw(stddef stdint stdbool stdarg stdnoreturn float limits stdalign);
my $java = qr/java|\bjv[m]|\bjls\b|bytecode|class ?file|\bclass(es)?\b|loader|\bmethods?\b|mirror|monitor|finaliz|garbage|collector/i;
my (@hosted, @conditions, @long, @words);
for my $file (@files) {
    open my $source, '<', $file or die "$file: $!\n";
    while (my $line = <$source>) {
        push @conditions, "$file:$." if $line =~ /^\s*#\s*(if|ifdef|elif|else)\b/ || ($line =~ /^\s*#\s*ifndef\b/ && $file !~ /\.h$/) and $file !~ /\.S$/;
        my ($header) = $line =~ /^\s*#\s*include\s+<([^>]+)>/;
        push @hosted, "$file:$. includes <$header>" if $header && !$freestanding{$header} && $file !~ m{^viz/};
        push @words, "$file:$.: $line" if $file =~ m{^kernel/core/} && $line =~ $java;
    }
    push @long, "$file: $. lines" if $. > 600;
}
is_deeply(\@hosted, [], 'the kernel includes no header of the host');
is_deeply(\@conditions, [], 'no conditional compilation but include guards');
is_deeply(\@long, [], 'no file has more than 600 lines');
is_deeply(\@words, [], 'kernel/core/ has no word of Java');

# ---- Structs that processors share: each field carries the letter of its lock (kernel/core/kernel_lock.h)

my (@unlettered, %lettered);
for my $file (grep { m{^kernel/.*\.h$} && !m{/test/} } @files) {
    open my $header, '<', $file or die "$file: $!\n";
    my ($struct, @fields);
    while (my $line = <$header>) {
        ($struct, @fields) = ($1) if $line =~ /^struct (\w+) \{$/;
        push @fields, "$file:$.: $line" if $struct && $line =~ /^    [^\s\/}].*;(\s*\/\/.*)?$/;
        next if !$struct || $line !~ /^\};/;
        my @without = grep { !m{// \[[Ikpoa]\]} } @fields;
        push @unlettered, @without if @without < @fields;
        $lettered{$struct} = @fields if !@without;
        undef $struct;
    }
}
is_deeply(\@unlettered, [], 'a struct has letters at all of its fields, or at none');
is_deeply([grep { !$lettered{$_} } qw(cpu thread domain_core share java_thread monitor heap heap_chunk heap_figures_place)], [], 'what processors share has letters');

# ---- Globals: each is the machine's and stands, with the reason, in tests/globals

my %reason;
open my $listed, '<', 'tests/globals' or die "tests/globals: $!\n";
while (my $line = <$listed>) {
    next if $line =~ /^#|^\s*$/;
    my ($name, $why) = $line =~ /^(\S+:\S+)\s+(\S.*)$/ or die "tests/globals:$.: expected FILE:SYMBOL and a reason, found $line";
    $reason{$name} = $why;
}
my @objects = map { "$build/guest/$_.o" } grep { m{^(base|log|translator|kernel|boot)/.*\.[cS]$} } @files;
my @missing = grep { !-f } @objects;
SKIP: {
    if (@missing) {
        fail("the kernel is built: $missing[0] is missing") if $ENV{CI};
        skip 'the kernel is not built', 6;
    }
    my @hooks = hooks('docs/architecture.md');
    my @edges = symbol_edges($build, @objects);
    my @up = grep { !is_hook(\@hooks, $_) } upward(@edges);
    is_deeply([map { "$_->[0] asks $_->[1] for $_->[2]" } @up], [], 'no symbol leads to a room above, but by a hook of docs/architecture.md');
    my @symbol_circles = circles(grep { !is_hook(\@hooks, $_) } @edges);
    is_deeply([unexplained(\%has_sentence, \%explains, @symbol_circles)], [], 'nor do objects of a room ask each other in a circle that tests/layers/circles does not explain');
    is_deeply([grep { !$explains{$_} } sort keys %has_sentence], [], 'each circle that it explains is there');
    is_deeply([map { $_->{text} } grep { !$_->{used} } @hooks], [], 'and each hook is used');

    my %found;
    open my $nm, '-|', 'nm', '-A', @objects or die "nm: $!\n";
    while (my $line = <$nm>) {
        my ($object, $name) = $line =~ m{^\Q$build\E/guest/(\S+)\.o:[0-9a-f]*\s+[bBdDC] (\S+)$} or next;
        $found{"$object:" . $name =~ s/\.\d+$//r} = 1;
    }
    is_deeply([grep { !$reason{$_} } sort keys %found], [], 'every mutable symbol is listed in tests/globals');
    is_deeply([grep { !$found{$_} } sort keys %reason], [], 'and each that is listed exists');
}

# ---- The form

my $format = `clang-format --version 2>/dev/null`;
SKIP: {
    if (!$format) {
        fail('clang-format is there') if $ENV{CI};
        skip 'there is no clang-format', 1;
    }
    my @all = grep { -f } split /\n/, `git ls-files -- '*.c' '*.h'`;
    my $problems = `clang-format --dry-run -Werror @all 2>&1 | head -20`;
    is($problems, '', 'the sources have the form of .clang-format');
}

# An interrupt changes these as well, so that code at thread level changes them in one instruction (log_ticks_add).
my @torn;
for my $file (grep { !m{^log/(interrupt|calibrate)\.c$} } split /\n/, `git ls-files -- ':(glob)log/*.c' ':(glob)log/*.h'`) {
    open my $source, '<', $file or die "$file: $!\n";
    while (my $line = <$source>) { push @torn, "$file:$." if $line =~ /\b(instrument|outside|stolen|away|unstolen)_ticks\b[^=;]*[+-]=/ }
}
is_deeply(\@torn, [], 'no counter that interrupts change is added to in two instructions');

# clang-format leaves comments as they are.
my @wide;
for my $file (grep { -f } split /\n/, `git ls-files -- '*.c' '*.h' '*.S' '*.inc'`) {
    open my $source, '<', $file or die "$file: $!\n";
    while (my $line = <$source>) { push @wide, "$file:$." if length $line > 121 && $line =~ m{^\s*//} }
}
is_deeply(\@wide, [], 'no comment is longer than 120 columns');

# A list that is used above the file that defines it is empty there, and what it names is not built in a fresh clone.
my $undefined = `env -u MAKEFLAGS make -n --warn-undefined-variables all tests-built 2>&1 | grep 'warning: undefined variable'`;
is($undefined, '', 'the Makefile uses no variable before it is defined');

# ---- The drawing

open my $page, '<', 'docs/architecture.md' or die "docs/architecture.md: $!\n";
my $text = do { local $/; <$page> };
my %drawn = map { /^(\S+)\s+\d+\s+\d+  (.*)$/ ? ($1 => join ' ', map { s/ \d+$//r } split /, /, $2) : () } split /\n/, $text;
my %real = map { /^(\S+)\s+\d+\s+\d+  (.*)$/ ? ($1 => join ' ', map { s/ \d+$//r } split /, /, $2) : () } split /\n/, drawing();
is_deeply(\%drawn, \%real, 'docs/architecture.md draws the rooms and arrows that there are (tests/layout.t --drawing)');
my ($drawn_layers) = $text =~ /^```layers\n(.*?)^```$/ms;
is($drawn_layers, layer_drawing(@files), 'and their layers');
done_testing;
