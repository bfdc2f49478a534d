package org.ssdtier.benchmarks.device.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ReplayResultTest {
    private static final String OUTPUT =
            """
            interval=0 host_mib=64.0 seconds=2.0 trace_seconds=0.2 copied_sectors=0 erased_units=0 filled=0.1
            interval=1 host_mib=128.0 seconds=4.0 trace_seconds=1.0 copied_sectors=7 erased_units=1 filled=0.2
            stream=0 written_sectors=100 copied_sectors=50 erased_units=2 trimmed_sectors=0 collect_micros=9
            stream=1 written_sectors=0 copied_sectors=0 erased_units=0 trimmed_sectors=0 collect_micros=0
            hint=0 written_sectors=100
            total=1 seconds=6.0 host_sectors=32768 copied_sectors=7 erased_units=1 trimmed_sectors=5 collect_micros=5000000 \
            write_amplification=1.25 dies=2 system_sectors=8192 unknown_sectors=0 sequential_share=0.0 p50_micros=1.0 \
            p99_micros=2.0 p999_micros=3.0 p9999_micros=4.0 complete=1
            """;

    @Test
    void output_isParsed() {
        ReplayResult result = ReplayResult.parse(OUTPUT);
        assertEquals(List.of(32.0, 16.0), result.rates());
        assertEquals(1.5, result.streams().get(0).writeAmplification());
        assertEquals(1, result.streams().get(1).writeAmplification());
        assertEquals(0.25, result.total().systemShare());
        assertEquals(5, result.total().collectSeconds());
        assertEquals(3, result.total().latency().p999Micros());
        assertEquals(128 / 6.0, result.mebibytesPerSecond(), 1e-9);
        assertEquals(List.of(100L), result.hintSectors());
    }

    @Test
    void outputWithoutTotal_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> ReplayResult.parse("interval=0"));
    }

    @Test
    void counters_giveSharesAndDifferences() {
        String text =
                """
                file_sectors=900
                system_sectors=90
                unknown_sectors=10
                early_writes=3
                sequential_sectors=0
                hint.0.written_sectors=100
                hint.1.written_sectors=0
                hint.2.written_sectors=900
                hint.3.written_sectors=0
                hint.4.written_sectors=0
                hint.5.written_sectors=0
                stream.0.written_sectors=100
                stream.0.copied_sectors=5
                stream.0.erased_units=1
                stream.1.written_sectors=900
                stream.1.copied_sectors=0
                stream.1.erased_units=7
                filled=0.5
                """;
        StreamFigures before = StreamFigures.parse(text);
        assertEquals(0.99, before.resolvedShare(), 1e-9);
        assertEquals(0.09, before.systemShare(), 1e-9);
        StreamFigures since = StreamFigures.parse(text.replace("=900", "=1900")).since(before);
        assertEquals(1_000, since.writtenSectors());
        assertEquals(1, since.resolvedShare());
        assertEquals(List.of(0L, 0L, 1_000L, 0L, 0L, 0L), since.hintSectors());
        assertEquals(new ReplayResult.Stream(1, 1_000, 0, 0), since.streams().get(1));
    }
}
