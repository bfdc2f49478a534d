package org.ssdtier.benchmarks.cluster;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BriefLoad;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.brief.CpuUse;
import org.ssdtier.benchmarks.brief.HitShares;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.load.Workers;
import org.ssdtier.benchmarks.ring.Ring;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** The four nodes of one arm, which measure one cell after the other from the same state. */
final class RunningCluster implements AutoCloseable {
    private static final String ALL = "ALL";
    private static final long FILL_SEED = 400_000;
    private static final long WARM_UP_SEED = 500_000;
    private static final long REST_SEED = 600_000;
    private static final long SETTLE_SEED = 900_000_000;
    private static final int QUIET_POLLS = 3;
    private static final long POLL_MILLIS = 200;
    private static final int QUIET_SECONDS = 120;

    private final ClusterArm arm;
    private final ClusterPlan plan;
    private final MemberSettings settings;
    private final List<ClusterMember> members = new ArrayList<>();
    private @Nullable CqlSession session;

    private RunningCluster(ClusterArm arm, ClusterPlan plan, MemberSettings settings) {
        this.arm = arm;
        this.plan = plan;
        this.settings = settings;
    }

    /**
     * Starts the nodes of an arm on drives of their own, with an empty table.
     *
     * @param homes directory of the nodes' files that are not on drives
     * @param host maker of drives and memory groups
     */
    static RunningCluster start(ClusterArm arm, ClusterPlan plan, Path homes, DeviceRegistry host)
            throws IOException, InterruptedException {
        RunningCluster cluster = new RunningCluster(arm, plan, MemberSettings.of(plan));
        try {
            cluster.open(homes, host);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                cluster.close();
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    private void open(Path homes, DeviceRegistry host) throws IOException, InterruptedException {
        for (int number = 0; number < ClusterScale.NODES; number++) {
            members.add(ClusterMember.prepare(arm, plan, number, host));
        }
        Ring.start(members.size(), number -> members.get(number).start(settings, homes));
        Ring.awaitComplete(members);
        load(BriefWorkload.A, 1).at(ClusterScale.REPLICAS, ALL).createTable();
        session = members.get(0).node().process().session();
        // which reads are slow is learned slowly, on the fast drives of the warm-up: all reads of slow drives would be
        session.execute(
                "ALTER TABLE " + PaperLoad.KEYSPACE + "." + PaperLoad.TABLE + " WITH speculative_retry = 'NEVER'");
    }

    /**
     * Measures a cell: restores the table, warms up with fast drives, runs the requests with slow ones, and reads at
     * rest.
     */
    CellResult measure(Cell cell, ClusterDataset dataset) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        slow(false);
        restore(dataset);
        double beforeSeconds;
        Measured measured;
        try {
            for (ClusterMember member : members) {
                member.limitMemory();
            }
            warmUp(cell.workload());
            beforeSeconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
            slow(true);
            BriefLoad load = load(cell.workload(), cell.threads())
                    .at(ClusterScale.REPLICAS, cell.consistency().name());
            load.run(ClusterPlan.SETTLE_SECONDS, SETTLE_SEED + cell.seed());
            measured = run(load, cell.seed());
        } finally {
            slow(false);
            for (ClusterMember member : members) {
                member.liftMemory();
            }
        }
        return measured.result(
                cell,
                readAtRest(cell.workload(), measured.inserts()),
                beforeSeconds,
                plan.scale().time());
    }

    /** Replaces the table by the snapshot, on all nodes at the same time. */
    private void restore(ClusterDataset dataset) throws IOException, InterruptedException {
        for (ClusterMember member : members) {
            member.liftMemory();
            member.verbs().awaitCompactions();
        }
        load(BriefWorkload.A, 1).truncate(Objects.requireNonNull(session));
        List<ClusterMember> left = Collections.synchronizedList(new ArrayList<>(members));
        new Workers("restore-node").run(members.size(), () -> {
            try {
                left.remove(0).restore(dataset);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("restore: interrupted", e);
            }
        });
    }

    /**
     * Reads the rows requested first, once each, as many as the arm's tiers hold; then rows as the workload requests
     * them, until all arms have had the same number of requests. At ALL, so that every replica serves every request.
     */
    private void warmUp(BriefWorkload workload) throws IOException, InterruptedException {
        BriefLoad load = load(workload, plan.scale().threads()).at(ClusterScale.REPLICAS, ALL);
        long once = plan.cachedRows(arm);
        load.readOnce(once, ClusterScale.REPLICAS, FILL_SEED, this::droppedRows);
        load.read(plan.warmUpRequests() - once, WARM_UP_SEED);
        for (ClusterMember member : members) {
            member.verbs().awaitCompactions();
        }
    }

    private long droppedRows() throws IOException {
        long dropped = 0;
        for (ClusterMember member : members) {
            dropped += member.dropped();
        }
        return dropped;
    }

    private Measured run(BriefLoad load, long seed) throws IOException, InterruptedException {
        List<ClusterMember.Reading> before = read();
        BriefLoad.Run run = load.measured(plan.scale().slotSeconds(), seed);
        List<ClusterMember.Reading> after = read();
        CellResult.Memory memory = CellResult.Memory.NONE;
        long outages = 0;
        for (ClusterMember member : members) {
            memory = memory.plus(member.memory());
            outages += member.outages();
        }
        return new Measured(run.result(), before, after, run.machine(), memory, outages);
    }

    /**
     * Reads the most popular rows at ALL when no write is under way: replicas that disagree then hold different rows, or
     * one of them has answered with an old one.
     *
     * @param inserts number of rows that the cell has inserted, which are the most popular ones of workload D
     */
    private CellResult.Replicas readAtRest(BriefWorkload workload, long inserts)
            throws IOException, InterruptedException {
        awaitNoWrites();
        ReplicaCounters before = replicas();
        load(workload, plan.scale().threads())
                .at(ClusterScale.REPLICAS, ALL)
                .withInserted(inserts)
                .readOnce(plan.restReads(), REST_SEED);
        return CellResult.Replicas.of(plan.restReads(), replicas().since(before));
    }

    private void awaitNoWrites() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int quiet = 0;
        while (quiet < QUIET_POLLS) {
            long pending = 0;
            for (ClusterMember member : members) {
                pending += member.pendingWrites();
            }
            quiet = pending == 0 ? quiet + 1 : 0;
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(QUIET_SECONDS)) {
                throw new IOException("writes pending=" + pending + " after " + QUIET_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private ReplicaCounters replicas() throws IOException {
        ReplicaCounters sum = ReplicaCounters.NONE;
        for (ClusterMember member : members) {
            sum = sum.plus(ReplicaCounters.read(member.verbs(), member.jmx()));
        }
        return sum;
    }

    private List<ClusterMember.Reading> read() throws IOException {
        List<ClusterMember.Reading> readings = new ArrayList<>();
        for (ClusterMember member : members) {
            readings.add(member.read());
        }
        return readings;
    }

    private BriefLoad load(BriefWorkload workload, int threads) throws IOException {
        return new BriefLoad(settings.contact(), workload, plan.scale().rows(), threads, plan.seed());
    }

    private void slow(boolean on) throws IOException {
        for (ClusterMember member : members) {
            member.slow(on);
        }
    }

    boolean isAlive() {
        return members.stream().allMatch(ClusterMember::isAlive);
    }

    /** Returns the last lines of the logs of nodes that have ended; empty if none has. */
    String endedWords() {
        return members.stream()
                .filter(ClusterMember::hasEnded)
                .map(member -> "\n" + member.lastWords())
                .collect(Collectors.joining());
    }

    /** Kills the nodes and takes down their drives. */
    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>(members);
        CqlSession open = session;
        if (open != null) {
            all.add(open);
        }
        Collections.reverse(all);
        Closing.all(all);
    }

    /**
     * The measured part of a cell.
     *
     * @param result the clients' figures
     * @param before counters of all nodes before
     * @param after the same after
     * @param machine busy fraction of all cores
     * @param memory memory of all nodes
     * @param outages outages of their SSD tiers, in the warm-up or later
     */
    private record Measured(
            RunResult result,
            List<ClusterMember.Reading> before,
            List<ClusterMember.Reading> after,
            double machine,
            CellResult.Memory memory,
            long outages) {
        /** Returns the number of rows that were inserted. */
        long inserts() {
            return result.of(OperationType.INSERT).operations();
        }

        CellResult result(Cell cell, CellResult.Replicas rest, double beforeSeconds, DriveTime time) {
            double driveSeconds = time.seconds(result.seconds());
            double operations = Math.max(1, result.transactions());
            ReplicaCounters replicas = ReplicaCounters.NONE;
            List<NodeDriveUse> drives = new ArrayList<>();
            double nodeNanos = 0;
            long late = 0;
            for (int number = 0; number < before.size(); number++) {
                ClusterMember.Reading old = before.get(number);
                ClusterMember.Reading now = after.get(number);
                replicas = replicas.plus(now.replicas().since(old.replicas()));
                drives.add(now.drivesSince(old, operations));
                nodeNanos += now.cpuNanos() - old.cpuNanos();
                late += now.late() - old.late();
            }
            return new CellResult(
                    cell,
                    null,
                    driveSeconds,
                    result.transactions() / driveSeconds,
                    latencies(time),
                    HitShares.of(replicas.rows(), late, outages),
                    drives,
                    CellResult.Replicas.of(result.of(OperationType.READ).operations(), replicas),
                    rest,
                    new CpuUse(
                            nodeNanos / (result.seconds() * TimeUnit.SECONDS.toNanos(1)),
                            machine,
                            RunFacts.loadAverage()),
                    memory,
                    beforeSeconds);
        }

        private Map<String, Latency> latencies(DriveTime time) {
            Map<String, Latency> latencies = new TreeMap<>();
            for (OperationType operation : OperationType.values()) {
                if (result.of(operation).operations() > 0) {
                    latencies.put(
                            operation.label(), time.latency(result.of(operation).serviceMicros()));
                }
            }
            return latencies;
        }
    }
}
