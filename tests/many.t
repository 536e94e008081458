#!/usr/bin/perl
# Many runs in one database, as docs/many-runs.md shows it: its commands and queries are run as they stand there. On one
# machine by GNU parallel, and as a job array of Slurm on a cluster of one node, which is started for it. How often the
# program's methods are called is known from `java`.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Server;
use Cpanel::JSON::XS;
use Test::More;

need(has_tool($_), "$_ is not installed") for qw(parallel sbatch);
my $page = slurp("$FindBin::Bin/../docs/many-runs.md");
my $work = scratch('many');
make_path($work);
my $classes = compile('many/classes', 'examples/Sweep.java');
$ENV{GNOMON} = "$FindBin::Bin/..";
$ENV{PATH} = build() . ":$ENV{PATH}:/usr/sbin";

sub block { my ($kind) = @_; my ($block) = $page =~ /```$kind\n(.*?)```/s or die "no block $kind\n"; return $block }
sub shell { my ($limit, $commands) = @_; return run($limit, 'sh', '-c', "cd '$work' && $commands") }
sub query { my ($base, $sql) = @_; my ($status, $out, $err) = gnomon(60, 'query', "$work/$base", '--format', 'json', $sql); is($status, 0, $sql) or diag $err; return $status ? [] : decode_json($out) }

# [partitions, insertions] of an argument, by `java`.
sub known { my ($limit) = @_; my ($status, $out) = java(60, $classes, 'Sweep', $limit); return [$out =~ /: (\d+) partitions, (\d+) insertions/] }

# ---- On one machine

my ($status, $out, $err) = shell(200, block('sh'));
is($status, 0, 'the sweep with GNU parallel') or diag $err;
my @recipes = $page =~ /```sql\n(.*?)```/gs;
my $sweep = query('all.sqlite', $recipes[0]);
is_deeply([map { $_->{cutoff} } @$sweep], [2, 4, 8, 16, 32, 64], 'a run for each argument, each with its argument');
for my $run (grep { $_->{cutoff} =~ /^(2|64)$/ } @$sweep) {
    my ($partitions, $insertions) = @{known($run->{cutoff})};
    is("$run->{partitions} $run->{insertions}", "$partitions $insertions", "argument $run->{cutoff}: as many calls as java says");
    cmp_ok($run->{ns}, '>', 0, 'which took time');
}
is(scalar @{query('all.sqlite', $recipes[1])}, 24, 'four methods, six times each');
is_deeply(query('all.sqlite', $recipes[2]), [], 'every run ended well and lost nothing');
my $facts = query('all.sqlite', "SELECT run_id, main, machine, deterministic, exit_status, json_extract(meta, '\$.time') AS time, length_ns > 0 AS took FROM runs ORDER BY run_id");
is_deeply($facts, [map { {run_id => $_, main => 'Sweep', machine => 'linux', deterministic => 0, exit_status => 0, time => '["Sweep.*"]', took => 1} } 1 .. 6], 'what each run was');
my $tables = query('all.sqlite', "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name");
for my $table (map { $_->{name} } @$tables) {
    my $ids = (gnomon(60, 'query', "$work/all.sqlite", "SELECT 1 FROM $table WHERE run_id NOT IN (SELECT run_id FROM runs)"))[1];
    is($ids, "1\n", "$table: every row is of a run");
}
is_deeply(query('all.sqlite', 'SELECT count(*) AS n FROM ledger l JOIN runs r USING (run_id) GROUP BY run_id HAVING abs(sum(l.ns) - max(r.length_ns)) > 100 + 0.0001 * max(r.length_ns)'), [], 'the ledger of each run closes');
($status, $out) = gnomon(60, 'diff', "$work/runs/2", "$work/runs/64");
is($status, 1, 'diff finds two of them different');
like($out, qr/Sweep\.partition/, 'and says where');

# ---- The same rows as in a database of its own; all or nothing

