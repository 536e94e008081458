#!/usr/bin/perl
# Events of the kernel that no other test counts: the domain, by its name, and each null check that the processor found by a fault, by the
# name of their group.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $source = scratch('Nulls.java');
spill($source, <<'JAVA');
public class Nulls {
    int value;

    static int read(Nulls nulls) {
        return nulls.value;
    }

    public static void main(String[] arguments) {
        int caught = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            try {
                read(null);
            } catch (NullPointerException expected) {
                caught++;
            }
        }
        System.out.println(caught);
    }
}
JAVA
my $classes = compile('nulls', $source);

for my $machine (['--deterministic'], ['--machine', 'linux']) {
    my @faults;
    for my $nulls (0, 50) {
        my ($label, $directory) = ("$nulls on $machine->[-1]", scratch("nulls-$nulls-$machine->[-1]"));
        my ($status, $out, $err) = gnomon(120, 'run', '-q', @$machine, '--events', 'fault,domain_create', '--time', 'Nulls.read', '-o', $directory, '-cp', $classes, 'Nulls', '--', $nulls);
        is("$status $out", "0 $nulls\n", "$label: all are caught") or diag $err;
        my $report = report($directory);
        my %count = map { $_->{name} => $_->{count} } @{$report->{events}};
        is($count{domain_create}, 1, "$label: one domain");
        push @faults, $count{page_fault} // 0;
        ($status, $out, $err) = gnomon(60, 'export', $directory, '--to', 'csv', '-o', scratch("csv-$nulls-$machine->[-1]"));
        is($status, 0, "$label: exported") or diag $err;
    }
    is($faults[1] - $faults[0], 50, "$machine->[-1]: each fault is an event");
}

done_testing();
