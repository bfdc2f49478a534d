package org.ssdtier.benchmarks.cli;

import java.io.PrintWriter;
import java.util.Map;

/** The findings of a measurement. */
public interface BenchFindings {
    /** Returns whether nothing failed and every target was met; if not, the command exits with 1. */
    boolean isGood();

    /**
     * Returns the content of the result file.
     *
     * @param facts facts of the run, to be included
     */
    Map<String, Object> toMap(Map<String, Object> facts);

    /** Prints the result in human-readable form. */
    void print(PrintWriter out);
}
