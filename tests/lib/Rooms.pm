package Rooms;

# The rooms of the source tree, from the bottom up, and the arrows between them, read from the #includes.

use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(rooms room_of sources arrows wrong_arrows drawing);

# Rooms in one row do not see each other. A room sees those in the rows below it.
my @rows = (
    ['base'], ['log'], ['translator/reader'], ['translator'], ['kernel/core'], ['kernel/memory'], ['kernel/heap'], ['kernel/classes'], ['kernel/code'],
    ['kernel/run'], ['kernel/link', 'kernel/report'], ['kernel/instruments'], ['kernel/files'], ['kernel/net'], ['kernel/domains'], ['kernel/natives'], ['kernel'], ['boot/pc', 'boot/linux'],
);
my %row;
for my $number (0 .. $#rows) { $row{$_} = $number for @{ $rows[$number] } }

# The rooms of the host tool, in the same way. Each of them sees, beside those below it, what has no state, the log's
# formats and the reader.
my @host_rows = (
    ['viz/cli', 'viz/verify'], ['viz/read', 'viz/net'], ['viz/analyse', 'viz/plugin'], ['viz/report', 'viz/export', 'viz/run'], ['viz/html', 'viz/screen'], ['viz/verbs'],
    ['viz'],
);
my %host_row;
for my $number (0 .. $#host_rows) { $host_row{$_} = $number for @{ $host_rows[$number] } }
my @host = (qr{^base/}, qr{^log/(region|region_timing|console|allocation|events)\.h$}, qr{^translator/reader/});

sub rooms { return map { @$_ } @rows, @host_rows }
sub room_of { my ($path) = @_; return $path =~ m{^(.*)/} ? $1 : '' }
sub is_test { return $_[0] =~ m{(^|/)test/|^tests/} }

# All C and assembly that is part of the build, by path.
sub sources {
    my $listed = `git ls-files -- '*.c' '*.h' '*.S' 2>/dev/null`;
    $listed = `find . -name build -prune -o -name '*.[chS]' -print | sed 's,^\./,,'` unless $listed;
    return grep { -f && !is_test($_) } split /\n/, $listed;
}

# Each include of another room's header: {from, to, file, line, header}.
sub arrows {
    my @found;
    for my $file (sources()) {
        open my $source, '<', $file or die "$file: $!\n";
        while (my $line = <$source>) {
            my ($header) = $line =~ /^\s*#\s*include\s+"([^"]+)"/ or next;
            next if room_of($header) eq room_of($file);
            push @found, { from => room_of($file), to => room_of($header), file => $file, line => $., header => $header };
        }
    }
    return @found;
}

sub may {
    my ($from, $to, $header) = @_;
    return scalar grep { $header =~ $_ } @host if defined $host_row{$from} && !defined $host_row{$to};
    return $host_row{$to} < $host_row{$from} if defined $host_row{$from};
    return defined $row{$from} && defined $row{$to} && $row{$to} < $row{$from};
}

sub wrong_arrows {
    return map { "$_->{file}:$_->{line} includes $_->{header}" } grep { !may(@{$_}{qw(from to header)}) } arrows();
}

# A table of the rooms from the top down: files, lines, and how many includes lead to each room below.
sub drawing {
    my (%files, %lines, %to);
    for my $file (sources()) {
        my $room = room_of($file);
        open my $source, '<', $file or die "$file: $!\n";
        $files{$room}++;
        $lines{$room}++ while <$source>;
    }
    $to{ $_->{from} }{ $_->{to} }++ for arrows();
    my @order = reverse rooms();
    my %place = map { ($order[$_] => $_) } 0 .. $#order;
    my $text = sprintf "%-18s %5s %6s  %s\n", 'room', 'files', 'lines', 'includes of';
    for my $room (grep { $files{$_} } @order) {
        my @below = sort { $place{$a} <=> $place{$b} } keys %{ $to{$room} // {} };
        my @arrows = map { "$_ $to{$room}{$_}" } @below;
        $text .= sprintf "%-18s %5d %6d  %s\n", $room, $files{$room}, $lines{$room}, join(', ', @arrows) || '-';
    }
    return $text;
}

1;
