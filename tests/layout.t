#!/usr/bin/perl
# The rules of the layout: who may include whom, no conditional compilation, no very long files.

use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/..";
my @files = grep { -f } split /\n/, `git ls-files -- '*.c' '*.h' '*.S' 2>/dev/null || find . -name '*.[chS]'`;
my %own = map { ($_ => 1) } qw(boot kernel translator log viz);

# What a folder may include of the others; "viz" sees the shared formats and nothing else. viz/verify is a program of its own: the translator's verifier on the host
my %may = (
    viz => [qr{^log/(region|events)\.h$}, qr{^kernel/(types|pattern)\.h$}, qr{^boot/archive\.h$}],
    'viz/verify' => [qr{^translator/}, qr{^kernel/(types|jimage)\.h$}, qr{^boot/archive\.h$}],
    translator => [qr{^kernel/}, qr{^log/}],
    kernel => [qr{^translator/}, qr{^log/}, qr{^boot/archive\.h$}],
    log => [qr{^kernel/}, qr{^translator/classfile\.h$}],  # names are taken from class files
    boot => [qr{^kernel/}, qr{^log/}, qr{^translator/}],
);
my %freestanding = map { ("$_.h" => 1) } qw(stddef stdint stdbool stdarg stdnoreturn float limits stdalign);

my (@folders, @hosted, @conditions, @long);
for my $file (@files) {
    my ($folder) = $file =~ m{^([^/]+)/};
    my $test = $file =~ m{/test/|^tests/};
    open my $source, '<', $file or next;
    my $lines = 0;
    while (my $line = <$source>) {
        $lines++;
        push @conditions, "$file:$lines" if $line =~ /^\s*#\s*(if|ifdef|elif|else)\b/ || ($line =~ /^\s*#\s*ifndef\b/ && $file !~ /\.h$/) and $file !~ /\.S$/;
        next if $test;
        if ($line =~ /^\s*#\s*include\s+"([^"\/]+)\/([^"]*)"/ && $own{$1} && $own{ $folder // '' } && $1 ne $folder) {
            my $path = "$1/$2";
            push @folders, "$file:$lines includes $path" unless grep { $path =~ $_ } @{ $may{ $file =~ m{^viz/verify/} ? 'viz/verify' : $folder } };
        }
        my ($header) = $line =~ /^\s*#\s*include\s+<([^>]+)>/;
        push @hosted, "$file:$lines includes <$header>" if $header && !$freestanding{$header} && $folder =~ /^(kernel|translator|log|boot)$/;
    }
    push @long, "$file: $lines lines" if $lines > 600;
}
cmp_ok(scalar @files, '>=', 300, 'the sources are there');
is_deeply(\@folders, [], 'folders include only what they may');
is_deeply(\@hosted, [], 'the kernel includes no header of the host');
is_deeply(\@conditions, [], 'no conditional compilation but include guards');
is_deeply(\@long, [], 'no file has more than 600 lines');
done_testing;
