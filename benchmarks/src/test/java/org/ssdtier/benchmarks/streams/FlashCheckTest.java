package org.ssdtier.benchmarks.streams;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.stream.FlashValidation;

/** Tests of the check of the model of flash before the experiment. */
@Tag("unit")
final class FlashCheckTest {
    @Test
    void deviatingModel_isRefusedWithItsLargestDeviation() {
        FlashValidation wrong = validation(false, -0.05, 0.01);
        assertEquals(-0.05, StreamsRun.largestDeviation(wrong));
        String refused =
                assertThrows(IOException.class, () -> StreamsRun.require(wrong)).getMessage();
        assertTrue(refused.startsWith("flash deviation=-5.00 %: more than allowed"), refused);
        assertTrue(refused.contains("--force-drives"), refused);
    }

    @Test
    void modelThatAgrees_isAdmitted() {
        assertDoesNotThrow(() -> StreamsRun.require(validation(true, 0.001, -0.002)));
    }

    private static FlashValidation validation(boolean isGood, double... deviations) {
        List<FlashValidation.Case> cases = Arrays.stream(deviations)
                .mapToObj(each -> new FlashValidation.Case("random", 0.07, 1, 9 * (1 + each), 9, each))
                .toList();
        return new FlashValidation(cases, isGood);
    }
}
