package org.ssdtier.node.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.doctor.Finding.Level;

/** Tests of the doctor on nodes that it reaches by JMX. */
@Tag("unit")
final class NodeExaminationTest {
    @Test
    void goodNode_hasNoFailure() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            node.tier.statistics.putAll(Map.of("memoryHits", 90L, "misses", 10L, "entries", 1_234L));
            node.tier.ratios.put("hitRate", 0.9);
            List<Finding> findings = examine(node);
            Found.assertNoFailure(findings);
            Found.assertFound(findings, Level.OK, "state", "ONLINE");
            Found.assertFound(findings, Level.OK, "errors", "none");
            Found.assertFound(findings, Level.OK, "cache", "hitRate=90.0 % of 100 look-ups", "1,234 rows");
            Found.assertFound(findings, Level.OK, "alerts", "none of 15 conditions holds");
            Found.assertFound(findings, Level.OK, "tables", "too few reads");
        }
    }

    @Test
    void offlineTier_fails_withTheReason() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            node.tier.state = "OFFLINE";
            node.tier.reason = "I/O errors";
            List<Finding> findings = examine(node);
            Finding state = Found.assertFound(findings, Level.FAIL, "state", "OFFLINE: I/O errors");
            assertTrue(state.remedy().contains("no restart is needed"), state.remedy());
            Found.assertFound(findings, Level.FAIL, "alerts", "SsdRowCacheOffline");
        }
    }

    @Test
    void otherStates_areWarningsOrFailures() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            node.tier.state = "PAUSED";
            Found.assertFound(examine(node), Level.WARN, "state", "PAUSED");
            node.tier.state = "RECOVERING";
            Found.assertFound(examine(node), Level.WARN, "state", "RECOVERING");
            node.tier.state = "DISABLED";
            Found.assertOneFailure(examine(node), "state", "DISABLED");
        }
    }

    @Test
    void errorsSinceTheStart_warn() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            node.tier.statistics.putAll(
                    Map.of("errors", 1L, "ioErrors", 2L, "lateReads", 3L, "checksumErrors", 4L, "outages", 5L));
            List<Finding> findings = examine(node);
            for (String error : List.of("errors=1", "ioErrors=2", "lateReads=3", "checksumErrors=4", "outages=5")) {
                Found.assertFound(findings, Level.WARN, "errors", error + " since the start");
            }
        }
    }

    @Test
    void heapLimitReachedFirst_warns() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            node.tier.statistics.putAll(Map.of(
                    "memoryBytes",
                    50L << 20,
                    "memoryCapacityBytes",
                    200L << 20,
                    "memoryHeapBytes",
                    99L,
                    "memoryHeapLimitBytes",
                    100L));
            Found.assertFound(examine(node), Level.WARN, "cache", "heap_limit=100 B is reached");
        }
    }

    /** Without the tier a cached table would be in stock's row cache, so there is no advice. */
    @Test
    void nodeWithoutTheTier_fails_andNoTableIsAdvised() throws IOException {
        try (FakeNode node = withOftenReadTable(FakeNode.start())) {
            List<Finding> findings = examine(node);
            Found.assertOneFailure(findings, "state", "runs without the SSD row cache");
            assertTrue(findings.stream().noneMatch(finding -> finding.check().equals("tables")), findings.toString());
        }
    }

    @Test
    void tableThatWouldGain_isNamedWithItsAlter() throws IOException {
        try (FakeNode node = withOftenReadTable(FakeNode.start().withTier())) {
            Finding table = Found.assertFound(examine(node), Level.WARN, "tables", "shop.goods would gain");
            assertEquals(
                    "ALTER TABLE shop.goods WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'};"
                            + " (of a view: ALTER MATERIALIZED VIEW)",
                    table.remedy());
        }
    }

    private static FakeNode withOftenReadTable(FakeNode node) throws IOException {
        return node.withTable(
                "shop",
                "goods",
                Map.of(
                        "ReadLatency", 50_000,
                        "WriteLatency", 100,
                        "SSTablesPerReadHistogram", 2.5,
                        "MeanPartitionSize", 900));
    }

    @Test
    void tables_ofANode_areReadWithTheirCaching() throws IOException {
        try (FakeNode node = FakeNode.start()
                .withTier()
                .withTable("shop", "goods", Map.of("ReadLatency", 5_000, "RowCacheHit", 80, "RowCacheMiss", 20))
                .withTable("shop", "Odd", Map.of("ReadLatency", 6_000))
                .withTable("system", "local", Map.of("ReadLatency", 7_000))) {
            node.tier.tables.put("shop.goods", Map.of("misses", 20L));
            try (NodeConnection connection = NodeConnection.open(node.address())) {
                List<TableFigures> tables = TableFigures.read(connection);
                assertEquals(
                        List.of("shop.\"Odd\"", "shop.goods"),
                        tables.stream().map(TableFigures::cql).toList());
                assertEquals(
                        List.of(false, true),
                        tables.stream().map(TableFigures::isCached).toList());
                assertEquals(80, tables.get(1).hits());
                assertEquals(100, tables.get(1).lookups());
            }
        }
    }

    @Test
    void jvm_isChecked_ifItsProcessWasNot() throws IOException {
        try (FakeNode node = FakeNode.start().withTier()) {
            List<Finding> findings =
                    new NodeExamination(node.address(), 0, new AtomicLong()::incrementAndGet).run(true);
            assertTrue(findings.stream().anyMatch(finding -> finding.check().equals("memory")), findings.toString());
            assertTrue(findings.stream().anyMatch(finding -> finding.check().equals("nofile")), findings.toString());
        }
    }

    @Test
    void login_isNeededWhereTheNodeAsksForIt() throws IOException {
        try (FakeNode node = FakeNode.startFor("jane", "secret").withTier()) {
            IOException refused = assertThrows(IOException.class, () -> examine(node));
            assertTrue(refused.getMessage().contains("127.0.0.1:" + node.port() + ": refused"), refused.getMessage());
            JmxAddress right = new JmxAddress("127.0.0.1", node.port(), "jane", "secret", false);
            Found.assertNoFailure(new NodeExamination(right, 0, new AtomicLong()::incrementAndGet).run(false));
        }
    }

    @Test
    void nodeThatDoesNotAnswer_isNamed() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        JmxAddress nobody = new JmxAddress("127.0.0.1", port, null, null, false);
        IOException failure = assertThrows(
                IOException.class, () -> new NodeExamination(nobody, 0, new AtomicLong()::incrementAndGet).run(false));
        assertTrue(failure.getMessage().startsWith("node=127.0.0.1:" + port + ": no answer"), failure.getMessage());
    }

    private static List<Finding> examine(FakeNode node) throws IOException {
        return new NodeExamination(node.address(), 0, new AtomicLong()::incrementAndGet).run(false);
    }
}
