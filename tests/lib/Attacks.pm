package Attacks;

# The attacks of tests/attacks/, for tests/attacks.t, which says what comes of them, and tests/polls.t, which measures
# them.

use strict;
use warnings;
use Exporter 'import';
use File::Path 'make_path';
use FindBin;
use Gnomon;

our @EXPORT = qw(%attacks attack_classes);

# Each is a domain of its own; the last attack of some ends it, or goes on.
# Three runs, each with a victim of its own, by what they are about; see docs/isolation.md.
our %attacks = (machine => [split ' ', <<'END'], rights => [split ' ', <<'END']);
addresses,objects,freed,strings,internals,instances,halts
memories,large,signals
natives,foreign,proxies,names,floods,streams,locks
copies,many,changing,exceptions,kept,cleaners,hooks
beans,enumerated,sockets,calls,occupied,threads,own
domains,collect
spin
hangs
shapes
END
options,switches,racing,least
broken,generations,hooked
withheld,grants
fields,elements,parameters,thrown,ordered,swapped,twins
forged,fakes,constants,mirrors,prefixes,callers
readers,ranges,lent,alternating,blocks
END
$attacks{further} = [split ' ', <<'END'];
hidden,packages,shadows,loaders,handles,types,finals
confused,blank,serialized
guests,scheduler,misled
descriptors,overwritten,links
references,clocks,stopped,replaced
full,recursion,methods,handlers
orphans,ending,odd,processes
held
END

# Compiles them; returns where the classes are, and those that are only some domains'.
sub attack_classes {
    my ($classes, $others) = (scratch('classes'), scratch('others'));
    make_path($classes, $others);
    my @javac = ('javac', '-encoding', 'UTF-8', '-nowarn', '-XDignore.symbol.file', '-J-XX:TieredStopAtLevel=1');
    for my $way ([$classes, build('gnomon.jar'), 'Victim', 'Judge', 'Attacks', 'Vectors', 'Rights', 'Full', 'Copied', 'Further', 'Unmade', 'schedulers/Misled'], [$others, "$classes:" . build('gnomon.jar'), 'other/Victim', 'other/Shapes']) {
        my ($to, $path, @sources) = @$way;
        my ($status, $out, $err) = run(300, @javac, '-cp', $path, '-d', $to, map { m{^schedulers/} ? "$FindBin::Bin/$_.java" : "$FindBin::Bin/attacks/$_.java" } @sources);
        die "$err$out" if $status;
    }
    return ($classes, $others);
}

1;
