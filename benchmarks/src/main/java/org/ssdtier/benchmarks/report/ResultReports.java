package org.ssdtier.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reports of result files, drawn from these files alone. */
public final class ResultReports {
    private static final String SUFFIX = ".json";

    private final List<ResultKind> kinds;

    /**
     * Creates the reports of some kinds of results.
     *
     * @param kinds the kinds; at most one matches any file
     */
    public ResultReports(List<ResultKind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /**
     * Draws the report of a result.
     *
     * @param result the result file
     * @param html the report, which replaces an earlier one
     * @throws IOException if the file is of no kind that has a report; the message names the kinds
     */
    public void draw(Path result, Path html) throws IOException {
        JsonNode content = Json.tree(result);
        ResultKind kind = kindOf(content).orElseThrow(() -> new IOException("file=" + result + ": " + noReport()));
        try {
            kind.report(content).write(html);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IOException("file=" + result + ": not a result of " + kind.command() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the result files of a directory that have reports, in the order of their names.
     *
     * @throws IOException if there are none; the message names the kinds
     */
    public List<Path> in(Path directory) throws IOException {
        List<Path> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList()) {
                if (kindOf(Json.tree(file)).isPresent()) {
                    results.add(file);
                }
            }
        }
        if (results.isEmpty()) {
            throw new IOException("directory=" + directory + ": " + noReport());
        }
        return results;
    }

    /** Returns the file of a report beside its result. */
    public static Path beside(Path result) {
        String name = result.getFileName().toString();
        String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return result.resolveSibling(stem + ".html");
    }

    private Optional<ResultKind> kindOf(JsonNode result) {
        return kinds.stream().filter(kind -> kind.matches(result)).findFirst();
    }

    private String noReport() {
        return "no result with a report; only those of "
                + kinds.stream().map(ResultKind::command).collect(Collectors.joining(" and ")) + " have one";
    }
}
