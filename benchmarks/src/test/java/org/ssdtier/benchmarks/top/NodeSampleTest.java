package org.ssdtier.benchmarks.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the rates that two readings of nodes make, of numbers as text, and of addresses. */
@Tag("unit")
final class NodeSampleTest {
    @Test
    void rates_areTheIncreasePerSecond() {
        NodeSample sample = Nodes.sample("a");
        assertEquals(2, sample.seconds());
        assertEquals(1_000, sample.lookups(), 1e-6);
        assertEquals(0.6, sample.share("memoryHits", "pendingHits"), 1e-9);
        assertEquals(0.3, sample.share("ssdHits"), 1e-9);
        assertEquals(50, sample.rate("demotions"), 1e-9);
        assertEquals(95_000, sample.value("readLatencyP50Nanos"));
        assertEquals(0, sample.rate("nothing"));
    }

    @Test
    void firstReading_hasNoRates() {
        NodeSample sample = NodeSample.of(null, Nodes.reading("a", 10));
        assertEquals(0, sample.seconds());
        assertEquals(0, sample.lookups());
        assertEquals(0, sample.share("ssdHits"));
        assertEquals(6_000, sample.value("memoryHits"));
        assertTrue(sample.tables().isEmpty());
    }

    /** The counters begin at 0 again, so the difference would be negative. */
    @Test
    void restartedNode_hasNoRatesOnce() {
        NodeSample sample = NodeSample.of(Nodes.reading("a", 1_000), Nodes.reading("a", 2));
        assertEquals(0, sample.seconds());
        assertEquals(0, sample.lookups());
    }

    @Test
    void nodeWithoutAnswer_hasNoRates_andNoneAtItsReturn() {
        Reading gone = Reading.unreached("a", 11_000_000_000L, "refused");
        NodeSample sample = NodeSample.of(Nodes.reading("a", 10), gone);
        assertFalse(sample.isReached());
        assertEquals("refused", sample.cause());
        assertEquals(0, NodeSample.of(gone, Nodes.reading("a", 12)).seconds());
    }

    @Test
    void sample_pairsTheReadingsOfEachNode() {
        List<Reading> before = List.of(Nodes.reading("a", 10), Reading.unreached("b", 0, "refused"));
        List<Reading> after = List.of(Nodes.reading("a", 14), Nodes.reading("b", 14));
        Sample sample = Sample.of("2026-01-01T00:00:00Z", before, after);
        assertEquals(4, sample.nodes().get(0).seconds());
        assertEquals(0, sample.nodes().get(1).seconds());
        assertTrue(sample.isReached());
        assertFalse(Sample.of("", null, List.of(Reading.unreached("b", 0, "refused")))
                .isReached());
    }

    @Test
    void hottestTables_areSummedOverTheNodes() {
        List<TableSample> hottest = Sample.hottest(List.of(Nodes.sample("a"), Nodes.sample("b")));
        assertEquals(
                List.of("shop.goods", "shop.people"),
                hottest.stream().map(TableSample::table).toList());
        assertEquals(1_700, hottest.get(0).lookups(), 1e-6);
        assertEquals(100, hottest.get(0).misses(), 1e-6);
        assertEquals(2.0 / 3, hottest.get(1).share(hottest.get(1).memoryHits()), 1e-9);
        assertEquals(0, TableSample.of("t", Map.of()).share(0));
    }

    @Test
    void numbers_takeFewColumns() {
        assertEquals("0", Amounts.rate(0));
        assertEquals("0.5", Amounts.rate(0.5));
        assertEquals("9999", Amounts.rate(9_999));
        assertEquals("12.3k", Amounts.rate(12_345));
        assertEquals("123k", Amounts.rate(123_456));
        assertEquals("1.2M", Amounts.rate(1_234_567));
        assertEquals("512B", Amounts.bytes(512));
        assertEquals("64.0G", Amounts.bytes(64.0 * (1L << 30)));
        assertEquals("-", Amounts.time(0));
        assertEquals("95us", Amounts.time(95_000));
        assertEquals("1.2ms", Amounts.time(1_230_000));
        assertEquals("250ms", Amounts.time(250_000_000));
        assertEquals("2.5s", Amounts.time(2_500_000_000L));
        assertEquals("12.5", Amounts.percent(0.125));
    }

    @Test
    void address_isHostAndPort() {
        assertEquals("10.0.0.1:7199", NodeAddress.parse("10.0.0.1", 7199).toString());
        assertEquals("node:7299", NodeAddress.parse("node:7299", 7199).toString());
        assertEquals("[::1]:7199", NodeAddress.parse("::1", 7199).toString());
        assertEquals("[::1]:7299", NodeAddress.parse("[::1]:7299", 7199).toString());
        assertThrows(IllegalArgumentException.class, () -> NodeAddress.parse("node:x", 7199));
        assertThrows(IllegalArgumentException.class, () -> NodeAddress.parse("node:0", 7199));
        assertThrows(IllegalArgumentException.class, () -> NodeAddress.parse("node", 0));
    }
}
