#!/usr/bin/perl
# Domains are safe from each other: tests/attacks/ has a victim that computes and keeps things, attackers that each make
# some attacks on it, and a judge that asks the victim after each how it is. What an attacker gets is an error of Java's
# or what is its own; what the victim sees is nothing: `VICTIM` stands in a line only if it does not find things as they
# were. docs/isolation.md has the table. MACHINES chooses; unless it does, QEMU has one of the lists of attackers in
# each run, which TEST_SEED chooses (WITH=full: all).
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Attacks;
use Gnomon;
use Test::More;

my %expected = (machine => <<'END', rights => <<'END');
before: well
addresses: InternalError; its own: 9
objects: InternalError; its own: 9 another true 10 x true 9 another
freed: InternalError; after the cleaner: 7
strings: InaccessibleObjectException, InternalError
internals: IllegalAccessException, InaccessibleObjectException, true to set, IllegalArgumentException
instances: IllegalAccessError, few made
addresses,objects,freed,strings,internals,instances,halts: ended with 8
memories: IndexOutOfBoundsException, IllegalArgumentException; forged: IndexOutOfBoundsException, PortalCopyException, NoSuchMethodException; well
large: OutOfMemoryError, OutOfMemoryError, OutOfMemoryError, OutOfMemoryError, OutOfMemoryError
signals: raised
memories,large,signals: ended with 143
natives: IllegalArgumentException, NullPointerException, NoSuchMethodError, null
foreign: NullPointerException, 0, true
proxies: [InternalError, DomainTerminatedException] 1
names: IllegalStateException, TimeoutException, IllegalArgumentException
floods: IllegalStateException
streams: read -1
locks: goes on
natives,foreign,proxies,names,floods,streams,locks: ended with 137
copies: 7, 1, 300, 2, 3, PortalCopyException
many: 1100000, PortalCopyException
changing: right or refused: 50
exceptions: Exception, Exception, Odd, Odd, ThreadDeath, ThreadDeath, OutOfMemoryError, OutOfMemoryError, StackOverflowError, StackOverflowError, PortalCopyException, PortalCopyException
kept: there, 5
cleaners: registered
copies,many,changing,exceptions,kept,cleaners,hooks: ended with 7
beans: null, true, IllegalStateException, false, IOException
enumerated: foreign threads: 0, true
sockets: ConnectException, a port of its own, SocketException
calls: 10 deep: 11, without end: RejectedExecutionException
occupied: some of 30 calls, RejectedExecutionException
threads: OutOfMemoryError
own: done
beans,enumerated,sockets,calls,occupied,threads,own: ended with 0
domains: OutOfMemoryError
collect: goes on
domains,collect: ended with 137
spin: goes on
spin: ended with 137
hangs: goes on
hangs: ended with 137
shapes: PortalCopyException, PortalCopyException, NoSuchMethodError
interfaces: PortalCopyException, PortalCopyException
finalizers: PortalCopyException
shapes: ended with 0
what it has kept of an attacker: gnomon.DomainTerminatedException
after all, alive: true
and then: DomainTerminatedException
END
before: well
options: IllegalArgumentException
switches: IllegalArgumentException
racing: started or refused
least: true true true true true
options,switches,racing,least: ended with 0
broken: all have ended
generations: status 0
hooked: status 9
broken,generations,hooked: ended with 0
withheld: names SecurityException, IllegalArgumentException; SecurityException, IllegalArgumentException; 0
    nothing BindException; BindException; 0
    loopback own 7, BindException, ConnectException, UnknownHostException; own 7, BindException, ConnectException, UnknownHostException; 0
    rules own 7, BindException, ConnectException, UnknownHostException; own 7, BindException, ConnectException, UnknownHostException; 0
    instruments SecurityException, IllegalArgumentException; SecurityException, IllegalArgumentException; 0
    types IllegalStateException; IllegalStateException; 0
    output IOException, 30001; IOException, 30001; 0
    no domains 0 SecurityException; SecurityException
    domains 3 OutOfMemoryError; 2 OutOfMemoryError; 0
