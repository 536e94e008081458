#!/usr/bin/perl
# A module that only a string names is not in the image, and with --add-modules it is, as in `java` with the same
# option.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

spill(scratch('Named.java'), <<'JAVA');
import java.lang.reflect.Method;
public class Named {
    public static void main(String[] arguments) throws Exception {
        try {
            Class<?> type = Class.forName("java.awt.datatransfer.MimeTypeParseException");
            System.out.println(type.getConstructor(String.class).newInstance("words") + " of " + type.getModule());
            System.out.println(ModuleLayer.boot().findModule("java.datatransfer").isPresent());
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }
}
JAVA
my $classes = compile('named', scratch('Named.java'));
my @added = ('--add-modules', 'java.sql,java.datatransfer');
my (undef, $absent) = java(60, $classes, '--limit-modules', 'java.base', 'Named');
my (undef, $present) = java(60, $classes, @added, 'Named');
like($absent, qr/^java\.lang\.ClassNotFoundException: /, 'java: without the module');
like($present, qr/ of module java\.datatransfer\ntrue\n/, 'java: with it');
for my $machine (machines()) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch($machine), '-cp', $classes);
    my ($status, $out, $err) = gnomon(120, @run, 'Named');
    is("$status $out$err", "0 $absent", "$machine: without the module");
    ($status, $out, $err) = gnomon(300, @run, @added, 'Named');
    is("$status $out$err", "0 $present", "$machine: with it");
}
done_testing();
