package org.ssdtier.benchmarks.launcher;

import java.io.PrintWriter;
import java.util.Map;

/** What a measurement has found. */
public interface Findings {
    /** Whether nothing failed and every target was met; else the command exits with 1. */
    boolean isGood();

    /**
     * The result file.
     *
     * @param facts of the run, to be put in
     */
    Map<String, Object> toMap(Map<String, Object> facts);

    /** Prints the result for people. */
    void print(PrintWriter out);
}
