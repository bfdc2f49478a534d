package org.ssdtier.benchmarks.device.stream;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A mapping of lifetime hints to the streams of a drive: those of Table 1 in Kang and others, "The multi-streamed
 * solid-state drive", HotStorage 2014.
 *
 * @param name name on the command line
 * @param digits one digit for each hint of {@code F_GET_RW_HINT}, from 0 (not set) to 5 (extreme): its stream
 * @param detected streams by detection of sequential writes in the drive, which ignores the digits; 0: none
 */
public record StreamMapping(String name, String digits, int detected) {
    /** Everything in one stream: a drive without streams. */
    public static final StreamMapping NORMAL = new StreamMapping("normal", "000000", 0);
    /** Everything from the node in one stream, apart from the file system's own. */
    public static final StreamMapping SINGLE = new StreamMapping("single", "001111", 0);
    /** The commit log (short) apart from SSTables. */
    public static final StreamMapping MULTI_LOG = new StreamMapping("multi-log", "001222", 0);
    /** SSTables apart by lifetime, too. */
    public static final StreamMapping MULTI_DATA = new StreamMapping("multi-data", "001234", 0);
    /** No hints; the drive detects up to four sequential runs. */
    public static final StreamMapping DETECTED = new StreamMapping("detected", "000000", 4);

    private static final List<StreamMapping> ALL = List.of(NORMAL, SINGLE, MULTI_LOG, MULTI_DATA, DETECTED);
    private static final int HINTS = 6;
    private static final int MOST_DETECTED = 15;

    /**
     * Checks the mapping.
     *
     * @throws IllegalArgumentException if it has not one digit for each hint
     */
    public StreamMapping {
        if (!digits.matches("[0-9]{" + HINTS + "}")) {
            throw new IllegalArgumentException(
                    "mapping=" + digits + ": allowed are " + HINTS + " digits, the stream of each hint");
        }
        if (detected < 0 || detected > MOST_DETECTED) {
            throw new IllegalArgumentException("detect=" + detected + ": allowed is 0 to " + MOST_DETECTED);
        }
    }

    /**
     * Returns the mapping with the given name or digits.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    public static StreamMapping of(String word) {
        if (word.matches("[0-9]+")) {
            return new StreamMapping(word, word, 0);
        }
        return ALL.stream()
                .filter(mapping -> mapping.name.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("mapping=" + word + ": allowed are "
                        + ALL.stream().map(StreamMapping::name).collect(Collectors.joining(", "))
                        + ", or six digits, the stream of each hint"));
    }

    /** Returns the number of streams that the drive needs. */
    public int streams() {
        int highest = digits.chars().max().orElse('0') - '0';
        return 1 + Math.max(highest, detected);
    }
}
