package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * Tests of streams between a node that writes tables in the format {@code catalogued} and one that does not, either
 * because it has no drop-in jar (in the middle of a rolling upgrade) or because the option is off (in the middle of the
 * way back). After every stream in either direction the receiver alone returns the same rows, and has SSTables of the
 * format that it writes itself.
 */
@Tag("integration")
final class MixedStreamIT {
    /** One half of the ring for each node. */
    private static final String FIRST_TOKEN = "-4611686018427387904";

    private static final String SECOND_TOKEN = "4611686018427387904";

    @TempDir
    private Path directory;

    private final NodePorts firstPorts;
    private final NodePorts secondPorts;

    MixedStreamIT() throws IOException {
        firstPorts = NodePorts.free();
        secondPorts = NodePorts.free();
    }

    @Test
    void nodeWithoutTheJar_bootstrapRepairAndDecommission_bothAnswerAlikeAlone() throws IOException {
        streamBothWays(second().stock(true).build());
    }

    @Test
    void nodeThatHasTheOptionOff_bootstrapRepairAndDecommission_bothAnswerAlikeAlone() throws IOException {
        streamBothWays(
                withJar(second()).yaml("schema_catalogue.enabled", "false").build());
    }

    private void streamBothWays(NodeSettings secondSettings) throws IOException {
        try (Replica first = Replica.start(first())) {
            first.create();
            first.write(0);
            List<String> written = first.write(1);
            first.files().assertFormat(true);
            try (Replica second = Replica.start(secondSettings)) {
                second.files().assertFormat(false);
                assertEquals(written, second.contentWithout(first), "bootstrap");
                second.leave(first);
                written = first.write(2);
                second.comeBack(first);
                first.repair("--full");
                second.files().assertFormat(false);
                assertEquals(written, second.contentWithout(first), "repair of the second node");
                first.leave(second);
                written = second.write(3);
                first.comeBack(second);
                second.repair("--full");
                assertEquals(written, first.contentWithout(second), "repair of the first node");
                first.replicate(1);
                second.verbs().decommission();
                first.verbs().awaitLiveNodes(1);
                assertEquals(written, first.content(), "decommission");
            }
            assertNoErrors(directory.resolve("first"));
            assertNoErrors(directory.resolve("second"));
        }
    }

    private static void assertNoErrors(Path node) throws IOException {
        List<String> errors = Files.readAllLines(node.resolve("logs/system.log")).stream()
                .filter(line -> line.startsWith("ERROR"))
                .toList();
        assertEquals(List.of(), errors, node.toString());
    }

    private NodeSettings first() {
        return withJar(settings("first", firstPorts))
                .yaml("initial_token", FIRST_TOKEN)
                .yaml("schema_catalogue.enabled", "true")
                .yaml("schema_catalogue.tables", "[\"probe.*\"]")
                .build();
    }

    private NodeSettings.Builder second() {
        return settings("second", secondPorts)
                .yaml("initial_token", SECOND_TOKEN)
                .seeds(firstPorts.address() + ":" + firstPorts.storage());
    }

    private static NodeSettings.Builder withJar(NodeSettings.Builder settings) {
        return settings.ssdSize("64MiB").yaml("ssd_row_cache.segment_size", "4MiB");
    }

    private NodeSettings.Builder settings(String name, NodePorts ports) {
        return NodeSettings.in(directory.resolve(name))
                .heap("384M")
                .ports(ports)
                .yaml("storage_compatibility_mode", "NONE")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("auto_snapshot", "false")
                .jvmOption("-Dcassandra.ring_delay_ms=2000")
                .jvmOption("-Dcassandra.skip_wait_for_gossip_to_settle=0")
                .jvmOption("-Dcassandra.shutdown_announce_in_ms=0")
                .jvmOption("-Dcassandra.superuser_setup_delay_ms=0");
    }
}