($status, undef, $err) = gnomon(60, 'export', "$work/runs/8", '-o', "$work/one.sqlite");
is($status, 0, 'one run in a database of its own') or diag $err;
for my $sql ('SELECT label, count, self_ns FROM methods m WHERE count ORDER BY label', 'SELECT account, ns FROM ledger m ORDER BY account', 'SELECT cause, count FROM losses m ORDER BY cause') {
    my $one = query('one.sqlite', $sql);
    my $many = query('all.sqlite', $sql =~ s/ m / m JOIN (SELECT run_id FROM runs WHERE arguments ->> 0 = '8') USING (run_id) /r);
    is_deeply($many, $one, 'what stands in it stands among the others too');
}
my $kilobytes = int((-s "$work/one.sqlite") / 1024) + 8;
($status, undef, $err) = run(60, 'bash', '-c', "trap '' XFSZ; ulimit -f $kilobytes; exec gnomon export '$work/runs/8' --append -o '$work/one.sqlite'");
is($status, 1, 'a disk that fills') or diag $err;
like($err, qr/\Agnomon: [^\n]+\n\z/, 'one line says so');
is_deeply(query('one.sqlite', 'SELECT count(*) AS n, max(run_id) AS last FROM runs'), [{n => 1, last => 1}], 'and nothing of the run has been added');
is((run(60, 'sqlite3', "$work/one.sqlite", 'PRAGMA integrity_check'))[1], "ok\n", 'the database is whole');
run(60, 'sqlite3', "$work/other.sqlite", 'CREATE TABLE methods (x)');
for my $case (['other.sqlite', 'tables of this version'], ['classes/Sweep.class', 'not a database']) {
    my ($file, $words) = @$case;
    ($status, undef, $err) = gnomon(60, 'export', "$work/runs/8", '--to', 'sqlite', '--append', '-o', "$work/$file");
    is($status, 1, "$file: refused");
    like($err, qr/\Agnomon: [^\n]*${words}[^\n]*\n\z/, 'in one line');
}
is((gnomon(60, 'export', "$work/runs/8", '--to', 'csv', '--append'))[0], 2, '--append is for sqlite');

# ---- On a cluster

SKIP: {
    skip 'a cluster is started by root', 1 if $> != 0;
    cluster();
}

sub start_cluster {
    my ($directory) = @_;
    chomp(my ($host, $processors) = map { (run(10, $_))[1] } qw(hostname nproc));
    make_path("$directory/state", "$directory/spool");
    spill("$directory/munge.key", join '', map { chr int rand 256 } 1 .. 1024);
    chmod 0600, "$directory/munge.key";
    spill("$directory/slurm.conf", <<"END");
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=@{[free_port()]}
SlurmdPort=@{[free_port()]}
AuthInfo=socket=$directory/munge.socket
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd.log
SlurmUser=root
SlurmdUser=root
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$host NodeAddr=127.0.0.1 CPUs=$processors State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    $ENV{SLURM_CONF} = "$directory/slurm.conf";
    my @files = ("--key-file=$directory/munge.key", "--socket=$directory/munge.socket", "--pid-file=$directory/munged.pid", "--log-file=$directory/munged.log", "--seed-file=$directory/munge.seed");
    for my $daemon (['munged', '--force', @files], ['slurmctld', '-c'], ['slurmd', '-c']) {
        my ($status, $out, $err) = run(30, @$daemon);
        return ok(0, "$daemon->[0] starts: $out$err") if $status;
    }
    for (1 .. 60) {
        return ok(1, 'a cluster of one node starts') if (run(10, 'sinfo', '-h', '-o', '%t'))[1] =~ /^idle$/m;
        select undef, undef, undef, 0.5;
    }
    return ok(0, "the node becomes idle: " . slurp("$directory/slurmctld.log"));
}

sub stop_cluster {
    my ($directory) = @_;
    run(20, 'scontrol', 'shutdown');
    for my $file (map { "$directory/$_.pid" } qw(slurmd slurmctld munged)) {
        my ($pid) = (eval { slurp($file) } // '') =~ /(\d+)/ or next; # it takes its file away when it ends
        kill 'TERM', $pid;
        for (1 .. 100) { kill(0, $pid) ? select(undef, undef, undef, 0.1) : last }
    }
}

sub cluster {
    my $directory = scratch('slurm');
    make_path($directory);
    if (start_cluster($directory)) {
        shell(10, 'rm -r runs && mkdir runs');
        spill("$work/sweep.sh", block('slurm'));
        spill("$work/gather.sh", block('gather'));
        my ($status, $out, $err) = shell(30, block('submit'));
        is($status, 0, 'the job array and the job that gathers are accepted') or diag $err;
        for (1 .. 400) {
            last if (run(10, 'squeue', '-h', '-o', '%i'))[1] eq '';
            select undef, undef, undef, 0.5;
        }
        is(slurp("$work/gather.out"), '', 'gathering says nothing');
        my $runs = query('cluster.sqlite', $recipes[0]);
        is_deeply([map { $_->{cutoff} } @$runs], [map { $_ * 3 } 1 .. 20], '20 runs, each with its argument');
        my ($partitions, $insertions) = @{known(30)};
        is_deeply([map { "$_->{partitions} $_->{insertions}" } grep { $_->{cutoff} == 30 } @$runs], ["$partitions $insertions"], 'with as many calls as java says');
        is_deeply(query('cluster.sqlite', $recipes[2]), [], 'every run ended well and lost nothing');
    }
    stop_cluster($directory);
}

done_testing();
