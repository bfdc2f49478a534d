package org.ssdtier.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ScalingResultTest {
    private static final long MILLION = 1_000_000;

    /** Returns a point with ten bytes of index a row, and {@code startSeconds}. */
    private static ScalingPoint point(long rows, double startSeconds) {
        double mebibytes = rows * 10.0 / (1 << 20);
        return new ScalingPoint(rows, rows, mebibytes, 8, mebibytes, 1, startSeconds, 1e6, 2e-4, 1, 0.1);
    }

    private static ScalingResult linear() {
        return ScalingResult.of(
                Map.of(), List.of(point(MILLION, 0.1), point(10 * MILLION, 0.28), point(50 * MILLION, 1.08)));
    }

    @Test
    void growth_ofALine_isItsSlopeWithoutError() {
        Growth index = linear().growths().get(0);
        assertEquals(10e6 / (1 << 20), index.perMillion(), 1e-9);
        assertEquals(0, index.error(), 1e-9);
        assertEquals(10e9 / (1 << 20), index.at(1e9), 1e-6);
    }

    @Test
    void growth_thatBends_hasAnError() {
        List<ScalingPoint> points = List.of(point(MILLION, 0.1), point(10 * MILLION, 0.28), point(50 * MILLION, 2.16));
        Growth start = Growth.of("start", points, ScalingPoint::startSeconds);
        assertEquals(-0.5, start.error(), 1e-9, "the line of the small sizes ends at 1.08");
        assertEquals(4.51, start.at(100 * MILLION), 1e-9, "the line of the large sizes goes on");
    }

    @Test
    void growth_ofTwoSizes_hasNoError() {
        Growth start =
                Growth.of("start", List.of(point(MILLION, 0.1), point(10 * MILLION, 0.28)), ScalingPoint::startSeconds);
        assertTrue(Double.isNaN(start.error()));
    }

    @Test
    void nodes_areWithinTheFormatOrSaidNotToBe() {
        List<NodeEstimate> nodes = linear().nodes();
        assertEquals(9, nodes.size());
        NodeEstimate small = nodes.get(1);
        assertEquals(100, small.ssdGigabytes(), 1e-9);
        assertEquals(100, small.millionRows(), 1e-9);
        assertEquals(1, small.indexGigabytes(), 1e-6);
        assertEquals(0.25, small.leastHeapGigabytes(), 1e-6);
        assertEquals(32, small.segmentMebibytes());
        assertEquals(2_981, small.segments());
        assertEquals(9, small.killGigabytes(), 1e-6);
        NodeEstimate large = nodes.get(7);
        assertEquals(256, large.segmentMebibytes(), "smaller ones would be too many");
        assertTrue(large.segments() <= 65_536 && large.isPossible(), large.toString());
        List<ScalingPoint> wasteful = List.of(point(MILLION, 0.1), point(10 * MILLION, 0.28)).stream()
                .map(one ->
                        new ScalingPoint(one.rows(), one.rows(), one.rows() * 20.0 / (1 << 20), 8, 1, 1, 1, 1, 1, 1, 1))
                .toList();
        assertFalse(ScalingResult.of(Map.of(), wasteful).nodes().get(6).isPossible(), "400 GB of index");
    }

    @Test
    void print_hasARowForEachSizeFigureAndNode() {
        StringWriter text = new StringWriter();
        linear().print(new PrintWriter(text));
        assertEquals(3 + 5 + 9 + 3 + 2, text.toString().lines().count(), text.toString());
    }

    @Test
    void point_ofAProbeWithoutAFigure_namesIt() throws Exception {
        JsonNode one = new ObjectMapper().readTree("{\"name\": \"index_entries\", \"value\": 0.1}");
        String message = assertThrows(IllegalStateException.class, () -> ScalingPoint.of(MILLION, List.of(one)))
                .getMessage();
        assertEquals("figure=index_bytes_per_entry: missing", message);
    }
}
