package org.ssdtier.benchmarks.tier.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class SamplesTest {
    @Test
    void median_oddCount_isTheMiddleOne() {
        Samples samples = samples(3, 100, 1);
        assertEquals(3, samples.median());
        assertEquals(1, samples.low());
        assertEquals(100, samples.high());
    }

    @Test
    void median_evenCount_isTheMeanOfTheMiddleTwo() {
        assertEquals(2.5, samples(4, 1, 2, 3).median());
    }

    @Test
    void target_judgedByTheMedian_notByTheSpread() {
        assertTrue(Figure.atLeast("a", samples(0.1, 0.95, 1.2), 0.9, "").met());
        assertFalse(Figure.atMost("a", samples(0.1, 2.5, 2.6), 2, "").met());
    }

    @Test
    void json_ofAFigure_hasEveryMeasurementInItsOrder() {
        for (Figure figure : List.of(
                Figure.report("a", samples(3, 1, 2), ""),
                Figure.atLeast("a", samples(3, 1, 2), 1, ""),
                Figure.atMost("a", samples(3, 1, 2), 1, "").named("b"))) {
            JsonNode json = new ObjectMapper().valueToTree(figure);
            assertEquals("[3.0,1.0,2.0]", json.get("samples").toString());
            assertEquals(2, json.get("value").asDouble());
            assertEquals(figure.name(), json.get("name").asText());
        }
    }

    @Test
    void figures_ofNoMeasurement_areRefused() {
        assertThrows(IllegalStateException.class, () -> samples().median());
        assertThrows(IllegalStateException.class, () -> samples().low());
        assertThrows(IllegalStateException.class, () -> samples().high());
    }

    private static Samples samples(double... values) {
        Samples samples = new Samples();
        for (double value : values) {
            samples.add(value);
        }
        return samples;
    }
}
