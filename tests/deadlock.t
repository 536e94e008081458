#!/usr/bin/perl
# Threads that wait for each other for ever are named, with what each has and waits for and where it stands: when
# nothing can go on any more, and when --timeout ends the run.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = compile('deadlock', 'tests/java/Deadlock.java');
my %limit = (linux => 2, qemu => 5);
sub locks {
    my ($name, $limit, @run) = @_;
    my ($status, $out, $err);
    # On a loaded host the program may not have come so far when its time is over.
    for (; $limit <= 80; $limit *= 2) {
        ($status, $out, $err) = gnomon(120, @run, '--timeout', $limit, '-cp', $classes, 'Deadlock', '--', 'locks');
        last if $err =~ /^deadlock: /m;
    }
    is($status, 124, "locks on $name: status");
    is($out, "started\n", "locks on $name: what was printed before");
    like($err, qr/^"other" \(thread \d+\) is parked for \S+ReentrantLock\$NonfairSync\@\w+, which "one" \(thread \d+\) has\n(  at .*\n)+?  at Deadlock\.lock\(Deadlock\.java:31\)\n/m,
        "locks on $name: what a thread waits for");
    like($err, qr/^"main" \(thread \d+\) (sleeps|runs|is ready to run)\n(?=(  has .*\n){2}  at )(?=(.*\n)*?  has java\.lang\.Object\@\w+\n)(?=(.*\n)*?  has java\.lang\.Class\@\w+\n)/m, "locks on $name: the others, and the monitors that only they want");
    like($err, qr/^deadlock: "one" waits for "other", which waits for "one"$/m, "locks on $name: the circle");
}

for my $machine (machines()) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch($machine));
    my ($status, $out, $err) = gnomon(120, @run, '--timeout', 100, '-cp', $classes, 'Deadlock', '--', 'monitors');
    is($status, 3, "monitors on $machine: status");
    is($out, "started\n", "monitors on $machine: what was printed before");
    like($err, qr/\Agnomon: the guest died: deadlock: the program can never end\n/, "monitors on $machine: the reason");
    like($err, qr/^"one" \(thread \d+\) waits to enter (java\.lang\.Object\@\w+), which "other" \(thread \d+\) has\n  has (java\.lang\.Object\@\w+)\n  at Deadlock\.enter\(Deadlock\.java:22\)\n/m,
        "monitors on $machine: what a thread waits for and has");
    like($err, qr/^deadlock: "one" waits for "other", which waits for "one"$/m, "monitors on $machine: the circle");
    locks($machine, $limit{$machine}, @run);
    locks('qemu, deterministic', 5, @run, '--deterministic') if $machine eq 'qemu';
}
done_testing();
