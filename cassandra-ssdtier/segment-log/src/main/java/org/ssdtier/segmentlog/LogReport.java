package org.ssdtier.segmentlog;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The report of {@link SegmentLogInspector} on a directory.
 *
 * @param directory directory that was inspected
 * @param manifest manifest in effect; null when none can be read
 * @param segments segment files, in order of slots
 * @param problems problems found, one sentence each; empty for a sound log
 */
public record LogReport(
        String directory, @Nullable ManifestReport manifest, List<SegmentReport> segments, List<String> problems) {

    /**
     * A manifest.
     *
     * @param isClean whether the log was stopped cleanly
     * @param instanceId instance ID of the log
     * @param epoch number of manifests written
     * @param segmentBytes size of each segment
     * @param segmentCount number of slots of the log
     * @param nextSequence first sequence number not yet assigned, or a bound for it
     * @param payloadBytes length of the owner's payload
     * @param readableCopies number of its two copies that can be read
     */
    public record ManifestReport(
            boolean isClean,
            long instanceId,
            long epoch,
            int segmentBytes,
            int segmentCount,
            int nextSequence,
            int payloadBytes,
            int readableCopies) {}

    /** The content of a segment file. */
    public enum Content {
        /** No valid content. */
        FREE,
        /** Records and a footer. */
        SEALED,
        /** Records without a footer: it was active when the log stopped. */
        UNSEALED,
        /** A segment of another log, or of this one before it was cleared. */
        FOREIGN,
        /** A header or footer that cannot be read. */
        DAMAGED
    }

    /**
     * A segment file.
     *
     * @param slot slot of the segment
     * @param content content of the file
     * @param sequence sequence number of the segment; 0 when there is none
     * @param footerEntries number of records listed in its footer; -1 without a footer
     * @param validRecords number of records with valid checksums
     * @param badRecords number of damaged records that the footer lists or that have a valid header
     * @param recordBytes bytes of the valid records, headers included
     */
    public record SegmentReport(
            int slot,
            Content content,
            int sequence,
            int footerEntries,
            long validRecords,
            long badRecords,
            long recordBytes) {}

    /** Returns whether no problem was found. */
    public boolean isSound() {
        return problems.isEmpty();
    }

    /** Returns the number of records with valid checksums. */
    public long validRecords() {
        return segments.stream().mapToLong(SegmentReport::validRecords).sum();
    }

    /** Returns the number of damaged records. */
    public long badRecords() {
        return segments.stream().mapToLong(SegmentReport::badRecords).sum();
    }

    /** Returns the bytes of the valid records, headers included. */
    public long recordBytes() {
        return segments.stream().mapToLong(SegmentReport::recordBytes).sum();
    }

    /** Returns the report as text for a terminal: one line for the manifest, one for each segment that is not free. */
    public String toText() {
        StringBuilder text = new StringBuilder(directory).append('\n');
        if (manifest != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "manifest  %s  instance=%016x  epoch=%d  segments=%d of %d bytes  next sequence=%d  payload=%d"
                            + " bytes  readable copies=%d%n",
                    manifest.isClean() ? "clean" : "open",
                    manifest.instanceId(),
                    manifest.epoch(),
                    manifest.segmentCount(),
                    manifest.segmentBytes(),
                    manifest.nextSequence(),
                    manifest.payloadBytes(),
                    manifest.readableCopies()));
        }
        text.append("  slot  content    sequence    listed     valid       bad         bytes\n");
        for (SegmentReport segment : segments) {
            if (segment.content() != Content.FREE) {
                text.append(String.format(
                        Locale.ROOT,
                        "%6d  %-8s %10d %9s %9d %9d %13d%n",
                        segment.slot(),
                        segment.content().name().toLowerCase(Locale.ROOT),
                        segment.sequence(),
                        segment.footerEntries() < 0 ? "-" : Integer.toString(segment.footerEntries()),
                        segment.validRecords(),
                        segment.badRecords(),
                        segment.recordBytes()));
            }
        }
        long free = segments.stream().filter(s -> s.content() == Content.FREE).count();
        text.append(String.format(
                Locale.ROOT,
                "total     %d segments, %d free, %d valid records, %d bad, %d bytes%n",
                segments.size(),
                free,
                validRecords(),
                badRecords(),
                recordBytes()));
        problems.forEach(problem -> text.append("problem   ").append(problem).append('\n'));
        return text.toString();
    }
}
