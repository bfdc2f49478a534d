package org.ssdtier.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PeersResultTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final PeersOptions OPTIONS =
            new PeersOptions(List.of(PeerName.values()), 100_000, 3, 1_000, 4, 16, 0, "512M", 1, Path.of("build/none"));

    @Test
    void table_hasAColumnForEachPeer_andMediansWithTheirSpread() throws Exception {
        String table = print(result(measured(PeerName.RAW, 1.0, 0.2), measured(PeerName.OURS, 0.9, 0.2)));
        String head = line(table, "  ");
        assertTrue(head.contains("raw reads") && head.contains("ours"), head);
        assertTrue(line(table, "reads/s, 16 threads").contains("20,000"), table);
        assertTrue(table.contains("10,000..30,000"), table);
        assertTrue(line(table, "rows there after filling").contains("99.00 %"), table);
        assertTrue(line(table, "bytes written per byte put").contains("1.50"), table);
        assertTrue(line(table, "memory bytes per row").contains("20"), table);
    }

    @Test
    void ratioToRaw_isTheMedianOfThePairs_inTableAndJson() throws Exception {
        PeerRecord ours = measured(PeerName.OURS, 0.9, 0.2);
        List.of(0.5, 0.7, 0.6).forEach(ratio -> ours.addRatioToRaw(16, ratio));
        PeersResult result = result(measured(PeerName.RAW, 1.0, 0.2), ours);
        String table = print(result);
        assertTrue(table.contains("0.60"), table);
        JsonNode reads = MAPPER.valueToTree(result.toMap(Map.of())).at("/peers/ours/reads_threads_16");
        assertEquals(0.6, reads.at("/reads_to_raw/median").asDouble());
        assertEquals(3, reads.get("reads_to_raw_rounds").size());
        assertTrue(MAPPER.valueToTree(result.toMap(Map.of()))
                .at("/peers/raw/reads_threads_16/reads_to_raw")
                .isMissingNode());
    }

    @Test
    void limit_isCpuWhenBusy_deviceWhenAsFastAsRaw_elseThePeer() throws Exception {
        String table = print(result(
                measured(PeerName.RAW, 1.0, 0.2),
                measured(PeerName.OURS, 0.9, 0.2),
                measured(PeerName.EXTSTORE, 0.5, 0.95),
                measured(PeerName.EHCACHE, 0.3, 0.3)));
        String[] cells = line(table, "  limited by").strip().split("\\s+", -1);
        assertEquals(List.of("limited", "by", "device", "device", "CPU", "itself"), Arrays.asList(cells));
    }

    @Test
    void restart_sharesAndStaleRows_areInTheTable() throws Exception {
        PeerRecord peer = measured(PeerName.OURS, 1.0, 0.1);
        peer.put("before_stop", figures("current", 1_000, "stale", 0, "wrong", 0, "absent", 7));
        peer.put("start_after_stop", figures("seconds", 2.5));
        peer.put("after_stop", figures("current", 900, "stale", 3, "wrong", 1, "absent", 96));
        String table = print(result(peer));
        assertTrue(line(table, "clean stop: seconds").contains("2.50"), table);
        assertTrue(line(table, "  rows still there").contains("90.00 %"), table);
        assertTrue(line(table, "  rows stale / wrong").contains("3 / 1"), table);
        assertTrue(line(table, "rows lost afterwards").endsWith(" 7"), table);
    }

    @Test
    void peerThatFailed_saysSo_andTheRunIsNotGood() throws Exception {
        PeerRecord failed = new PeerRecord(PeerName.SIFS, true);
        failed.fail("no space");
        PeersResult result = result(measured(PeerName.RAW, 1, 0.1), failed);
        assertFalse(result.isGood());
        assertTrue(print(result).contains("SIFS: failed: no space"));
    }

    @Test
    void wrongRows_andOldOnesOfOurs_makeTheRunNotGood() throws Exception {
        assertFalse(isGoodWith(PeerName.EXTSTORE, "stale", 0, "wrong", 1));
        assertFalse(isGoodWith(PeerName.OURS, "stale", 1, "wrong", 0));
        assertTrue(isGoodWith(PeerName.EXTSTORE, "stale", 1, "wrong", 0));
        PeerRecord misread = measured(PeerName.RAW, 1, 0.1);
        misread.addReads(1, figures("reads", 10, "wrong", 1));
        assertFalse(result(misread).isGood());
    }

    private static boolean isGoodWith(PeerName name, Object... figures) throws Exception {
        PeerRecord peer = measured(name, 1, 0.1);
        peer.put("after_stop", figures(figures));
        return result(peer).isGood();
    }

    @Test
    void figureThatAPhaseLacks_isRefused_butNotThatOfAPhaseThatWasNotReached() throws Exception {
        PeerRecord peer = measured(PeerName.OURS, 1, 0.1);
        assertTrue(Double.isNaN(peer.figure("overwrite", "stale")));
        peer.put("overwrite", figures("current", 5));
        assertEquals(5, peer.figure("overwrite", "current"));
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> peer.figure("overwrite", "stale"));
        assertEquals("figure=stale: missing; there are [current]", refused.getMessage());
    }

    @Test
    void peerThatCannotRunHere_saysSo_andTheRunIsGood() throws Exception {
        PeersResult result = result(
                measured(PeerName.RAW, 1, 0.1), PeerRecord.notRun(PeerName.EXTSTORE, "no memcached with extstore"));
        assertTrue(result.isGood());
        assertTrue(print(result).contains("extstore: not run: no memcached with extstore"));
    }

    @Test
    void json_hasEveryPeerWithItsRoundsAndTheFactsOfTheRun() throws Exception {
        PeersResult result = result(measured(PeerName.RAW, 1, 0.1), measured(PeerName.OURS, 0.9, 0.1));
        JsonNode json = MAPPER.valueToTree(result.toMap(Map.of("device", "host")));
        JsonNode reads = json.at("/peers/ours/reads_threads_16");
        assertEquals(18_000, reads.at("/reads_per_second/median").asDouble(), 1e-6);
        assertEquals(3, reads.at("/reads_per_second/runs").asInt());
        assertEquals(3, reads.get("rounds").size());
        assertEquals("device", json.at("/peers/ours/limited_by_threads_16").asText());
        assertEquals(1.5, json.at("/peers/ours/write_amplification").asDouble());
        assertEquals("host", json.at("/run/device").asText());
        assertEquals("128", json.at("/run/read_ahead_kb").asText());
        assertEquals(100_000, json.at("/settings/rows").asInt());
        assertTrue(json.get("good").asBoolean());
        assertFalse(MAPPER.writeValueAsString(json).contains("NaN"));
    }

    private static PeersResult result(PeerRecord... peers) {
        return new PeersResult(OPTIONS, List.of(peers), "128");
    }

    private static PeerRecord measured(PeerName name, double speed, double processorShare) throws Exception {
        PeerRecord peer = new PeerRecord(name, true);
        peer.put(
                "fill",
                figures(
                        "current",
                        99_000,
                        "absent",
                        1_000,
                        "stale",
                        0,
                        "wrong",
                        0,
                        "puts_per_second",
                        50_000,
                        "written_bytes",
                        150,
                        "logical_bytes",
                        100));
        peer.put("memory", figures("memory_bytes", 99_000 * 20));
        for (int threads : PeersOptions.THREADS) {
            for (int rate : List.of(10_000, 30_000, 20_000)) {
                peer.addReads(
                        threads,
                        figures(
                                "reads_per_second",
                                rate * speed,
                                "reads",
                                rate,
                                "hits",
                                rate,
                                "device_reads_per_hit",
                                1.0,
                                "device_bytes_per_hit",
                                4_096,
                                "p50_us",
                                100,
                                "p99_us",
                                200,
                                "cpu_us_per_read",
                                10,
                                "processor_share",
                                processorShare));
            }
        }
        return peer;
    }

    private static JsonNode figures(Object... namesAndNumbers) {
        var figures = MAPPER.createObjectNode();
        for (int at = 0; at < namesAndNumbers.length; at += 2) {
            figures.put((String) namesAndNumbers[at], ((Number) namesAndNumbers[at + 1]).doubleValue());
        }
        return figures;
    }

    private static String print(PeersResult result) {
        StringWriter out = new StringWriter();
        result.print(new PrintWriter(out, true));
        return out.toString();
    }

    private static String line(String table, String start) {
        return table.lines().filter(line -> line.startsWith(start)).findFirst().orElse("no line " + start);
    }
}
