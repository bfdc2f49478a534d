package org.ssdtier.benchmarks.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.load.IdleMachine;
import org.ssdtier.benchmarks.load.RunFacts;

/**
 * The origin of a result, from the facts that its command has written. Several invocations may have added to a result.
 *
 * @param commits commits of the product, the last invocation's first, each once, with {@code -dirty} if files differed from it
 * @param begun date of the last invocation
 * @param loadBefore highest load average that was recorded before an invocation; empty if none was
 * @param system operating system and kernel
 * @param device kind of the disks
 * @param forced "yes" if an invocation was forced, "no" if none was, otherwise {@link #ABSENT}
 */
public record Provenance(
        List<String> commits, String begun, OptionalDouble loadBefore, String system, String device, String forced) {
    /** The text of a fact that a result does not have. */
    public static final String UNKNOWN = "unknown";

    /** The text for a fact that results of earlier versions do not have. */
    public static final String ABSENT = "–";

    private static final String FORCED = "forced";
    private static final String LINUX = "Linux ";
    /** The most commits in a row of a page, whose lines are short. */
    private static final int MOST_COMMITS = 2;

    private static final int DATE_LENGTH = 10;
    private static final String DIRTY = "-dirty";

    /** Returns the origin of a result; facts that it does not have are {@link #UNKNOWN}. */
    public static Provenance of(JsonNode result) {
        JsonNode run = result.path(result.has("run") ? "run" : "facts");
        JsonNode facts = run.has("facts") ? run.path("facts") : run;
        List<JsonNode> invocations = new ArrayList<>(List.of(facts));
        facts.path(RunFacts.EARLIER).forEach(invocations::add);
        String begun = text(facts, "begun");
        return new Provenance(
                invocations.stream()
                        .map(each -> text(each, "commit"))
                        .distinct()
                        .toList(),
                begun.substring(0, Math.min(DATE_LENGTH, begun.length())),
                invocations.stream()
                        .map(each -> each.path("load_average_before"))
                        .filter(JsonNode::isNumber)
                        .mapToDouble(JsonNode::asDouble)
                        .max(),
                text(facts, "os"),
                text(facts, "device"),
                forced(invocations));
    }

    private static String forced(List<JsonNode> invocations) {
        List<JsonNode> forced =
                invocations.stream().map(each -> each.path(FORCED)).toList();
        if (forced.stream().anyMatch(JsonNode::asBoolean)) {
            return "yes";
        }
        return forced.stream().allMatch(JsonNode::isBoolean) ? "no" : ABSENT;
    }

    private static String text(JsonNode facts, String name) {
        return facts.path(name).asText(UNKNOWN);
    }

    /** Returns whether no fact is missing that results of all versions should have. */
    public boolean isComplete() {
        return loadBefore.isPresent()
                && !commits.contains(UNKNOWN)
                && !begun.equals(UNKNOWN)
                && !system.equals(UNKNOWN)
                && !device.equals(UNKNOWN);
    }

    /** Returns whether other programs ran before the measurement, or may have run. */
    public boolean isBusy() {
        return loadBefore.orElse(Double.POSITIVE_INFINITY) > IdleMachine.MAX_LOAD;
    }

    /** Returns the commits that git knows: without the mark of files that differed. */
    public List<String> cleanCommits() {
        return commits.stream()
                .map(commit -> commit.endsWith(DIRTY) ? commit.substring(0, commit.length() - DIRTY.length()) : commit)
                .toList();
    }

    /** Returns the commits in words. */
    public String commitText() {
        return String.join(", ", commits);
    }

    /** Returns the load average in words. */
    public String loadText() {
        return loadBefore.isPresent() ? String.format(Locale.ROOT, "%.2f", loadBefore.getAsDouble()) : UNKNOWN;
    }

    /** Returns the headings of {@link #cells}, and the line below them, after those of the result's name. */
    static String headings() {
        return "measured on | commit | load before | forced | kernel | device |\n|---|---|---|---|---|---|---|";
    }

    /** Returns the cells of a row of a page's table after the result's name. */
    String cells() {
        String kernel = system.startsWith(LINUX) ? system.substring(LINUX.length()) : system;
        return String.join(" | ", begun, firstCommits(), loadText(), forced, kernel, device) + " |";
    }

    private String firstCommits() {
        return commits.size() <= MOST_COMMITS
                ? commitText()
                : String.join(", ", commits.subList(0, MOST_COMMITS)) + " and " + (commits.size() - MOST_COMMITS)
                        + " more";
    }
}
