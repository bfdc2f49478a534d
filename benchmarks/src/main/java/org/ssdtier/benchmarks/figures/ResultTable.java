package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The committed results with their origin, as a table. A result is <em>old</em> if the code that it measured has changed
 * since, and <em>busy</em> if the machine was not idle before it. The commits since then that have changed the code that measures
 * are only counted: few of them change a figure.
 *
 * @param results the results
 * @param code the product's code
 */
public record ResultTable(ResultFiles results, ProductCode code) {
    private static final String SAME = "same";

    /** The heading of the table. */
    public static final List<String> HEADING = List.of(
            "Result",
            "Measured on",
            "Commit",
            "Load before",
            "Forced",
            "Kernel",
            "Device",
            "Method since",
            "Code since");

    /** Returns the rows, each with as many cells as the heading. */
    public List<List<String>> rows() throws IOException, InterruptedException {
        List<List<String>> rows = new ArrayList<>();
        for (String name : results.names()) {
            Provenance provenance = Provenance.of(results.result(name));
            rows.add(List.of(
                    name,
                    provenance.begun(),
                    provenance.commitText(),
                    provenance.loadText() + (provenance.isBusy() ? " busy" : ""),
                    provenance.forced(),
                    provenance.system(),
                    provenance.device(),
                    methodChanges(provenance.cleanCommits()),
                    age(name, provenance.cleanCommits())));
        }
        return rows;
    }

    private String methodChanges(List<String> commits) throws InterruptedException {
        OptionalLong most = most(commits, code::methodChangesSince);
        return most.isEmpty() ? Provenance.UNKNOWN : most.getAsLong() == 0 ? SAME : "commits=" + most.getAsLong();
    }

    /** Returns the age of a result whose parts were measured at these commits: that of the oldest part. */
    private String age(String name, List<String> commits) throws InterruptedException {
        OptionalLong most = most(commits, commit -> code.changesSince(name, commit));
        return most.isEmpty() ? Provenance.UNKNOWN : most.getAsLong() == 0 ? SAME : "old: commits=" + most.getAsLong();
    }

    private interface Changes {
        OptionalLong since(String commit) throws InterruptedException;
    }

    /** Returns the most changes since any of some commits; empty if git does not know one of them. */
    private static OptionalLong most(List<String> commits, Changes changes) throws InterruptedException {
        long most = 0;
        for (String commit : commits) {
            OptionalLong since = changes.since(commit);
            if (since.isEmpty()) {
                return since;
            }
            most = Math.max(most, since.getAsLong());
        }
        return OptionalLong.of(most);
    }
}
