#!/usr/bin/perl
# Every native method that java.base of the installed JDK declares is either here or in natives/left-out.txt. A release of JDK 17 that brings a new one fails this
# with its name, before a program does. java.base's class files are given to --list-natives as a program.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my (undef, undef, $settings) = run(60, 'java', '-XshowSettings:properties', '-version');
my ($home) = $settings =~ /^\s*java\.home = (.+)$/m or die "no java.home: $settings";
my ($status, $out, $err) = run(120, 'jimage', 'extract', '--dir', scratch('image'), '--include', 'regex:/java\.base/.*\.class', "$home/lib/modules");
die "jimage: $err$out" if $status;
unlink scratch('image/java.base/module-info.class');

($status, $out, $err) = gnomon(300, 'run', '--list-natives', '-cp', scratch('image/java.base'), 'java.lang.Object');
is($status, 0, 'java.base is looked through') or diag($err);
my %missing = map { /^(.+)\tdeclared by the program$/ ? ($1 => 1) : () } split /\n/, $out;
my %left_out = map { $_ => 1 } grep { $_ && !/^#/ } split /\n/, slurp("$FindBin::Bin/natives/left-out.txt");
is_deeply([sort grep { !$left_out{$_} } keys %missing], [], 'no native method is missing but those that are left out on purpose');
ok($missing{'jdk.internal.misc.CDS.dumpClassList(String)'}, 'one that is left out is seen to be missing');
ok(!$missing{'java.lang.Object.hashCode()'}, 'one that is there is not');
done_testing();
