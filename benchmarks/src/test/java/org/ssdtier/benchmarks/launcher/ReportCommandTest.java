package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import picocli.CommandLine;

/** Tests of {@code bench report} with the results of this repository. */
@Tag("unit")
final class ReportCommandTest {
    private static final Path RESULTS =
            Path.of(System.getProperty("ssdtier.root"), "benchmarks/results").normalize();
    /** The results with a report, with the number of their drawings. */
    private static final Map<String, Integer> DRAWINGS = new TreeMap<>(Map.ofEntries(
            Map.entry("cluster-full/cluster.json", 4),
            Map.entry("demo.json", 3),
            Map.entry("files-small/files.json", 5),
            Map.entry("fill/fill.json", 6),
            Map.entry("placement/placement.json", 5),
            Map.entry("rowcache-paper-bti-share/rowcache.json", 7),
            Map.entry("rowcache-paper-bti/rowcache.json", 7),
            Map.entry("rowcache-paper-equal-hits/rowcache.json", 7),
            Map.entry("rowcache-paper-equal-share/rowcache.json", 7),
            Map.entry("rowcache-small-index/rowcache.json", 6),
            Map.entry("rowcache-small/rowcache.json", 7),
            Map.entry("schema/schema.json", 3),
            Map.entry("ssd-size-small-gp3-2-threads/ssd-size.json", 13),
            Map.entry("ssd-size-small-gp3-16000/ssd-size.json", 13),
            Map.entry("ssd-size-small-gp3-blocks/ssd-size.json", 14),
            Map.entry("ssd-size-small-gp3/ssd-size.json", 15),
            Map.entry("ssd-size-small-hdd-mixes/ssd-size.json", 41),
            Map.entry("ssd-size-small-hdd/ssd-size.json", 16),
            Map.entry("threads-small-scans/threads.json", 1),
            Map.entry("threads-small/threads.json", 6)));

    /** The results that have all that is drawn; the others were recorded before series were kept. */
    private static final Set<String> WHOLE = Set.of(
            "cluster-full/cluster.json",
            "demo.json",
            "files-small/files.json",
            "fill/fill.json",
            "placement/placement.json",
            "rowcache-paper-bti-share/rowcache.json",
            "rowcache-paper-bti/rowcache.json",
            "rowcache-paper-equal-hits/rowcache.json",
            "rowcache-paper-equal-share/rowcache.json",
            "rowcache-small-index/rowcache.json",
            "rowcache-small/rowcache.json",
            "threads-small-scans/threads.json",
            "threads-small/threads.json",
            "ssd-size-small-gp3-2-threads/ssd-size.json",
            "ssd-size-small-gp3-16000/ssd-size.json",
            "ssd-size-small-gp3-blocks/ssd-size.json",
            "ssd-size-small-gp3/ssd-size.json",
            "ssd-size-small-hdd-mixes/ssd-size.json",
            "ssd-size-small-hdd/ssd-size.json");

    private static final Pattern FIXED_COLOR = Pattern.compile("rgb\\(|#[0-9a-fA-F]{3,8}\\b");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void everyResult_hasItsReport_orIsRefusedWithTheKindsThatHaveOne() throws Exception {
        Map<String, Integer> drawings = new TreeMap<>();
        int refused = 0;
        for (Path result : results()) {
            Path html = directory.resolve("report.html");
            Files.deleteIfExists(html);
            String name = RESULTS.relativize(result).toString();
            if (run("bench", "report", result.toString(), "--out", html.toString()) == 0) {
                drawings.put(name, checkedDrawings(name, Files.readString(html)));
            } else {
                assertTrue(err.toString().contains(result + ": no result with a report"), err.toString());
                assertTrue(
                        err.toString()
                                .contains(
                                        "only those of bench run and demo and bench run streams and bench run "
                                                + "files and bench run threads and bench run cluster and bench run ssd-size have one"),
                        err.toString());
                assertFalse(Files.exists(html), name);
                refused++;
            }
        }
        assertEquals(DRAWINGS, drawings);
        assertTrue(refused > 10, "refused=" + refused);
    }

    @Test
    void directoryOfResults_hasItsReportsBesideThem() throws Exception {
        Files.copy(RESULTS.resolve("demo.json"), directory.resolve("demo.json"));
        Files.copy(RESULTS.resolve("fill/fill.json"), directory.resolve("fill.json"));
        Files.copy(RESULTS.resolve("tier.json"), directory.resolve("tier.json"));
        assertEquals(0, run("bench", "report", directory.toString()), err.toString());
        assertTrue(Files.exists(directory.resolve("demo.html")) && Files.exists(directory.resolve("fill.html")));
        assertFalse(Files.exists(directory.resolve("tier.html")), "it has none");
        assertEquals(2, run("bench", "report", directory.toString(), "--out", "one.html"));
        assertTrue(err.toString().contains("has 2 results; name one of them"), err.toString());
    }

    @Test
    void directoryWithoutResults_fails() {
        assertEquals(1, run("bench", "report", directory.toString()));
        assertTrue(err.toString().contains("directory=" + directory + ": no result with a report"), err.toString());
    }

    @Test
    void missingOrBrokenFile_failsWithItsName() throws Exception {
        assertEquals(1, run("bench", "report", directory.resolve("none.json").toString()));
        assertTrue(err.toString().contains("none.json: no such file"), err.toString());
        Path broken = Files.writeString(directory.resolve("broken.json"), "{\"experiment\": ");
        assertEquals(1, run("bench", "report", broken.toString()));
        assertTrue(err.toString().contains("file=" + broken), err.toString());
        Path partial =
                Files.writeString(directory.resolve("partial.json"), "{\"experiment\": \"fill\", \"cells\": []}");
        assertEquals(1, run("bench", "report", partial.toString()));
        assertTrue(err.toString().contains("not a result of bench run"), err.toString());
    }

    private static int checkedDrawings(String name, String html) throws Exception {
        Document page = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html)));
        assertEquals(!WHOLE.contains(name), html.contains("Missing: "), name + ": parts that are not drawn");
        assertTrue(html.contains("prefers-color-scheme: dark"), name);
        String body = html.substring(html.indexOf("</style>"));
        assertFalse(FIXED_COLOR.matcher(body).find(), name + " has a colour for one scheme only");
        assertFalse(body.contains("data:") || body.contains("<img"), name + " has pictures outside its text");
        return page.getElementsByTagName("svg").getLength();
    }

    private static List<Path> results() throws Exception {
        try (Stream<Path> files = Files.walk(RESULTS)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private int run(String... words) {
        CommandLine commandLine = SsdTierCommand.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(words);
    }
}
