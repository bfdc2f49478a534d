package org.ssdtier.ycsb.run;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The output of YCSB's text exporter for a run, read line by line. */
final class ClientOutput {
    private static final Pattern RETURN = Pattern.compile("\\[([A-Z-]+)], Return=([A-Z_]+), ([0-9]+)");

    private final Map<String, Long> failures = new TreeMap<>();
    private long succeeded;
    private boolean exception;

    void add(String line) {
        Matcher matcher = RETURN.matcher(line);
        if (matcher.matches()) {
            count(matcher.group(1), matcher.group(2), Long.parseLong(matcher.group(3)));
        } else if (line.startsWith("site.ycsb.") && line.contains("Exception")) {
            exception = true;
        }
    }

    private void count(String operation, String status, long count) {
        if (!status.equals("OK") && !status.equals("BATCHED_OK")) {
            failures.merge(operation + "/" + status, count, Long::sum);
        } else if (!operation.equals("VERIFY") && !operation.equals("READ-MODIFY-WRITE")) {
            succeeded += count;
        }
    }

    /**
     * Returns the problem of the run, if there is one.
     *
     * @param expected minimum number of operations that must have succeeded
     */
    Optional<String> problem(long expected) {
        if (!failures.isEmpty()) {
            return Optional.of("operations failed: " + failures);
        }
        if (exception) {
            return Optional.of("the client printed an exception");
        }
        return succeeded < expected
                ? Optional.of("only " + succeeded + " of " + expected + " operations were done")
                : Optional.empty();
    }
}
