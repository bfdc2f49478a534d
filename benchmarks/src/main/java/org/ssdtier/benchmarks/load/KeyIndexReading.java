package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * The counters of the key indexes since the start of a node.
 *
 * @param found look-ups answered with a position
 * @param absent look-ups answered with: the SSTable does not have the key
 * @param late look-ups left to the SSTable's own index because the SSD or the processors were busy
 * @param built key indexes made
 * @param errors operations of the SSD that failed
 * @param checksumErrors damaged pages
 */
public record KeyIndexReading(long found, long absent, long late, long built, long errors, long checksumErrors) {
    /** The reading of a node without key indexes. */
    public static final KeyIndexReading NONE = new KeyIndexReading(0, 0, 0, 0, 0, 0);

    /** Reads the counters by JMX; all are 0 on a node without key indexes. */
    public static KeyIndexReading read(NodeJmx jmx) throws IOException {
        return !jmx.hasKeyIndexes()
                ? NONE
                : new KeyIndexReading(
                        jmx.keyIndexMetric("Found"),
                        jmx.keyIndexMetric("Absent"),
                        jmx.keyIndexMetric("Late"),
                        jmx.keyIndexMetric("Built"),
                        jmx.keyIndexMetric("Errors"),
                        jmx.keyIndexMetric("ChecksumErrors"));
    }

    /** Returns the sums of this reading and that of another process. */
    public KeyIndexReading plus(KeyIndexReading other) {
        return new KeyIndexReading(
                found + other.found,
                absent + other.absent,
                late + other.late,
                built + other.built,
                errors + other.errors,
                checksumErrors + other.checksumErrors);
    }

    /** Returns the number of look-ups answered. */
    public long answers() {
        return found + absent;
    }

    /** Returns whether key indexes were made and answered. */
    public boolean hasAnswered() {
        return found > 0 && built > 0;
    }

    /** Returns the entries of a result file. */
    public Map<String, Long> toMap() {
        Map<String, Long> map = new LinkedHashMap<>();
        map.put("found", found);
        map.put("absent", absent);
        map.put("late", late);
        map.put("built", built);
        map.put("errors", errors);
        map.put("checksum_errors", checksumErrors);
        return map;
    }

    @Override
    public String toString() {
        return String.format(
                "key indexes: found %,d, absent %,d, late %,d, built %,d, errors %d, checksum errors %d",
                found, absent, late, built, errors, checksumErrors);
    }
}
