#!/usr/bin/perl
# No length, count, index or offset loses bits on its way into 16 or 8. The compiler refuses a conversion that nobody
# wrote (the guest's flags in the Makefile); those that are written go through base/narrow.h: narrow_* asserts that the
# number fits, and the files with low_*, which does not ask, stand in tests/narrow with a reason.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/..";
my @sources = grep { m{^(base|log|translator|kernel)/.*\.[ch]$} && !m{/test/} && $_ ne 'base/narrow.h' && -f } split /\n/, `git ls-files`;
my $types = qr/(?:const\s+)?(?:u8|u16|uint8_t|uint16_t|unsigned\s+char|unsigned\s+short)/;
my (@casts, %low, $narrowed);
for my $source (@sources) {
    open my $in, '<', $source or die "$source: $!\n";
    while (my $line = <$in>) {
        $line =~ s{//.*}{};
        push @casts, "$source:$.: $line" if $line =~ /(?<!sizeof)(?<!\w)\(\s*$types\s*\)\s*[\w(~!*&'"+-]/;
        $low{$source} = 1 if $line =~ /\blow_u(8|16)\(/;
        $narrowed += () = $line =~ /\bnarrow_u(8|16)\(/g;
    }
}
is(join('', @casts), '', 'no number is cast to 16 or 8 bits without base/narrow.h');
cmp_ok($narrowed, '>=', 150, 'and those that are narrowed were found');

my %reason;
open my $listed, '<', 'tests/narrow' or die "tests/narrow: $!\n";
while (my $line = <$listed>) {
    next if $line =~ /^#|^\s*$/;
    my ($file, $why) = $line =~ /^(\S+)\s+(\S.*)$/ or die "tests/narrow:$.: expected a file and a reason, found $line";
    $reason{$file} = $why;
}
is_deeply([sort keys %low], [sort keys %reason], 'where low bits are taken, tests/narrow has the reason');

# What the flags refuse, each on a line of its own; the last two are what they let pass.
open my $makefile, '<', 'Makefile' or die "Makefile: $!\n";
my $rules = join '', <$makefile>;
like($rules, qr/^GUEST_FLAGS = .*\$\(NARROWING\)/m, 'the guest is compiled with these flags');
my ($flags) = $rules =~ /^NARROWING = (.*)$/m;
my @narrow = ('u16 f(u32 a) { return a; }', 'u16 f(u16 a, u16 b) { return a + b; }', 'u8 f(u8 a) { a += 1; return a; }', 'u16 f(void) { return 65536; }', 'u32 f(u64 a) { return a; }');
my @fine = ('u16 f(u8 a) { return a; }', 'u32 f(u16 a, u16 b) { return a + b; }');
for my $source (@narrow, @fine) {
    open my $compiler, '|-', "gcc -std=gnu17 -Werror -Woverflow $flags -I. -fsyntax-only -x c - 2>/dev/null" or die "gcc: $!\n";
    print $compiler "#include \"base/types.h\"\n$source\n";
    my $accepted = close $compiler;
    my $is_fine = grep { $_ eq $source } @fine;
    ok($is_fine ? $accepted : !$accepted, $is_fine ? "the compiler takes: $source" : "the compiler refuses: $source");
}
done_testing();
