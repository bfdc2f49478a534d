package org.ssdtier.benchmarks.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the lines of each view at 80 and 120 columns, and of the live view in a terminal of this test. */
@Tag("unit")
final class ScreenTest {
    private static final Sample SAMPLE = new Sample(
            "2026-01-02T03:04:05.678Z",
            List.of(
                    Nodes.sample("10.0.0.1:7199"),
                    Nodes.sample("cassandra-2.example.org:7199"),
                    NodeSample.of(null, Reading.unreached("10.0.0.3:7199", 0, "Connection refused"))));

    @Test
    void overview_at80Columns_hasTheTiersAndLatencies() {
        List<String> lines = View.OVERVIEW.lines(SAMPLE.nodes().subList(0, 1), 80);
        assertEquals(
                List.of(
                        "NODE               STATE  READS/S  MEM %  SSD % MISS %  SSD p50  SSD p99",
                        "10.0.0.1:7199     ONLINE     1000   60.0   30.0   10.0     95us    1.2ms"),
                lines.stream().map(String::stripTrailing).toList());
    }

    @Test
    void overview_at120Columns_hasMoreColumns() {
        List<String> lines = View.OVERVIEW.lines(SAMPLE.nodes().subList(0, 1), 120);
        assertTrue(lines.get(0).endsWith("CLIENTS/S CLIENT p99 SSD READ/S WRITTEN/S"), lines.get(0));
        assertTrue(lines.get(1).endsWith("    12.3k          -         0B      3.0M"), lines.get(1));
    }

    @Test
    void everyView_fitsItsWidth_andHasALineForEachNode() {
        for (int width : new int[] {20, 40, 80, 120, 200}) {
            for (View view : View.values()) {
                List<String> lines = view.lines(SAMPLE.nodes(), width);
                assertEquals(view == View.TABLES ? 3 : 4, lines.size(), view.title());
                for (String line : lines) {
                    assertTrue(line.length() <= width, width + ": " + line);
                }
            }
        }
    }

    @Test
    void longName_isCut_ratherThanAColumn() {
        List<String> lines = View.OVERVIEW.lines(SAMPLE.nodes(), 80);
        assertTrue(lines.get(2).startsWith("cassandra-2.example.~ "), lines.get(2));
        assertTrue(lines.get(2).endsWith("   1.2ms"), lines.get(2));
        assertTrue(View.STORAGE.lines(SAMPLE.nodes(), 200).get(2).startsWith("cassandra-2.example.org:7199 "));
    }

    @Test
    void page_fillsTheScreen_withHeadCausesAndKeys() {
        List<String> page = new Screen(80, 24).page(SAMPLE, View.OVERVIEW, true);
        assertEquals(24, page.size());
        assertEquals("ssdtier top  03:04:05  nodes=3  overview  PAUSED", page.get(0));
        assertTrue(page.contains("10.0.0.3:7199: Connection refused"), page.toString());
        assertTrue(page.stream().anyMatch(line -> line.startsWith("shop.goods")), page.toString());
        assertTrue(page.get(23).startsWith("o overview  f flow  l latency  s storage  t tables"), page.get(23));
        assertEquals(5, new Screen(80, 5).page(SAMPLE, View.OVERVIEW, false).size());
    }

    @Test
    void report_hasEveryView() {
        List<String> report = new Screen(120, Integer.MAX_VALUE).report(SAMPLE);
        assertEquals("2026-01-02T03:04:05.678Z", report.get(0));
        for (View view : View.values()) {
            assertTrue(report.contains(view.title()), view.title());
        }
        assertTrue(report.stream().anyMatch(line -> line.contains("WR AMP")), report.toString());
    }

    @Test
    void keys_areTheFirstLettersOfTheViews() {
        for (View view : View.values()) {
            assertEquals(view, View.of(view.key()).orElseThrow());
        }
        assertFalse(View.of('q').isPresent());
        assertEquals(View.OVERVIEW, View.TABLES.next());
    }

    @Test
    void liveScreen_switchesViewsByKeys_andEndsWithQ() throws IOException {
        String shown = live("fxq", 0);
        assertTrue(shown.contains("ssdtier top  03:04:05  nodes=3  overview"), shown);
        assertTrue(shown.contains("DEMOTE/S"), shown);
        assertTrue(shown.contains("\u001b[?1049h"), "the alternate screen");
        assertTrue(shown.contains("\u001b[?1049l"), "and back");
    }

    @Test
    void liveScreen_endsAfterSomeSamples() throws IOException {
        assertTrue(live("", 2).contains("overview"));
    }

    private static String live(String keys, int count) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PipedOutputStream typed = new PipedOutputStream();
        List<Sample> samples = new ArrayList<>();
        try (ExternalTerminal terminal = new ExternalTerminal(
                "test", "xterm-256color", new PipedInputStream(typed), out, StandardCharsets.UTF_8)) {
            terminal.setSize(Size.of(80, 24));
            typed.write(keys.getBytes(StandardCharsets.US_ASCII));
            typed.flush();
            new LiveScreen(terminal, View.OVERVIEW, System::nanoTime)
                    .run(
                            () -> {
                                samples.add(SAMPLE);
                                return SAMPLE;
                            },
                            keys.isEmpty() ? 1_000_000 : 60_000_000_000L,
                            count);
        }
        assertEquals(Math.max(1, count), samples.size());
        return out.toString(StandardCharsets.UTF_8);
    }
}
