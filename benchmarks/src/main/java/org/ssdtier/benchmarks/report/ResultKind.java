package org.ssdtier.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** A kind of result file with a report. Its report is made of the file alone. */
public interface ResultKind {
    /** Returns the command whose results these are, for messages. */
    String command();

    /** Returns whether a result is of this kind, of any version. */
    boolean matches(JsonNode result);

    /**
     * Returns the report of a result of this kind.
     *
     * @throws IOException if a field is invalid
     * @throws IllegalArgumentException if a field is missing
     */
    HtmlReport report(JsonNode result) throws IOException;
}