grants: IllegalArgumentException
withheld,grants: ended with 0
fields: PortalCopyException, PortalCopyException
elements: none 10, PortalCopyException, PortalCopyException, PortalCopyException
parameters: PortalCopyException
thrown: PortalCopyException, PortalCopyException, PortalCopyException
ordered: PortalCopyException, PortalCopyException
swapped: none or refused: 200
twins: PortalCopyException
fields,elements,parameters,thrown,ordered,swapped,twins: ended with 0
forged: PortalCopyException, PortalCopyException
fakes: 6, PortalCopyException, PortalCopyException
constants: true, PortalCopyException, PortalCopyException, PortalCopyException
mirrors: true, PortalCopyException, IllegalAccessException
prefixes: IllegalArgumentException, TimeoutException
callers: attacker, victim attacker, null, main (1)
forged,fakes,constants,mirrors,prefixes,callers: ended with 0
readers: ReadOnlyBufferException, IndexOutOfBoundsException, NullPointerException, true
ranges: IndexOutOfBoundsException, ReadOnlyBufferException, true
lent: true, IllegalStateException, false; IllegalStateException, truetrue
alternating: 200000, 60
blocks: OutOfMemoryError, IllegalStateException true
readers,ranges,lent,alternating,blocks: ended with 0
what it has kept of an attacker: java.lang.NullPointerException
after all, alive: true
and then: DomainTerminatedException
END
$expected{further} = <<'END';
before: well
hidden: IllegalAccessException, IllegalArgumentException, ClassFormatError, PortalCopyException
packages: SecurityException, gnomon.Evilll, sun.misc.Evil, IllegalAccessException, NoClassDefFoundError, Further$Mould, LinkageError
shadows: null, memory of 5 bytes, 0
loaders: NoClassDefFoundError, NoClassDefFoundError, ThreadDeath, ThreadDeath, NoClassDefFoundError, NoClassDefFoundError, NoSuchMethodException, Victim$Holder, StackOverflowError, StackOverflowError
handles: nobody ended, UnsupportedOperationException; true
types: ArrayStoreException, ClassCastException, IllegalArgumentException, OutOfMemoryError, NoSuchMethodException
finals: UnsupportedOperationException, IllegalAccessException, NoSuchFieldException, InternalError, true
hidden,packages,shadows,loaders,handles,types,finals: ended with 0
confused: IllegalAccessError, IllegalAccessException, 7, 8
blank: IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException; IllegalAccessError, InstantiationException
serialized: Inet4Address, null, SocketException, IllegalArgumentException, NullPointerException
confused,blank,serialized: ended with 0
guests: 50 natives: IllegalArgumentException, IllegalStateException, IndexOutOfBoundsException, NoSuchMethodError, NullPointerException, OutOfMemoryError, SecurityException
scheduler: 0, false, null, 1
misled: ended: 7
guests,scheduler,misled: ended with 0
descriptors: InternalError, FileNotFoundException
overwritten: not written, not written, AccessDeniedException, AccessDeniedException, AccessDeniedException; Late
links: NoSuchFileException, FileSystemException, AccessDeniedException, /tmp, false
descriptors,overwritten,links: ended with 0
references: found true
clocks: within ten seconds: true
stopped: ThreadDeath, 1, 2
replaced: 1, factories, loggers, pool, manager, SecurityException; true
references,clocks,stopped,replaced: ended with 0
full: refused: true true
recursion: StackOverflowError, called with little left: true, with too little: true
methods: Endless, 1, Endless
handlers: ClassCastException, NullPointerException, ClassCastException, UndeclaredThrowableException, ClassCastException
full,recursion,methods,handlers: ended with 0
orphans: 3 3, gnomon.DomainTerminatedException, DomainTerminatedException, DomainTerminatedException, TimeoutException
ending: DomainTerminatedException 3
odd: registered, IllegalArgumentException; attacker
processes: IOException, UnsatisfiedLinkError, true, false
orphans,ending,odd,processes: ended with 0
held: goes on
held: ended with 137
what it has kept of an attacker: gnomon.DomainTerminatedException
after all, alive: true
and then: DomainTerminatedException
END

my $vectors = <<'END';
pipe, not found: read 64, then 0
socket, not found: read 64, then 0
8 012 34 567, 5
012x4567x2x45
2
ended with 0
pipe, changed: read 64, then 0
socket, changed: read 64, then 0
8 012 34 567, 5
012x4567x2x45
2
END

my ($classes, $others) = attack_classes();

my %options = (linux => ['--cpus', 2], qemu => []);
for my $machine (machines(3)) {
    for my $run ($machine eq 'qemu' && !$ENV{MACHINES} ? share(3, sort keys %attacks) : sort keys %attacks) {
        my $recording = scratch("$machine.$run");
        my ($status, $out, $err) = gnomon(900, 'run', '-q', '--machine', $machine, @{$options{$machine}}, '--mem', 1024, '-o', $recording, '-cp', "$classes:$others:" . build('gnomon.jar'), 'Judge', '--', @{$attacks{$run}});
        is($out, $expected{$run}, "$machine, $run: what attackers get, and that the victim is well") or diag substr $err =~ s/^(flood|noise)\n//gmr, -3000;
        is($status, 0, "$machine, $run: status");
        my ($check, $words, $more) = gnomon(60, 'check', $recording);
        is($check, 0, "$machine, $run: the recording") or diag "$words$more";
    }
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', $machine, @{$options{$machine}}, '-o', scratch("$machine.vectors"), '-cp', "$classes:" . build('gnomon.jar'), 'Vectors');
    is($out, $vectors, "$machine: vectors whose addresses change while a read waits") or diag $err;
}
# All class data of the machine is used up. In QEMU that takes minutes.
if (grep { $_ eq 'linux' } split /,/, $ENV{MACHINES} // 'linux') {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--mem', 4096, '-o', scratch('full'), '-cp', "$classes:" . build('gnomon.jar'), 'Full');
    is($out, "a share: true\n" x 3 . "ended with 4\n", 'class data used up: domains that are started then come to nothing') or diag substr $err, -3000;
    is($status, 0, 'class data used up: status');
}
done_testing;
