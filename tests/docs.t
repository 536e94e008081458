#!/usr/bin/perl
# What README and the guides say: their links lead to files that are there, and headings that are; the commands that
# they show are ones that the tool has, with options that it has.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $top = "$FindBin::Bin/..";
my @documents = ("$top/README.md", glob "$top/docs/*.md");
cmp_ok(scalar @documents, '>=', 20, 'there are guides');

# As GitHub makes an anchor of a heading.
sub anchors {
    my ($text) = @_;
    my %anchors;
    for my $heading ($text =~ /^#+ +(.*)$/mg) {
        my $anchor = lc $heading =~ s/[^\w\- ]//gr =~ s/ /-/gr;
        $anchors{$anchor} = 1;
    }
    return \%anchors;
}

my @lost;
for my $document (@documents) {
    my ($directory) = $document =~ m{(.*)/};
    for my $link (slurp($document) =~ /\]\(([^)\s]+)\)/g) {
        next if $link =~ /^https?:/;
        my ($path, $anchor) = $link =~ /^([^#]*)#?(.*)$/;
        my $file = $path eq '' ? $document : "$directory/$path";
        push @lost, "$document: $link" if !-e $file || ($anchor ne '' && !anchors(slurp($file))->{$anchor});
    }
}
is(join("\n", @lost), '', 'every link leads somewhere');

# ---- Commands

my %help;
sub help_of { my ($verb) = @_; return $help{$verb} //= (gnomon(20, 'help', $verb))[1] }
my @verbs = (gnomon(20, 'help'))[1] =~ /^  (\w+) {2,}\S/mg;
cmp_ok(scalar @verbs, '>=', 15, 'the tool has commands');
my %verbs = map { $_ => 1 } @verbs, 'help';
my ($seen, @odd) = (0);
for my $document (@documents) {
    my $text = slurp($document);
    $text =~ s/\\\n */ /g;
    my @commands = ($text =~ /^ {4}(?:\$ )?((?:[A-Z_]+=\S+ )*gnomon .*)$/mg, $text =~ /`(gnomon [^`]+)`/g, map { /^(gnomon .*)$/mg } $text =~ /^```\w*\n(.*?)^```/msg);
    for my $command (@commands) {
        my ($verb, $rest) = $command =~ /\bgnomon ([a-z]\w*)\b(.*)/ or next;
        $seen++;
        push(@odd, "$document: $command: no command $verb"), next if !$verbs{$verb};
        $rest =~ s/ -- .*//;         # the program's own
        $rest =~ s/(?: {2,}|[|;&>#]).*//;    # words about it, or another command
        $rest =~ s/'[^']*'|"[^"]*"//g;
        push @odd, "$document: $command: no option $_" for grep { help_of($verb) !~ /(?<![\w-])\Q$_\E(?![\w-])/ } $rest =~ /(?<=\s)(--[a-z][\w-]*)/g;
    }
}
cmp_ok($seen, '>=', 100, "there are commands in the guides ($seen)");
is(join("\n", @odd), '', 'each is one of the tool, with options that it has');

my ($filtered) = slurp("$top/docs/reading.md") =~ /^((?:`\w+`(?:, | and )?)+) take the same filters:/m;
is(join(' ', sort(($filtered // '') =~ /`(\w+)`/g)), join(' ', sort grep { help_of($_) =~ /--filter\b/ } @verbs), 'the commands that are said to take the filters are those that have them');
done_testing();
