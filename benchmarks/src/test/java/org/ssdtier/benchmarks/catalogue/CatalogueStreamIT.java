package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.node.lifetimes.Lifetime;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileStorage;

/**
 * Tests of streams between two nodes that write the same tables in the format {@code catalogued}: after every kind of
 * stream the receiver returns the same rows while the sender is down. The first node streams sections of SSTables, the
 * second entire SSTables where it can; an entire SSTable is recognised by the IDs of its sender's catalogue, which it
 * keeps. Streamed files, in parts and whole, and the segments of the commit log, compressed and direct, have the
 * configured lifetimes.
 */
@Tag("integration")
final class CatalogueStreamIT {
    private static final String PRIMARY_RANGE = "--partitioner-range";
    private static final String FULL = "--full";

    /**
     * The tables whose SSTables on the leaving node also contain ranges of the other node, so that sections are
     * streamed.
     */
    private static final List<String> IN_PARTS = List.of("tags", "hits");
    /** The tables whose SSTables contain only the ranges to be transferred, so that entire SSTables are streamed. */
    private static final List<String> AS_A_WHOLE = List.of("wide", "mixed");

    /** One half of the ring for each node; random tokens would sometimes leave a node without any key. */
    private static final String FIRST_TOKEN = "-4611686018427387904";

    private static final String SECOND_TOKEN = "4611686018427387904";

    /** The expected lifetime of what is streamed, which no other SSTable has. */
    private static final Lifetime STREAMED = Lifetime.EXTREME;

    @TempDir
    private Path directory;

    private final NodePorts firstPorts;
    private final NodePorts secondPorts;

    CatalogueStreamIT() throws IOException {
        firstPorts = NodePorts.free();
        secondPorts = NodePorts.free();
    }

    @Test
    void everythingThatStreams_inPartsAndAsWholeSstables_theReceiverAnswersAlikeAlone() throws IOException {
        try (Replica first = Replica.start(first())) {
            first.create();
            first.write(0);
            List<String> written = first.write(1);
            long ofFirst = first.instance();
            try (Replica second = Replica.start(second())) {
                assertEquals(written, second.contentWithout(first), "bootstrap, in parts");
                long ofSecond = second.instance();
                assertNotEquals(0, ofSecond, "IDs while bootstrapping");
                assertTrue(second.figure("imageDefinitions") > 0, "IDs of cached rows after a bootstrap");
                assertTrue(second.figure("readerDefinitions") > 0, "definitions in readers");
                assertNotEquals(ofFirst, ofSecond);
                for (Replica replica : List.of(first, second)) {
                    assertEquals(Set.of(Lifetime.SHORT.value()), replica.files().lifetimesOfCommitLog());
                }
                repairsSplitWhatTheyRepair(first, second);
                assertNotWhole(second, ofFirst);
                repairSendsWholeSstables(first, second, ofSecond);
                fullRepairSendsParts(first, second, ofFirst);
                rebuildAndDecommission(first, second, ofFirst);
            }
        }
    }

    /**
     * Runs incremental repairs of one half of the ring each: anti-compaction splits every SSTable, and finished halves
     * become repaired.
     */
    private static void repairsSplitWhatTheyRepair(Replica first, Replica second) throws IOException {
        second.leave(first);
        List<String> written = first.write(2);
        second.comeBack(first);
        first.repair(PRIMARY_RANGE);
        for (Replica replica : List.of(first, second)) {
            for (String table : ProbeTables.NAMES) {
                awaitRepaired(replica, table);
                assertTrue(replica.bytes(table, "BytesUnrepaired") > 0, table);
            }
        }
        second.repair(PRIMARY_RANGE);
        for (Replica replica : List.of(first, second)) {
            for (String table : ProbeTables.NAMES) {
                awaitRepaired(replica, table);
                assertEquals(0, replica.bytes(table, "BytesUnrepaired"), table);
            }
            replica.verbs().setAutoCompaction(false); // keeps entire SSTables as streamed
            replica.files().assertFormat(true);
        }
        assertEquals(written, second.contentWithout(first), "incremental repair, in parts");
        assertEquals(written, first.contentWithout(second), "incremental repair, the sender");
    }

    /**
     * Waits until the SSTables of a table are repaired. A compaction moves them from pending to repaired. Cassandra
     * submits it once at the end of a repair and skips it if compaction is busy or paused then; enabling
     * auto-compaction submits it again.
     */
    private static void awaitRepaired(Replica replica, String table) throws IOException {
        Polling.until("repaired " + table, () -> {
            replica.verbs().setAutoCompaction(true);
            return replica.bytes(table, "BytesRepaired") > 0 && replica.bytes(table, "BytesPendingRepair") == 0;
        });
    }

