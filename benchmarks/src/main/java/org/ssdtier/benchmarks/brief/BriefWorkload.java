package org.ssdtier.benchmarks.brief;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.Collectors;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * One of YCSB's own workloads, with the single-node brief's advantage of its SSDs over its hard disks by number of
 * threads. That brief has no figures for E.
 */
public enum BriefWorkload {
    A("half reads, half updates", OperationType.READ),
    B("95 % reads, 5 % updates", OperationType.READ),
    C("reads only", OperationType.READ),
    D("95 % reads of the latest rows, 5 % inserts", OperationType.READ),
    E("95 % scans of up to 100 rows, 5 % inserts", OperationType.SCAN),
    F("half reads, half read-modify-writes", OperationType.READ);

    /** The numbers of client threads: a quarter of the brief's. */
    public static final List<Integer> THREADS = List.of(12, 24, 36, 60, 120);

    /** The factor from a number of threads here to that of the brief. */
    public static final int BRIEF_THREADS_FACTOR = 4;

    /** Description for readers. */
    public final String words;

    /** The operation whose latencies are reported. */
    public final OperationType operation;

    BriefWorkload(String words, OperationType operation) {
        this.words = words;
        this.operation = operation;
    }

    /**
     * Returns the workload with a letter, of either case.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    public static BriefWorkload named(String letter) {
        return Arrays.stream(values())
                .filter(workload -> workload.name().equalsIgnoreCase(letter.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("workloads=" + letter + ": allowed are "
                        + Arrays.stream(values()).map(BriefWorkload::name).collect(Collectors.joining(", "))));
    }

    /** Returns the brief's advantage for a number of threads here; empty if the brief has no figure for it. */
    public OptionalDouble advantage(int threads) {
        int index = THREADS.indexOf(threads);
        List<Double> advantages = advantages();
        return index < 0 || advantages.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(advantages.get(index));
    }

    /** Returns the brief's figures for its numbers of threads; none for E. */
    private List<Double> advantages() {
        return switch (this) {
            case A -> List.of(5.7, 4.8, 4.6, 4.7, 4.5);
            case B -> List.of(6.3, 5.6, 5.6, 5.7, 5.5);
            case C -> List.of(6.6, 6.0, 6.1, 6.1, 5.9);
            case D -> List.of(6.9, 6.3, 6.3, 6.4, 6.3);
            case E -> List.of();
            case F -> List.of(6.7, 6.4, 6.4, 6.4, 6.3);
        };
    }

    /** Returns YCSB's properties of the workload, from its file in the checkout. */
    public Properties properties() throws IOException {
        Path file = Checkout.locate()
                .root()
                .resolve("ycsb-bindings/workloads/brief-" + name().toLowerCase(Locale.ROOT) + ".properties");
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }
}
