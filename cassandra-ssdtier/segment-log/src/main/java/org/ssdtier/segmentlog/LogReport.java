package org.ssdtier.segmentlog;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@link SegmentLogInspector} found in a directory.
 *
 * @param directory where it looked
 * @param manifest the manifest that counts; null when there is none that can be read
 * @param segments the segment files, in order of slots
 * @param problems what is wrong, one sentence each; empty for a sound log
 */
public record LogReport(
        String directory, @Nullable ManifestReport manifest, List<SegmentReport> segments, List<String> problems) {

    /**
     * A manifest.
     *
     * @param isClean whether the log was stopped cleanly
     * @param instanceId the log's identity
     * @param epoch how many manifests were written
     * @param segmentBytes size of each segment
     * @param segmentCount how many slots the log has
     * @param nextSequence the first sequence number not given out, or a bound for it
     * @param payloadBytes length of what the owner keeps there
     * @param readableCopies how many of its two copies can be read
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

    /** What a segment file holds. */
    public enum Content {
        /** Nothing that counts. */
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
     * @param slot its place
     * @param content what it holds
     * @param sequence its sequence number; 0 when it holds none
     * @param footerEntries how many records its footer lists; -1 without a footer
     * @param validRecords records found whose checksums are right
     * @param badRecords records that are listed or have a header, and are damaged
     * @param recordBytes bytes of the valid ones, headers included
     */
    public record SegmentReport(
            int slot,
            Content content,
            int sequence,
            int footerEntries,
            long validRecords,
            long badRecords,
            long recordBytes) {}

    /** Returns whether nothing is wrong. */
    public boolean isSound() {
        return problems.isEmpty();
    }

    /** Returns how many records have right checksums. */
    public long validRecords() {
        return segments.stream().mapToLong(SegmentReport::validRecords).sum();
    }

    /** Returns how many records are damaged. */
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
