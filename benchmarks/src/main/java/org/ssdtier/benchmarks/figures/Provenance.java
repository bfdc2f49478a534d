package org.ssdtier.benchmarks.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.load.IdleMachine;

/**
 * The origin of a result, from the facts that its command has written.
 *
 * @param commit commit of the product, with {@code -dirty} if files differed from it
 * @param begun date of the measurement
 * @param loadBefore load average of the machine before it; empty if not recorded
 * @param system operating system and kernel
 * @param device kind of the disks
 */
public record Provenance(String commit, String begun, OptionalDouble loadBefore, String system, String device) {
    /** The text of a fact that a result does not have. */
    public static final String UNKNOWN = "unknown";

    private static final int DATE_LENGTH = 10;
    private static final String DIRTY = "-dirty";

    /** Returns the origin of a result; facts that it does not have are {@link #UNKNOWN}. */
    public static Provenance of(JsonNode result) {
        JsonNode run = result.path(result.has("run") ? "run" : "facts");
        JsonNode facts = run.has("facts") ? run.path("facts") : run;
        String begun = text(facts, "begun");
        JsonNode load = facts.path("load_average_before");
        return new Provenance(
                text(facts, "commit"),
                begun.substring(0, Math.min(DATE_LENGTH, begun.length())),
                load.isNumber() ? OptionalDouble.of(load.asDouble()) : OptionalDouble.empty(),
                text(facts, "os"),
                text(facts, "device"));
    }

    private static String text(JsonNode facts, String name) {
        return facts.path(name).asText(UNKNOWN);
    }

    /** Returns whether no fact is missing. */
    public boolean isComplete() {
        return loadBefore.isPresent()
                && !commit.equals(UNKNOWN)
                && !begun.equals(UNKNOWN)
                && !system.equals(UNKNOWN)
                && !device.equals(UNKNOWN);
    }

    /** Returns whether other programs ran before the measurement, or may have run. */
    public boolean isBusy() {
        return loadBefore.orElse(Double.POSITIVE_INFINITY) > IdleMachine.MAX_LOAD;
    }

    /** Returns the commit that git knows: without the mark of files that differed. */
    public String cleanCommit() {
        return commit.endsWith(DIRTY) ? commit.substring(0, commit.length() - DIRTY.length()) : commit;
    }

    /** Returns the load average in words. */
    public String loadText() {
        return loadBefore.isPresent() ? String.format(Locale.ROOT, "%.2f", loadBefore.getAsDouble()) : UNKNOWN;
    }

    /** Returns the cells of a row of a page's table after the result's name. */
    String cells() {
        return String.join(" | ", begun, commit, loadText(), device) + " |";
    }
}
