package org.ssdtier.benchmarks.chaos;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.chaos.register.RegisterHistory;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.ring.PhaseFigures;

/**
 * The result of {@link ChaosRun}.
 *
 * @param options options of the run
 * @param ours result with the tier and the catalogue
 * @param stock results of stock Cassandra under the same schedule, one of each run
 */
record ChaosResult(ChaosOptions options, ArmResult ours, List<ArmResult> stock) implements BenchFindings {
    ChaosResult {
        stock = List.copyOf(stock);
    }

    /** Returns whether every answer was right, every fault was played, the tier was used, and no more errors are ours than allowed. */
    @Override
    public boolean isGood() {
        return ours.isRight()
                && ours.ssdHits() > 0
                && hasJudgedReplicas()
                && comparison().sum() == 0
                && faultsOfStockNotPlayed() == 0;
    }

    /** Returns whether single replicas were read; with more nodes than replicas they cannot be judged. */
    private boolean hasJudgedReplicas() {
        return options.nodes() > ChaosOptions.REPLICAS || ours.replicaReads() > 0;
    }

    /** Returns the faults that stock could not be led through; the errors are then not comparable. */
    private long faultsOfStockNotPlayed() {
        return stock.stream().mapToLong(ArmResult::problems).sum();
    }

    private ErrorComparison comparison() {
        return ErrorComparison.of(ours, stock);
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ours", arm(ours));
        if (!stock.isEmpty()) {
            map.put("stock", arm(stock.get(0)));
            map.put("stock_again", stock.stream().skip(1).map(ChaosResult::arm).toList());
        }
        map.put("targets", targets());
        map.put("errors_beyond_the_allowed", comparison().excesses());
        map.put("good", isGood());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private static Map<String, Object> arm(ArmResult arm) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("faults", arm.faults());
        map.put("all", arm.all());
        map.put("replica_reads", arm.replicaReads());
        map.put("replica_rows_that_went_back", arm.backwards());
        map.put("registers", arm.registers());
        map.put("errors", arm.errors());
        map.put("failed", arm.failed());
        map.put("an_ssd_failed_under_load", arm.hasLostSsd());
        map.put("ssd_hits", arm.ssdHits());
        map.put("problems", arm.problems());
        map.put("violations", arm.violations());
        return map;
    }

    private Map<String, Object> targets() {
        Map<String, Object> targets = new LinkedHashMap<>();
        targets.put("lost", target(ours.lost()));
        targets.put("stale", target(ours.stale()));
        targets.put("registers_not_linearizable", target(ours.registers().violated()));
        targets.put("registers_undecided", target(ours.registers().undecided()));
        targets.put("faults_not_played", target(ours.problems()));
        targets.put("errors_beyond_stocks", target(comparison().sum()));
        targets.put("faults_of_stock_not_played", target(faultsOfStockNotPlayed()));
        return targets;
    }

    private static Map<String, Object> target(long seen) {
        return Map.of("seen", seen, "at_most", 0, "met", seen == 0);
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("chaos", options.faults().stream().map(ChaosFault::toString).toList());
        map.put("seconds", options.seconds());
        map.put("down_seconds", options.downSeconds());
        map.put("rest_seconds", options.restSeconds());
        map.put("nodes", options.nodes());
        map.put("replicas", ChaosOptions.REPLICAS);
        map.put("heap", options.heap());
        map.put("stock_runs", options.stockRuns());
        map.put("row_cache_of_stock", "none");
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        print(out, ours);
        stock.forEach(run -> print(out, run));
        out.println();
        comparison().excesses().forEach(excess -> out.println("  more errors than allowed: " + excess));
        if (options.faults().contains(ChaosFault.SSD_DIES) && !ours.hasLostSsd()) {
            out.println(
                    "  no SSD failed under load: that needs emulated drives; its files were deleted while a node was down");
        }
        targets().forEach((name, target) -> out.println("  " + name.replace('_', ' ') + ": " + target));
        out.flush();
    }

    private static void print(PrintWriter out, ArmResult arm) {
        out.printf(
                "%n  %-18s %8s %10s %9s %6s %6s %6s %7s%n",
                arm.arm(), "seconds", "reads", "writes", "stale", "lost", "ghost", "failed");
        arm.faults().forEach(fault -> print(out, fault.fault(), fault.load()));
        print(out, "all", arm.all());
        RegisterHistory.Verdicts registers = arm.registers();
        out.printf(
                "  single replicas: %,d reads, %d went back; rows answered by SSDs: %,d%n",
                arm.replicaReads(), arm.backwards(), arm.ssdHits());
        out.printf(
                "  registers: %,d operations, %d without an answer; linearizable %d, violated %d, undecided %d%n",
                registers.operations(),
                registers.unknown(),
                registers.linearizable(),
                registers.violated(),
                registers.undecided());
        arm.errors().forEach((fault, kinds) -> out.println("  errors during " + fault + ": " + kinds));
        arm.faults().stream()
                .map(FaultFigures::problem)
                .filter(problem -> !problem.isEmpty())
                .forEach(problem -> out.println("  " + problem));
        registers.explanations().forEach(text -> out.println("  " + text));
        arm.violations().forEach(text -> out.println("  " + text));
    }

    private static void print(PrintWriter out, String name, PhaseFigures load) {
        out.printf(
                "  %-18s %8.1f %,10d %,9d %6d %6d %6d %7d%n",
                name,
                load.seconds(),
                load.reads(),
                load.writes(),
                load.stale(),
                load.lost(),
                load.ghost(),
                load.failed());
    }
}
