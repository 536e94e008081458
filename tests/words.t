#!/usr/bin/perl
# The words: what comments and pages say is held to what there is, and to the rules of their language. Each file is read
# once; a rule is a small function from a passage to what is wrong in it, and stands beside an example that it must find
# and one that it must not. What a rule may not hold is in tests/words/exceptions, with a reason; an exception that
# nothing needs any more fails. Rules of commands need build/gnomon. tests/words/wrap breaks lines that are too long.
#
# Not held: lines of Perl, Java, JavaScript and make that have code, rows of tables, and examples on pages may be wider
# than 120 columns.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Words;

chdir "$FindBin::Bin/..";
my $gnomon = ($ENV{BUILD} // 'build') . '/gnomon';
my $tree = read_tree();
cmp_ok(scalar @{ $tree->{passages} }, '>=', 10_000, 'there are comments and pages');

sub is_page { return $_[0]{file} =~ /\.md$/ }
sub sentences { return split /(?<=[.:;?!]) |(?<=[.?!]\)) /, $_[0]{text} =~ s/^(?:[-*#\d.]+ |\| |---- )+//r }

# ---- What is there

# The names that a page explains: those of docs/glossary.md are as good as the code's.
my %explained = map { map { $_ => 1 } /`(\w+)`/g } grep { /^\|/ } split /\n/, -f 'docs/glossary.md' ? slurp_text('docs/glossary.md') : '';
sub is_word { return $tree->{words}{ $_[0] } || $explained{ $_[0] } }

sub wide { my ($passage) = @_; return $passage->{kind} =~ /^(?:table|example)$/ ? () : grep { length > 120 && /^\s*(?:\/\/|\*|\/\*|#)|^[^\/]*$/ } lines_of($passage) }
# A comment behind Perl or Java is as wide as its line.
sub lines_of { my ($passage) = @_; return $passage->{kind} eq 'comment' ? grep { /^\s*(?:\/\/|\*|\/\*|#)/ } @{ $passage->{lines} } : @{ $passage->{lines} } }

# NAME and the like stand for any name.
sub is_path {
    my ($path) = @_;
    $path =~ s/(?<![a-z])[A-Z]{3,}(?![a-z])/*/g;
    return 1 if $tree->{files}{ $path =~ s{/$}{}r };
    return scalar grep { -e } glob $path if $path =~ /[*{]/;
    return 0;
}
sub lost_paths {
    my ($passage) = @_;
    my $tops = qr{(?:base|log|translator|kernel|boot|viz|tests|docs|examples|mk)};
    my @paths = $passage->{text} =~ m{(?<![\w/.\$-])($tops/[\w./*\{\},-]*[\w\}*/])}g;
    my @names = $passage->{kind} eq 'example' ? () : $passage->{text} =~ m{(?<![\w/.*-])(\w[\w-]*\.(?:c|h|S|t|pm|inc|js|ld|md))\b(?!\()}g;
    return (grep({ !is_path($_) } @paths), grep { !$tree->{names}{$_} && !/(?<![a-z])[A-Z]{3,}(?![a-z])/ } @names);
}

# What is made: build/test/PATH is a unit test's, anything else stands in the Makefile, up to a name that may be any.
sub is_made {
    my ($path) = @_;
    return 1 if $path =~ m{^test/(.*)$} && is_path("$1.c");
    $path =~ s{/[^/]*\b[A-Z]{3,}\b.*}{};
    return $tree->{make} =~ m{\$\(BUILD\)/\Q$path\E};
}
sub lost_products { my ($passage) = @_; return grep { !is_made($_) } $passage->{text} =~ m{(?<![\w/.-])build/([\w./-]*\w)}g }

# A name with an underscore, a call with its parentheses, and a name in backquotes.
sub lost_symbols {
    my ($passage) = @_;
    my $text = $passage->{text};
    return () if $passage->{kind} eq 'example' || $passage->{kind} eq 'code';
    my @names = $text =~ /(?<![\w.\/\$%-])([A-Za-z]\w*_\w+)(?![\w*]|\.\w)/g;
    my @calls = $text =~ /\b([A-Za-z]\w*)\(\)/g;
    my @ticked = map { /(\w+)$/ } grep { !$tree->{names}{$_} && !$tree->{files}{$_} } $text =~ /`([A-Za-z][\w.]*)(?:\(\))?`/g;
    my @begun = grep { my $name = $_; !grep { /^\Q$name\E/ } keys %{ $tree->{words} } } $text =~ /(?<![\w.\/\$%-])([A-Za-z]\w*_)\*/g;
    my %seen;
    return grep { !$seen{$_}++ } grep({ !is_word($_) } @names, @calls, @ticked), @begun;
}

# As GitHub makes an anchor of a heading.
my %anchors;
sub anchors {
    my ($path) = @_;
    return $anchors{$path} //= { map { (lc s/[^\w\- ]//gr =~ s/ /-/gr) => 1 } slurp_text($path) =~ /^#+ +(.*)$/mg };
}
sub lost_links {
    my ($passage) = @_;
    return () if !is_page($passage);
    my ($folder) = $passage->{file} =~ m{^(.*/)};
    return grep {
        my ($path, $anchor) = /^([^#]*)#?(.*)$/;
        my $file = $path eq '' ? $passage->{file} : ($folder // '') . $path;
        !-e $file || ($anchor ne '' && !anchors($file)->{$anchor});
    } grep { !/^https?:/ } $passage->{text} =~ /\]\(([^)\s]+)\)/g;
}

# A heading, in quotes behind the page that has it.
sub headings { my ($path) = @_; return { map { s/`//gr => 1 } slurp_text($path) =~ /^#+ +(.*)$/mg } }
sub lost_headings {
    my ($passage) = @_;
    my $folder = is_page($passage) && $passage->{file} =~ m{^(.*/)} ? $1 : '';
    my %named = reverse $passage->{text} =~ /(?:\]\(|\s)([\w\/.-]+\.md)\)?, "([^"]+)"/g;
    return grep { my $path = -e $folder . $named{$_} ? $folder . $named{$_} : $named{$_}; !-e $path || !headings($path)->{$_} } sort keys %named;
}

# ---- Commands on pages

sub commands_of {
    my ($passage, $program) = @_;
    return () if !is_page($passage);
    my $text = $passage->{text};
    return $text =~ /^\s*(?:\$ )?((?:[A-Z_]+=\S+ )*$program(?: .*|$))/mg if $passage->{kind} eq 'example';
    return $text =~ /`((?:[A-Z_]+=\S+ )*$program(?: [^`]+)?)`/g;
}

sub lost_targets {
    my ($passage) = @_;
    my @lost;
    for my $command (commands_of($passage, 'make')) {
        my ($words) = $command =~ /^(?:[A-Z_]+=\S+ )*make\b(.*)/;
        $words =~ s/(?: {2,}|[|;&>#]).*//;
        my @words = grep { !/^-/ && !/^\d+$/ } split ' ', $words;
        push @lost, grep { !/=/ && $tree->{make} !~ /^(?:[\w.-]+ )*\Q$_\E(?: [\w.-]+)*:(?!=)/m } @words;
        push @lost, map { /^([A-Z_]+)=/ && !$tree->{words}{$1} ? $1 : () } @words, split ' ', $command =~ s/\bmake\b.*//r;
    }
    return @lost;
}

# VARIABLE=VALUE prove tests/NAME.t: the test, or what tests share, asks for the variable.
my %asked;
sub asked_by { my ($file) = @_; return $asked{$file} //= { map { $_ => 1 } -f $file ? slurp_text($file) =~ /\bENV\{(\w+)\}/g : () } }
sub lost_variables {
    my ($passage) = @_;
    return map {
        my @files = (/(tests\/\w+\.t)/g, glob 'tests/lib/*.pm');
        grep { my $name = $_; !grep { asked_by($_)->{$name} } @files } /\b([A-Z_]+)=/g;
    } commands_of($passage, 'prove');
}

my %help;
sub help_of { my ($verb) = @_; return $help{$verb} //= do { my $text = `$gnomon help $verb 2>/dev/null`; $text } }
my %verbs = -x $gnomon ? map { $_ => 1 } 'help', help_of('') =~ /^  (\w+) {2,}\S/mg : ();
sub lost_options {
    my ($passage) = @_;
    my @lost;
    for my $command (commands_of($passage, 'gnomon')) {
        my ($verb, $rest) = $command =~ /\bgnomon ([a-z]\w*)\b(.*)/ or next;
        push(@lost, "gnomon $verb"), next if !$verbs{$verb};
        $rest =~ s/ -- .*//;                 # the program's own
        $rest =~ s/(?: {2,}|[|;&>#]).*//;    # words about it, or another command
        $rest =~ s/'[^']*'|"[^"]*"//g;
        push @lost, map { "$verb $_" } grep { help_of($verb) !~ /(?<![\w-])\Q$_\E(?![\w-])/ } $rest =~ /(?<=\s)(--[a-z][\w-]*)/g;
    }
    return @lost;
}

# ---- The language

# `who` is for people: a sentence with it names one.
my $people = qr/\b(?:users?|readers?|persons?|people|every(?:one|body)|any(?:one|body)|some(?:one|body)|nobody|colleagues?|programmers?|clerks?|authors?|customers?)\b/i;
sub who { my ($passage) = @_; return map { /\b(whoever|whom)\b/i || (/\b(who)\b/i && $_ !~ $people) ? $1 : () } map { s/`[^`]*`//gr } sentences($passage) }

# A line that begins with a capital begins a sentence too, behind a heading.
sub openings {
    my ($passage) = @_;
    my %seen;
    return grep { !$seen{$_}++ } map { /^((?:Of|That of)\b(?: \w+)?)/ ? $1 : () } sentences($passage), map { s{^[\s/*#]+}{}r } @{ $passage->{lines} };
}

# A path, an edge, a mode, a slow path or a direction; what is in the way, or on it, is no such thing.
sub ways { my ($passage) = @_; return $passage->{text} =~ /(?<!\bin )(?<!\bon )\b(the way|(?:slow|fast|short|cold|warm|usual|seldom) ways?)\b/gi }

sub doubled { my ($passage) = @_; return $passage->{kind} eq 'example' ? () : $passage->{text} =~ /(?<![\w.`-])((?:the|a|an|of|to|in|is|it|that|and|for|not|be|by|with|as|or|at|has)) \1\b(?![-'`])/g }

sub promises { my ($passage) = @_; return $passage->{text} =~ /\b(TODO|FIXME|XXX)\b/g }

# "Returns NULL if there is none", not "NULL: there is none"; what a field's value means may be said so behind it.
sub results {
    my ($passage) = @_;
    return () if $passage->{kind} ne 'comment' || $passage->{lines}[0] !~ /^\s*(?:\/\/|\*|#(?!\w))/;
    return map { /^(NULL|[Ff]alse|[Tt]rue|0|-1): / ? $1 : () } split /(?<=[.;]) /, $passage->{text};
}

sub split_words { my ($passage) = @_; return $passage->{text} =~ /\b(can not|eachother|any more further|informations|softwares)\b/g }

# ---- The rules: name, function, what it finds here, what it must not find

sub page { my ($text) = @_; return { file => 'docs/planted.md', line => 1, kind => 'page', text => $text, lines => [$text] } }
sub example { my ($text) = @_; return { %{ page($text) }, kind => 'example' } }
sub comment { my ($text) = @_; return { file => 'kernel/planted.c', line => 1, kind => 'comment', text => $text, lines => ["// $text"] } }

my @rules = (
    [width => \&wide, [comment('long ' x 24)], [comment('long ' x 23), { %{ page('x' x 200) }, kind => 'table' }]],
    [path => \&lost_paths, [comment('See kernel/core/nowhere.c.'), comment('As in nowhere.h'), page('docs/nothing.md')], [comment('See kernel/start.c, and tests/words.t.'), page('`kernel/core/*.h`')]],
    [product => \&lost_products, [page('`build/no/such_thing`'), page('build/test/kernel/test/none_test')], [page('build/gnomon and build/test/base/test/text_hash_test')]],
    [symbol => \&lost_symbols, [comment('By no_such_function'), comment('nosuchcall() does'), page('`NoSuchType`'), comment('no_such_*')], [comment('By kernel_main, heap_alloc_* and `struct thread`, and memcpy()')]],
    [link => \&lost_links, [page('[x](none.md)'), page('[x](glossary.md#none)')], [page('[x](architecture.md), [y](https://none.example)')]],
    [heading => \&lost_headings, [page('[x](architecture.md), "No such thing"'), comment('see docs/log.md, "None".')], [page('[x](domains.md), "Rights"'), comment('docs/log.md, "Errors"')]],
    [target => \&lost_targets, [page('`make nothing-of-the-kind`'), example('    make all NO_SUCH=1')], [page('`make all`'), example('    make -j2 tests-built   # words')]],
    [variable => \&lost_variables, [page('`NO_SUCH=1 prove tests/layout.t`'), example('    SEED=1 NONE=2 prove -v tests/sizes.t')], [page('`SEED=1 prove -v tests/sizes.t`')]],
    [who => \&who, [comment('Who waits gets it.'), comment('It wakes whoever sleeps.'), page('the thread who waits')], [comment('Users who wait get it.'), comment('The `who` field')]],
    [opening => \&openings, [comment('Of the first three.'), comment('It ends. That of another one stays.'), { %{ comment('x') }, text => 'x Of y', lines => ['// x', '// Of y'] }], [comment('It is full of chunks. Offices count.')]],
    [way => \&ways, [comment('by the way of every class'), page('The way out'), comment('by its slow way')], [comment('It stands in the way.')]],
    [doubled => \&doubled, [comment('up to the the end')], [comment('what it is is known, and so on and on')]],
    [result => \&results, [comment('Finds it. NULL: there is none.'), comment('False: it failed.')], [comment('Returns NULL if there is none.'), { %{ comment('0: none') }, lines => ['u32 x; // 0: none'] }]],
    [promise => \&promises, [comment('TODO: later')], [comment('to do it later')]],
    [spelling => \&split_words, [comment('it can not be')], [comment('it cannot be')]],
);
SKIP: {
    if (!%verbs) {
        fail("$gnomon is built") if $ENV{CI};
        skip "$gnomon is not built", 1;
    }
    push @rules, [option => \&lost_options, [page('`gnomon none`'), example('    gnomon run --no-such app.jar')], [example('    gnomon run --trace X app.jar -- --no-such'), page('`gnomon help run`')]];
    pass("$gnomon says its verbs and options");
}

for my $rule (@rules) {
    my ($name, $find, $bad, $good) = @$rule;
    for my $passage (@$bad) {
        my @found = $find->($passage);
        ok(scalar @found, "$name finds: " . substr $passage->{text}, 0, 40);
    }
    is_deeply([map { $find->($_) } @$good], $name eq 'doubled' ? ['is'] : [], "$name finds nothing where nothing is");
}

# ---- Exceptions: RULE FILE WORD, and behind two blanks the reason. FILE or WORD may be *.

my (@exceptions, @odd);
for my $line (split /\n/, slurp_text('tests/words/exceptions')) {
    next if $line =~ /^(?:#|$)/;
    my ($rule, $file, $word, $why) = $line =~ /^(\S+) (\S+) (\S.*?) {2,}(\S.*)$/;
    push(@odd, $line), next if !$why || !grep { $_->[0] eq $rule } @rules, ['option'];
    push @exceptions, { rule => $rule, file => $file, word => $word, line => $line, used => 0 };
}
is_deeply(\@odd, [], 'each exception has a rule, a file, a word and a reason');
sub excepted {
    my ($rule, $file, $word) = @_;
    my ($found) = grep { $_->{rule} eq $rule && ($_->{file} eq '*' || $_->{file} eq $file) && ($_->{word} eq '*' || $_->{word} eq $word) } @exceptions;
    $found->{used}++ if $found;
    return $found;
}
my $planted = grep { $_->{word} eq 'no exception' } @exceptions;
ok(!$planted && !excepted('path', 'docs/planted.md', 'no exception'), 'what is not listed is no exception');

# ---- The tree

for my $rule (@rules) {
    my ($name, $find) = @$rule;
    my @wrong;
    for my $passage (@{ $tree->{passages} }) {
        next if $passage->{kind} eq 'code' && $name ne 'width';
        push @wrong, map { "$passage->{file}:$passage->{line}: " . substr $_, 0, 80 } grep { !excepted($name, $passage->{file}, $_) } $find->($passage);
    }
    is(join("\n", @wrong), '', "$name: nothing is wrong in the tree");
}
my @stale = grep { !$_->{used} && ($_->{rule} ne 'option' || %verbs) } @exceptions;
is(join("\n", map { $_->{line} } @stale), '', 'each exception is needed');

# ---- Numbers that a program writes

sub numbers { return map { my ($what, $number) = /^\| (.*) \| ([\d,]+) \|$/; $what ? ($what => $number =~ s/,//gr) : () } split /\n/, $_[0] }
my %now = numbers(scalar `tests/words/numbers`);
my %said = numbers(slurp_text('docs/testing.md') =~ /^<!-- tests.words.numbers -->$(.*?)^<!-- end -->$/ms);
cmp_ok(scalar keys %now, '>=', 10, 'there are numbers');
is_deeply([grep { abs(($said{$_} // 0) - $now{$_}) > $now{$_} / 10 } sort keys %now], [], 'docs/testing.md has them, to a tenth (tests/words/numbers)');

cmp_ok(scalar(() = slurp_text('docs/performance.md') =~ /\n/g), '<=', 200, 'docs/performance.md is tables, of 200 lines at most');

# ---- A list on a page that is the tool's

SKIP: {
    skip "$gnomon is not built", 1 if !%verbs;
    my ($filtered) = slurp_text('docs/reading.md') =~ /^((?:`\w+`(?:, | and |,\s))+`\w+`) take the\s+same filters:/m;
    is(join(' ', sort(($filtered // '') =~ /`(\w+)`/g)), join(' ', sort grep { help_of($_) =~ /--filter\b/ } keys %verbs), 'docs/reading.md names the commands that take the filters');
}
done_testing();
