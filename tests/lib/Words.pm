package Words;

# What people read of the tree, for tests/words.t: comments, pages and code, taken apart once. A passage is {file, line,
# kind, text, lines}: a paragraph of a page ('page'), a row of a table ('table'), an example ('example'), or adjacent
# lines of comment ('comment'); or a long line of C ('code').

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(passages_of read_tree slurp_text);


# Data, not text: what fuzzers and pictures are made of, and the license.
my $data = qr{^(?:tests/fuzz/(?:corpus|found)/|tests/verify/samples/)|\.(?:png|class|jar|json|proto)$|^LICENSE$};
my %slashes = map { $_ => 1 } qw(c h S inc java js ld css);

sub tracked {
    my @listed = `git ls-files --cached --others --exclude-standard`;
    chomp @listed;
    return grep { -f } @listed;
}

sub language_of {
    my ($path, $first) = @_;
    my ($extension) = $path =~ /\.(\w+)$/;
    return 'page' if ($extension // '') eq 'md';
    return 'slashes' if $extension && $slashes{$extension};
    return 'hash' if !$extension || $extension =~ /^(?:t|pm|sh|mk|yml|ini)$/ || $path =~ /(?:^|\/)(?:Makefile|\.[\w-]+)$/ || $first =~ /^#!/;
    return 'data';
}

# A line of C, Java or a script of the page: (what is code, what is comment); $$inside says whether a comment goes on
# behind the line.
sub split_slashes {
    my ($line, $inside) = @_;
    my ($code, $comment) = ('', undef);
    while ($line ne '') {
        if ($$inside) {
            my $closed = $line =~ s{^(.*?)\*/}{};
            $comment .= $closed ? $1 : $line;
            $$inside = 0, next if $closed;
            last;
        }
        if ($line =~ s{^("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^"'`/]+)}{}) { $code .= $1 }
        elsif ($line =~ s{^//}{}) { $comment .= $line, last }
        elsif ($line =~ s{^/\*}{}) { $$inside = 1; $comment //= '' }
        else { $code .= substr $line, 0, 1, '' }
    }
    return ($code, $comment);
}

# The same for Perl, shell and make, where a comment has its line, or comes behind the end of a statement.
sub split_hash {
    my ($line) = @_;
    return ('', $1) if $line =~ /^\s*#(?!!)(.*)$/;
    return ($1, $2) if $line =~ /^(.*[;{}),])\s+# (.*)$/;
    return ($line, undef);
}

# A page: paragraphs, items, headings and rows of tables are passages; what is indented or fenced is an example, a line
# each unless it ends with a backslash.
sub passages_of_page {
    my ($file, @lines) = @_;
    my (@passages, $open, $fenced);
    for my $number (0 .. $#lines) {
        my $line = $lines[$number];
        if ($line =~ /^\s*```/) { $fenced = !$fenced; undef $open; next }
        my $kind = $fenced || ($line =~ /^ {4}/ && !($open && $open->{kind} eq 'page')) ? 'example' : $line =~ /^\|/ ? 'table' : 'page';
        if ($line =~ /^\s*$/) { undef $open; next }
        if ($open && $open->{kind} eq 'example' && $open->{text} =~ s/\\$//) {
            $open->{text} .= $line =~ s/^\s+//r;
            push @{ $open->{lines} }, $line;
            next;
        }
        undef $open if $open && ($kind ne $open->{kind} || $kind ne 'page' || $line =~ /^(?:#|\s*[-*] |\s*\d+\. )/);
        if ($open) { $open->{text} .= ' ' . $line =~ s/^\s+//r; push @{ $open->{lines} }, $line; next }
        push @passages, $open = { file => $file, line => $number + 1, kind => $kind, text => $line, lines => [$line] };
    }
    return @passages;
}

# (passages, code): neighbouring lines that are comment only are one passage.
sub passages_of {
    my ($file, @lines) = @_;
    my $language = language_of($file, $lines[0] // '');
    return ([passages_of_page($file, @lines)], '') if $language eq 'page';
    return ([], join "\n", @lines) if $language eq 'data';
    my ($inside, $open, @passages, @code) = (0);
    for my $number (0 .. $#lines) {
        my ($code, $comment) = $language eq 'slashes' ? split_slashes($lines[$number], \$inside) : split_hash($lines[$number]);
        push @code, $code;
        if (!defined $comment) { undef $open if !$inside; next }
        $comment =~ s/^[\s*]+|\s+$//g;
        my $alone = $code =~ /^\s*$/;
        if ($comment eq '') { undef $open; next }
        if ($open && $alone) { $open->{text} .= " $comment"; push @{ $open->{lines} }, $lines[$number]; next }
        push @passages, $open = { file => $file, line => $number + 1, kind => 'comment', text => $comment, lines => [$lines[$number]] };
        undef $open if !$alone;
    }
    return (\@passages, join "\n", @code);
}

# Long lines of C and assembly, but not the rows of a table, each a macro's call.
sub wide_code {
    my ($file, @lines) = @_;
    my @wide = grep { length $lines[$_] > 120 && $lines[$_] !~ /^\s*\{?[A-Z]\w*\(/ } 0 .. $#lines;
    return map { { file => $file, line => $_ + 1, kind => 'code', text => '', lines => [$lines[$_]] } } @wide;
}

sub slurp_text {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/;
    return <$file> // '';
}

# Everything: passages, what is made, every word of the code, every name of a file and of a folder.
sub read_tree {
    my %tree = (passages => [], words => {}, files => {}, names => {}, make => '');
    for my $file (tracked()) {
        $tree{files}{$file} = 1;
        $tree{names}{ $file =~ s{.*/}{}r } = 1;
        $tree{words}{$_} = 1 for $file =~ /\w+/g;
        my $folder = $file;
        $tree{files}{$folder} = 1 while $folder =~ s{/[^/]*$}{};
        next if $file =~ $data;
        my @lines = split /\n/, slurp_text($file);
        my ($passages, $code) = passages_of($file, @lines);
        push @{ $tree{passages} }, @$passages;
        push @{ $tree{passages} }, wide_code($file, @lines) if $file =~ /\.[chS]$/;
        $tree{words}{$_} = 1 for $file =~ m{^tests/words\b} ? () : $code =~ /\w+/g; # they name what is not there
        $tree{make} .= "$code\n" if $file =~ m{^(?:Makefile|mk/.*\.mk)$};
    }
    return \%tree;
}

1;
