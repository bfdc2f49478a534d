package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.chaos.register.Linearizability;
import org.ssdtier.benchmarks.ring.PhaseFigures;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.StoreException;

/** One cluster that is led through the faults. */
final class ChaosArm {
    /** The name of the phase after the last fault, to which errors and the last judgement are charged. */
    static final String END = "end";

    private final String name;
    private final ChaosOptions options;
    private final Consumer<String> progress;
    private final List<FaultFigures> played = new ArrayList<>();
    private long ssdHits;
    private boolean isBroken;

    /**
     * Creates an arm; starts nothing.
     *
     * @param name ours or stock
     * @param progress receiver of progress lines
     */
    ChaosArm(String name, ChaosOptions options, Consumer<String> progress) {
        this.name = name;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Plays faults on a new cluster.
     *
     * @param faults number of faults; 0 = as many as begin within the seconds of the options, at least each once
     */
    ArmResult run(ChaosCluster cluster, int faults) throws IOException, InterruptedException, StoreException {
        try (ChaosLoad load = ChaosLoad.start(cluster, options.seed())) {
            long begin = System.nanoTime();
            TimeUnit.SECONDS.sleep(options.restSeconds());
            PhaseFigures before = load.quorum().figures("start");
            int number = 0;
            while (!isBroken && (faults == 0 ? isUnfinished(number, begin) : number < faults)) {
                ChaosFault fault =
                        options.faults().get(number % options.faults().size());
                Scene scene = new Scene(cluster, load, options, new SplittableRandom(Mix.of(options.seed(), number)));
                String problem = play(fault, scene);
                PhaseFigures now = load.quorum().figures(fault.toString());
                FaultFigures figures = new FaultFigures(fault.toString(), now.since(before), problem);
                played.add(figures);
                progress.accept(line(figures));
                ssdHits += cluster.newSsdHits();
                before = now;
                number++;
            }
            load.errors().begin(END);
            requireAcknowledged(new Scene(cluster, load, options, new SplittableRandom(options.seed())), before);
            load.stop();
            return result(load, cluster.hasLostSsd());
        }
    }

    /**
     * Requires of every replica, once it has been repaired, the rows that were acknowledged: an image that is old but never
     * changes does not go back.
     */
    private void requireAcknowledged(Scene scene, PhaseFigures before) throws InterruptedException {
        if (isBroken || scene.cluster().members().size() != ChaosOptions.REPLICAS) {
            return;
        }
        try {
            MoveFaults.repairAndJudge(scene);
        } catch (IOException | RuntimeException e) {
            PhaseFigures now = scene.load().quorum().figures(END);
            played.add(new FaultFigures(END, now.since(before), END + ": " + e));
        }
    }

    private boolean isUnfinished(int number, long begin) {
        return number < options.faults().size()
                || System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(options.seconds());
    }

    /** Plays a fault. If that fails, the cluster is healed, so that the next fault finds it whole. */
    private String play(ChaosFault fault, Scene scene) throws InterruptedException {
        progress.accept(name + ": " + fault);
        scene.load().errors().begin(fault.toString());
        try {
            FaultPlayer.play(fault, scene);
            return "";
        } catch (IOException | RuntimeException e) {
            String problem = fault + ": " + e;
            progress.accept(name + ": " + problem + "\n" + scene.cluster().lastWords());
            return problem + heal(scene);
        }
    }

    /** Starts what is down. A cluster that cannot be healed plays no more faults, but what was seen is judged. */
    private String heal(Scene scene) throws InterruptedException {
        try {
            scene.cluster().heal();
            scene.load().heal(scene.cluster().members().size());
            return "";
        } catch (IOException | RuntimeException e) {
            isBroken = true;
            progress.accept(name + ": not healed: " + e);
            return "; not healed: " + e;
        }
    }

    private ArmResult result(ChaosLoad load, boolean hasLostSsd) throws IOException {
        load.registers().history().write(options.directory().resolve("registers-" + name + ".tsv"));
        List<String> violations = Stream.of(
                        load.quorum().violations(), load.replicaFindings().violations(), load.problems())
                .flatMap(List::stream)
                .toList();
        return new ArmResult(
                name,
                played,
                load.quorum().figures("all"),
                load.replicaFindings().reads(),
                load.replicaFindings().backwards(),
                load.registers().history().judge(new Linearizability()),
                load.errors().counts(),
                hasLostSsd,
                ssdHits,
                load.problems().size(),
                violations);
    }

    private String line(FaultFigures figures) {
        PhaseFigures load = figures.load();
        return String.format(
                "%s: %-18s %6.1f s  reads %,9d  writes %,8d  stale %d  lost %d  ghost %d  failed %d",
                name,
                figures.fault(),
                load.seconds(),
                load.reads(),
                load.writes(),
                load.stale(),
                load.lost(),
                load.ghost(),
                load.failed());
    }
}
