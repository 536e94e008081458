package Layers;

# Layers inside the rooms. A module is NAME.c with NAME.h; it includes modules, and its object asks for symbols of
# objects. Neither may lead in a circle, and no symbol may lead to a room above, but by a hook: a function that a header
# declares for the rooms above to implement.

use strict;
use warnings;
use Exporter 'import';
use Rooms;
our @EXPORT = qw(module_of include_edges symbol_edges circles unexplained upward layers one_implementation list_of header_edges hooks is_hook layer_drawing);

sub module_of { my ($path) = @_; return $path =~ s/\.(c|h|S|inc)$//r }

# Lines "KEY  TEXT" of a list; dies on one without a text.
sub list_of {
    my ($path) = @_;
    my %found;
    open my $list, '<', $path or die "$path: $!\n";
    while (my $line = <$list>) {
        next if $line =~ /^#|^\s*$/;
        my ($key, $text) = $line =~ /^(\S+(?: \S+)*?)\s{2,}(\S.*)$/ or die "$path:$.: expected a key, two spaces and a reason, found $line";
        $found{$key} = $text;
    }
    return \%found;
}

# The includes between modules of one room, as [from, to]. A header without a source of its name is part of its room's
# modules in that they may include it; what it includes itself is counted only among such headers.
sub include_edges {
    my @sources = @_;
    my %has_source = map { module_of($_) => 1 } grep { !/\.(h|inc)$/ } @sources;
    my @edges;
    for my $file (@sources) {
        my $from = module_of($file);
        open my $source, '<', $file or die "$file: $!\n";
        while (my $line = <$source>) {
            my ($header) = $line =~ /^\s*#\s*include\s+"([^"]+)"/ or next;
            my $to = module_of($header);
            next if $from eq $to || room_of($header) ne room_of($file);
            next if !$has_source{$from} && $has_source{$to};
            push @edges, [$from, $to];
        }
    }
    return @edges;
}

# The includes between files, as [from, to].
sub header_edges {
    my @edges;
    for my $file (@_) {
        open my $source, '<', $file or die "$file: $!\n";
        while (my $line = <$source>) {
            my ($header) = $line =~ /^\s*#\s*include\s+"([^"]+)"/ or next;
            push @edges, [$file, $header] if $header ne $file;
        }
    }
    return @edges;
}

# The table of hooks in a page: rows of {declares, by, used, text}. What is declared are the headers' words, or those
# that the row names; `by` are paths of files without their endings, or of folders with a slash.
sub hooks {
    my ($page) = @_;
    open my $text, '<', $page or die "$page: $!\n";
    my (@found, $in_table);
    while (my $line = <$text>) {
        $in_table = 1 if $line =~ /^\| hook \|/;
        next if !$in_table;
        last if $line !~ /^\|/;
        my ($what, $declared, $by) = $line =~ /^\| (.*?) \| (.*?) \| (.*?) \|$/ or next;
        next if $declared !~ /`/;
        my %declares;
        my @only = grep { !m{/} } $declared =~ /`([^`]+)`/g;
        for my $header (grep { m{/} } $declared =~ /`([^`]+)`/g) {
            open my $source, '<', $header or die "$page:$.: $header: $!\n";
            while (my $code = <$source>) { $code =~ s{//.*}{}; $declares{$_} = 1 for $code =~ /\w+/g }
        }
        if (@only) {
            my @missing = grep { !$declares{$_} } @only;
            die "$page:$.: $missing[0] is in no header of its row\n" if @missing;
            %declares = map { $_ => 1 } @only;
        }
        push @found, { text => $what, declares => \%declares, by => [map { m{/$} ? $_ : module_of($_) } $by =~ /`([^`]+)`/g], used => 0 };
    }
    return @found;
}

# Whether the symbol of an edge is a hook: a row's header declares it, and a row's file has it.
sub is_hook {
    my ($hooks, $edge) = @_;
    my (undef, $to, $symbol) = @$edge;
    for my $hook (grep { $_->{declares}{$symbol} } @$hooks) {
        next if !grep { m{/$} ? room_of($to) . '/' eq $_ : $to eq $_ } @{ $hook->{by} };
        return $hook->{used} = 1;
    }
    return 0;
}

# What objects ask of each other, as [from, to, symbol], by the name of the source without its ending.
sub symbol_edges {
    my ($build, @objects) = @_;
    my (%defined, @wanted, @edges);
    open my $nm, '-|', 'nm', '-A', @objects or die "nm: $!\n";
    while (my $line = <$nm>) {
        my ($object, $type, $name) = $line =~ m{^\Q$build\E/[^/]+/(\S+)\.[cS]\.o:[0-9a-f]*\s+(\S) (\S+)$} or next;
        push @{ $defined{$name} }, $object if $type =~ /[TDBRVWC]/;
        push @wanted, [$object, $name] if $type eq 'U';
    }
    for my $want (@wanted) {
        my ($from, $name) = @$want;
        push @edges, map { [$from, $_, $name] } grep { $_ ne $from } @{ $defined{$name} // [] };
    }
    return @edges;
}

# The edges that lead to a room which the first one may not see.
sub upward {
    return grep { room_of($_->[0]) ne room_of($_->[1]) && !Rooms::may(room_of($_->[0]), room_of($_->[1]), "$_->[1].h") } @_;
}

# The circles among nodes of one room, each as its nodes in order, by Tarjan's algorithm.
sub circles {
    my %to;
    $to{ $_->[0] }{ $_->[1] } = 1 for grep { room_of($_->[0]) eq room_of($_->[1]) } @_;
    my ($next, %index, %low, @stack, %on_stack, @found) = (0);
    my $visit;
    $visit = sub {
        my ($node) = @_;
        $index{$node} = $low{$node} = $next++;
        push @stack, $node;
        $on_stack{$node} = 1;
        for my $other (sort keys %{ $to{$node} // {} }) {
            if (!defined $index{$other}) {
                $visit->($other);
                $low{$node} = $low{$other} if $low{$other} < $low{$node};
            } elsif ($on_stack{$other}) {
                $low{$node} = $index{$other} if $index{$other} < $low{$node};
            }
        }
        return if $low{$node} != $index{$node};
        my @circle;
        do { push @circle, pop @stack; delete $on_stack{ $circle[-1] } } while $circle[-1] ne $node;
        push @found, join ' ', sort @circle if @circle > 1;
    };
    for my $node (sort keys %to) { $visit->($node) if !defined $index{$node} }
    return sort @found;
}

# Those of the circles that no key of the list explains: a key is a pattern for each module, or for several that share
# one (`room/name*`). Marks the keys that are used in %$used.
sub unexplained {
    my ($list, $used, @circles) = @_;
    my @left;
    for my $circle (@circles) {
        my @modules = split / /, $circle;
        my ($key) = grep {
            my @patterns = map { s/\*$// ? qr/^\Q$_\E/ : qr/^\Q$_\E$/ } split / /;
            @modules == grep { my $module = $_; grep { $module =~ $_ } @patterns } @modules
        } map { "$_" } sort keys %$list;
        $key ? ($used->{$key} = 1) : push @left, $circle;
    }
    return @left;
}

# The modules of each room in layers: one is in the lowest layer above all that it includes. Those of a circle are in
# one layer.
sub layers {
    my ($modules, $edges) = @_;
    my %member = map { my $circle = $_; map { $_ => $circle } split / / } circles(@$edges);
    my $name = sub { $member{ $_[0] } // $_[0] };
    my (%to, %level);
    $to{ $name->($_->[0]) }{ $name->($_->[1]) } = 1 for grep { $name->($_->[0]) ne $name->($_->[1]) } @$edges;
    my $level_of;
    $level_of = sub {
        my ($node) = @_;
        return $level{$node} //= do {
            my $most = -1;
            for (keys %{ $to{$node} // {} }) { my $below = $level_of->($_); $most = $below if $below > $most }
            $most + 1;
        };
    };
    my %layers;
    push @{ $layers{ room_of($_) }[ $level_of->($name->($_)) ] }, $_ for sort @$modules;
    return \%layers;
}

# The rooms from the top down, each with its layers from the top down.
sub layer_drawing {
    my @sources = @_;
    my %modules = map { module_of($_) => 1 } @sources;
    my $layers = layers([keys %modules], [include_edges(@sources)]);
    my $text = '';
    for my $room (reverse rooms()) {
        my @layers = @{ $layers->{$room} // next };
        $text .= "$room\n";
        for my $level (reverse 0 .. $#layers) {
            my $line = sprintf '%4d ', $level;
            for my $name (map { s{.*/}{}r } @{ $layers[$level] // [] }) {
                if (length($line) + length($name) > 118) { $text .= "$line\n"; $line = ' ' x 5 }
                $line .= " $name";
            }
            $text .= "$line\n";
        }
    }
    return $text;
}

# Pointers to functions, fields of structs and variables, that only one function is ever stored in, and setters
# (module, _set_, what is set) that are only called with one: a link-time function would do. `texts` are the sources by
# path.
sub one_implementation {
    my ($texts) = @_;
    my (%declared, %is_function, %set);
    my %text = map { $_ => $texts->{$_} =~ s{//[^\n]*}{}gr } keys %$texts;
    for my $text (values %text) {
        # A declaration, not a parameter: it begins a line and ends in a semicolon
        $declared{$1} = 1 while $text =~ /^[ \t]*(?:static )?(?:const )?(?:struct |enum )?\w+ \**\(\*(?:const )?(\w+)(?:\[\w*\])?\)\((?:[^()]|\([^()]*\))*\)(?: = NULL)?;/mg;
        $declared{$1} = 1 while $text =~ /^void (\w+_set_\w+)\([^;{]*\(\*/mg;
        $is_function{$1} = 1 while $text =~ /^(?!static )[a-zA-Z][\w \*]*?\b(\w+)\([^;{]*\) \{/mg;
    }
    for my $path (sort keys %text) {
        my $text = $text{$path};
        my %own = map { $_ => 1 } $text =~ /^static [\w \*]*?\b(\w+)\([^;{]*\) \{/mg; # another file's of that name is another
        while ($text =~ /(?:\.|->|\b)(\w+(?= = )|\w+_set_\w+)(?: = |\()&?(\w+)\s*[,;})]/g) { $set{$1}{ $own{$2} ? "$2 of $path" : $2 } = 1 if $declared{$1} && ($own{$2} || $is_function{$2}) }
    }
    return map { my ($only) = keys %{ $set{$_} }; "$_ is always $only" } grep { keys %{ $set{$_} // {} } == 1 } sort keys %declared;
}

1;