    private static void repairSendsWholeSstables(Replica first, Replica second, long ofSecond) throws IOException {
        first.leave(second);
        List<String> written = second.write(3);
        first.comeBack(second);
        second.repair();
        assertWhole(first, ofSecond);
        assertEquals(written, first.contentWithout(second), "incremental repair, whole SSTables");
    }

    /** Runs a full repair, which also compares repaired SSTables and splits none. */
    private static void fullRepairSendsParts(Replica first, Replica second, long ofFirst) throws IOException {
        second.leave(first);
        List<String> written = first.write(4);
        second.comeBack(first);
        first.repair(FULL);
        assertNotWhole(second, ofFirst);
        for (String table : ProbeTables.NAMES) {
            Set<Long> lifetimes = second.files().lifetimes(table, second.instance());
            assertTrue(lifetimes.contains(STREAMED.value()), table + " lifetimes=" + lifetimes);
        }
        assertEquals(written, second.contentWithout(first), "full repair, in parts");
    }

    /** Reduces the replicas to one, so that each node has its own rows, until the second node transfers its rows. */
    private static void rebuildAndDecommission(Replica first, Replica second, long ofFirst) throws IOException {
        long ofSecond = second.instance();
        List<String> written = first.content();
        first.replicate(1);
        first.verbs().cleanup();
        second.verbs().cleanup(AS_A_WHOLE.toArray(String[]::new));
        assertEquals(written, first.content(), "one replica");
        first.replicate(2);
        assertNotEquals(written, first.contentWithout(second), "rows of the second node");
        first.verbs().rebuild();
        assertWhole(first, ofSecond);
        assertEquals(written, first.contentWithout(second), "rebuild, whole SSTables");
        first.replicate(1);
        first.verbs().cleanup();
        second.verbs().decommission();
        first.verbs().awaitLiveNodes(1);
        for (String table : AS_A_WHOLE) {
            assertTrue(first.files().instances(table).contains(ofSecond), table);
        }
        for (String table : IN_PARTS) {
            assertEquals(Set.of(ofFirst), first.files().instances(table), table);
        }
        first.files().assertFormat(true);
        assertEquals(written, first.content(), "decommission, in parts and whole SSTables");
    }

    private static void assertWhole(Replica receiver, long sender) throws IOException {
        for (String table : ProbeTables.NAMES) {
            Set<Long> instances = receiver.files().instances(table);
            assertTrue(instances.contains(sender), table + " instances=" + instances + " sender=" + sender);
            assertEquals(Set.of(STREAMED.value()), receiver.files().lifetimes(table, sender), table);
        }
    }

    private static void assertNotWhole(Replica receiver, long sender) throws IOException {
        for (String table : ProbeTables.NAMES) {
            assertEquals(Set.of(receiver.instance()), receiver.files().instances(table), table + " sender=" + sender);
        }
    }

    private NodeSettings first() {
        return settings("first", firstPorts, false)
                .yaml("initial_token", FIRST_TOKEN)
                .yaml("commitlog_compression", "[{class_name: LZ4Compressor}]")
                .build();
    }

    private NodeSettings second() throws IOException {
        return settings("second", secondPorts, true)
                .yaml("initial_token", SECOND_TOKEN)
                .yaml("commitlog_disk_access_mode", hasDirectIo() ? "direct" : "mmap")
                .seeds(firstPorts.address() + ":" + firstPorts.storage())
                .build();
    }

    /** Returns whether the file system of the nodes allows direct I/O; a node with {@code direct} does not start without. */
    private boolean hasDirectIo() throws IOException {
        try (FileStorage probe = FileStorage.open(directory.resolve("probe"), DirectIo.AUTO)) {
            return probe.isDirect();
        }
    }

    private NodeSettings.Builder settings(String name, NodePorts ports, boolean whole) {
        return NodeSettings.in(directory.resolve(name))
                .heap("384M")
                .ports(ports)
                .ssdSize("64MiB")
                .yaml("ssd_row_cache.segment_size", "4MiB")
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .yaml("stream_entire_sstables", Boolean.toString(whole))
                .yaml("write_lifetimes.enabled", "true")
                .yaml("write_lifetimes.stream", STREAMED.word())
                .yaml("write_lifetimes.compaction_tiers", "[long]")
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]")
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .jvmOption("-Dcassandra.skip_wait_for_gossip_to_settle=0")
                .jvmOption("-Dcassandra.shutdown_announce_in_ms=0")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0");
    }
}
