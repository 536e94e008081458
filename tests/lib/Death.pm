package Death;

# What tests of dead guests share.

use strict;
use warnings;
use Exporter 'import';
use Gnomon;
use Test::More;

our @EXPORT = qw(read_open children);

# A region's state and what its reports say; the ledger closes whatever happened.
sub read_open {
    my ($label, $directory) = @_;
    my ($status, $out, $err) = gnomon(60, 'report', $directory);
    is($status, 0, "$label: the region is read") or diag $err;
    like($out, qr/NOT ENDED/, "$label: it says that the run did not end");
    unlike($out, qr/unreadable/, "$label: all of it is readable");
    my $report = report($directory);
    ok($report->{run}{open}, "$label: open");
    my $sum = 0;
    $sum += $_->{ticks} for @{$report->{ledger}};
    is($sum, $report->{elapsed_ticks}, "$label: the ledger closes");
    is((gnomon(60, 'check', $directory))[0], 0, "$label: what must hold in every recording holds");
    return ($report, $out);
}

# The child processes of this one.
sub children {
    my ($parent) = @_;
    my @found;
    for my $path (glob '/proc/[0-9]*/stat') {
        open my $file, '<', $path or next;  # gone meanwhile
        my ($pid, $of) = (<$file> // '') =~ /^(\d+) \(.*\) \S (\d+)/;
        push @found, $pid if defined $of && $of == $parent;
    }
    return @found;
}

1;
