package org.ssdtier.benchmarks.device.stream;

import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.device.NamedNumbers;

/**
 * The counters of a drive with streams since it was made. Sectors have 4 KiB.
 *
 * @param fileSectors sectors written that belong to a file
 * @param systemSectors sectors written that are the file system's own: journal, tables, directories
 * @param unknownSectors sectors written whose file was not known in time
 * @param earlyWrites writes that were answered before their file was known
 * @param sequentialSectors sectors of writes that the drive detected as sequential
 * @param hintSectors sectors written with each lifetime hint, from 0 (not set) to 5 (extreme)
 * @param streams the figures of each stream
 * @param filled valid sectors of the drive, as a fraction of its size
 */
public record StreamFigures(
        long fileSectors,
        long systemSectors,
        long unknownSectors,
        long earlyWrites,
        long sequentialSectors,
        List<Long> hintSectors,
        List<ReplayResult.Stream> streams,
        double filled) {
    private static final int HINTS = 6;

    /** Parses the drive's output, one {@code name=value} per line. */
    static StreamFigures parse(String text) {
        NamedNumbers numbers = NamedNumbers.parse(text);
        List<Long> hints = new ArrayList<>();
        for (int hint = 0; hint < HINTS; hint++) {
            hints.add(numbers.count("hint." + hint + ".written_sectors"));
        }
        List<ReplayResult.Stream> streams = new ArrayList<>();
        for (int stream = 0; numbers.has("stream." + stream + ".written_sectors"); stream++) {
            String name = "stream." + stream;
            streams.add(new ReplayResult.Stream(
                    stream,
                    numbers.count(name + ".written_sectors"),
                    numbers.count(name + ".copied_sectors"),
                    numbers.count(name + ".erased_units")));
        }
        return new StreamFigures(
                numbers.count("file_sectors"),
                numbers.count("system_sectors"),
                numbers.count("unknown_sectors"),
                numbers.count("early_writes"),
                numbers.count("sequential_sectors"),
                hints,
                streams,
                numbers.number("filled"));
    }

    /** Returns the difference from an earlier reading of the same drive; {@code filled} is that of this one. */
    public StreamFigures since(StreamFigures earlier) {
        List<Long> hints = new ArrayList<>();
        for (int hint = 0; hint < HINTS; hint++) {
            hints.add(hintSectors.get(hint) - earlier.hintSectors.get(hint));
        }
        List<ReplayResult.Stream> since = new ArrayList<>();
        for (int i = 0; i < streams.size(); i++) {
            ReplayResult.Stream now = streams.get(i);
            ReplayResult.Stream before = earlier.streams.get(i);
            since.add(new ReplayResult.Stream(
                    i,
                    now.writtenSectors() - before.writtenSectors(),
                    now.copiedSectors() - before.copiedSectors(),
                    now.erasedUnits() - before.erasedUnits()));
        }
        return new StreamFigures(
                fileSectors - earlier.fileSectors,
                systemSectors - earlier.systemSectors,
                unknownSectors - earlier.unknownSectors,
                earlyWrites - earlier.earlyWrites,
                sequentialSectors - earlier.sequentialSectors,
                hints,
                since,
                filled);
    }

    /** Returns all sectors written. */
    public long writtenSectors() {
        return fileSectors + systemSectors + unknownSectors;
    }

    /** Returns the share of the bytes for which it was found out in time whose they are: a file's or the file system's. */
    public double resolvedShare() {
        return writtenSectors() == 0 ? 1 : 1 - (double) unknownSectors / writtenSectors();
    }

    /** Returns the share of the bytes that are the file system's own. */
    public double systemShare() {
        return writtenSectors() == 0 ? 0 : (double) systemSectors / writtenSectors();
    }
}
