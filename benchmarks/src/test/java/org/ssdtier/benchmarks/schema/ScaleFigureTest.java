package org.ssdtier.benchmarks.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ScaleFigureTest {
    private static final List<Double> ROUNDS = List.of(3.0, 0.0, 1.0);

    /** From the samples a reader can calculate everything else again, in the order of the rounds. */
    @Test
    void toJson_hasTheSampleOfEveryRound() {
        assertJson(ScaleFigure.report("r", ROUNDS, ""), 1);
        assertJson(ScaleFigure.atMost("r", ROUNDS, 2, ""), 1);
        assertJson(ScaleFigure.largest("r", ROUNDS, ""), 3);
        assertJson(ScaleFigure.exactly("r", ROUNDS, 0, ""), 3);
        assertEquals(
                "[4.0]",
                ScaleFigure.exactly("r", 4, 4, "").toJson().get("samples").toString());
    }

    @Test
    void exactly_isMetIfEveryRoundIs() {
        assertFalse(ScaleFigure.exactly("r", ROUNDS, 0, "").met());
        assertFalse(ScaleFigure.exactly("r", ROUNDS, 3, "").met());
        assertTrue(ScaleFigure.exactly("r", List.of(0.0, 0.0), 0, "").met());
    }

    private static void assertJson(ScaleFigure figure, double value) {
        JsonNode json = figure.toJson();
        assertEquals("[3.0,0.0,1.0]", json.get("samples").toString());
        assertEquals(value, json.get("value").asDouble());
        assertEquals(0, json.get("low").asDouble());
        assertEquals(3, json.get("high").asDouble());
    }
}
