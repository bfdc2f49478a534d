package org.ssdtier.benchmarks.device.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.NamedNumbers;

/**
 * A file of a block trace.
 *
 * @param number its number in the trace
 * @param hint its lifetime hint, 0 (not set) to 5 (extreme)
 * @param sectors sectors of 4 KiB written to it
 * @param path its path from the root of the drive's file system
 */
public record TracedFile(long number, int hint, long sectors, String path) {
    /**
     * Returns the files of a trace.
     *
     * @throws IOException if the trace is missing or corrupt
     */
    public static List<TracedFile> of(Path trace, DeviceRegistry host) throws IOException {
        return host.streamPrograms()
                .replay(List.of("--trace", trace.toString(), "--list"))
                .lines()
                .map(NamedNumbers::parse)
                .map(line -> new TracedFile(
                        line.count("file"), (int) line.count("hint"), line.count("sectors"), line.word("path")))
                .toList();
    }
}
