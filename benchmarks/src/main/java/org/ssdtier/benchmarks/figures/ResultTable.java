package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The committed results with their origin, as a table. A result is <em>old</em> if the code that it measured has changed
 * since, and <em>busy</em> if the machine was not idle before it.
 *
 * @param results the results
 * @param code the product's code
 */
public record ResultTable(ResultFiles results, ProductCode code) {
    /** The heading of the table. */
    public static final List<String> HEADING =
            List.of("Result", "Measured on", "Commit", "Load before", "Forced", "Kernel", "Device", "Code since");

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
                    age(name, provenance.cleanCommits())));
        }
        return rows;
    }

    /** Returns the age of a result whose parts were measured at these commits: that of the oldest part. */
    private String age(String name, List<String> commits) throws InterruptedException {
        long most = 0;
        for (String commit : commits) {
            OptionalLong changes = code.changesSince(name, commit);
            if (changes.isEmpty()) {
                return Provenance.UNKNOWN;
            }
            most = Math.max(most, changes.getAsLong());
        }
        return most == 0 ? "same" : "old: commits=" + most;
    }
}
