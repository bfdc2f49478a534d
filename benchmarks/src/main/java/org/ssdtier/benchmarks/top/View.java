package org.ssdtier.benchmarks.top;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A view of the nodes, with the letter that shows it. */
enum View {
    /** Reads by tier. */
    OVERVIEW(new TextTable<>("NODE", NodeSample::node)
            .with("STATE", 10, NodeSample::state)
            .with("READS/S", 8, node -> Amounts.rate(node.lookups()))
            .with("MEM %", 6, node -> Amounts.percent(node.share("memoryHits", "pendingHits")))
            .with("SSD %", 6, node -> Amounts.percent(node.share("ssdHits")))
            .with("MISS %", 6, node -> Amounts.percent(node.share("misses")))
            .with("SSD p50", 8, node -> Amounts.time(node.value("readLatencyP50Nanos")))
            .with("SSD p99", 8, node -> Amounts.time(node.value("readLatencyP99Nanos")))
            .with("CLIENTS/S", 9, node -> Amounts.rate(node.rate("clientReads")))
            .with("CLIENT p99", 10, node -> Amounts.time(node.value("clientReadP99Nanos")))
            .with("SSD READ/S", 10, node -> Amounts.bytes(node.rate("bytesRead")))
            .with("WRITTEN/S", 9, node -> Amounts.bytes(node.rate("bytesWritten")))),

    /** Rows that move between the tiers. */
    FLOW(new TextTable<>("NODE", NodeSample::node)
            .with("DEMOTE/S", 8, node -> Amounts.rate(node.rate("demotions")))
            .with("ADMIT/S", 8, node -> Amounts.rate(node.rate("admitted")))
            .with("REJECT/S", 8, node -> Amounts.rate(rejected(node)))
            .with("PROMOTE/S", 9, node -> Amounts.rate(node.rate("promotions")))
            .with("CACHE/S", 8, node -> Amounts.rate(node.rate("publishes")))
            .with("REFRESH/S", 9, node -> Amounts.rate(node.rate("refreshes")))
            .with("DROP/S", 8, node -> Amounts.rate(node.rate("drops") + node.rate("refreshDrops")))
            .with("LOST/S", 7, node -> Amounts.rate(node.rate("droppedPending")))
            .with("PENDING", 8, node -> Amounts.rate(node.value("pendingEntries")))
            .with("RECLAIM/S", 9, node -> Amounts.rate(node.rate("reclaims")))
            .with("COPIED/S", 8, node -> Amounts.bytes(node.rate("reinsertedBytes")))),

    /** Latencies since the start, and late or failed operations. */
    LATENCY(new TextTable<>("NODE", NodeSample::node)
            .with("SSD p50", 8, node -> Amounts.time(node.value("readLatencyP50Nanos")))
            .with("p99", 8, node -> Amounts.time(node.value("readLatencyP99Nanos")))
            .with("p99.9", 8, node -> Amounts.time(node.value("readLatencyP999Nanos")))
            .with("READ p50", 8, node -> Amounts.time(node.value("clientReadP50Nanos")))
            .with("p99", 8, node -> Amounts.time(node.value("clientReadP99Nanos")))
            .with("LATE/S", 7, node -> Amounts.rate(node.rate("lateReads")))
            .with("ERRORS/S", 8, node -> Amounts.rate(errors(node)))
            .with("WRITE p50", 9, node -> Amounts.time(node.value("clientWriteP50Nanos")))
            .with("p99", 8, node -> Amounts.time(node.value("clientWriteP99Nanos")))
            .with("APPEND p99", 10, node -> Amounts.time(node.value("writeLatencyP99Nanos")))
            .with("REFUSED/S", 9, node -> Amounts.rate(node.rate("refusedReads")))),

    /** Sizes and bytes. */
    STORAGE(new TextTable<>("NODE", NodeSample::node)
            .with("SSD SIZE", 8, node -> Amounts.bytes(node.value("capacityBytes")))
            .with("ROWS", 8, node -> Amounts.rate(node.value("entries")))
            .with("INDEX %", 7, node -> Amounts.percent(node.value("indexFill")))
            .with("READ/S", 8, node -> Amounts.bytes(node.rate("bytesRead")))
            .with("WRITTEN/S", 9, node -> Amounts.bytes(node.rate("bytesWritten")))
            .with("WR AMP", 6, node -> String.format(Locale.ROOT, "%.2f", node.value("writeAmplification")))
            .with("MEMORY", 8, node -> Amounts.bytes(node.value("memoryBytes")))
            .with("OF", 8, node -> Amounts.bytes(node.value("memoryCapacityBytes")))
            .with("ROWS", 8, node -> Amounts.rate(node.value("memoryEntries")))
            .with("SEGMENTS", 8, node -> Amounts.rate(node.value("segments")))
            .with("FREE", 6, node -> Amounts.rate(node.value("freeSegments")))),

    /** The hottest tables of all nodes together. */
    TABLES(new TextTable<>("NODE", NodeSample::node));

    private static final TextTable<TableSample> HOTTEST = new TextTable<>("TABLE", TableSample::table)
            .with("READS/S", 8, table -> Amounts.rate(table.lookups()))
            .with("MEM %", 6, table -> Amounts.percent(table.share(table.memoryHits())))
            .with("SSD %", 6, table -> Amounts.percent(table.share(table.ssdHits())))
            .with("MISS %", 6, table -> Amounts.percent(table.share(table.misses())))
            .with("MISSES/S", 8, table -> Amounts.rate(table.misses()));

    @SuppressWarnings("ImmutableEnumChecker") // nothing changes a table after its declaration
    private final TextTable<NodeSample> table;

    View(TextTable<NodeSample> table) {
        this.table = table;
    }

    /** Returns the letter that shows the view. */
    char key() {
        return Character.toLowerCase(name().charAt(0));
    }

    /** Returns the view's name in lower case. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the view of a key. */
    static Optional<View> of(int key) {
        return Arrays.stream(values()).filter(view -> view.key() == key).findFirst();
    }

    /** Returns the view after this one. */
    View next() {
        List<View> all = List.of(values());
        return all.get((all.indexOf(this) + 1) % all.size());
    }

    /** Returns the lines of the view, none wider than {@code width}. */
    List<String> lines(List<NodeSample> nodes, int width) {
        return this == TABLES ? tables(nodes, width) : table.lines(nodes, width);
    }

    /** Returns the lines of the hottest tables. */
    static List<String> tables(List<NodeSample> nodes, int width) {
        return HOTTEST.lines(Sample.hottest(nodes), width);
    }

    private static double rejected(NodeSample node) {
        return node.rate("rejectedSeenOnce")
                + node.rate("rejectedWriteRate")
                + node.rate("rejectedTooLarge")
                + node.rate("rejectedState");
    }

    private static double errors(NodeSample node) {
        return node.rate("errors") + node.rate("ioErrors") + node.rate("checksumErrors");
    }
}
