package org.ssdtier.benchmarks.micro;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Static methods to select benchmarks by name. */
final class BenchmarkNames {
    private BenchmarkNames() {}

    /**
     * Returns the names that contain a regular expression.
     *
     * @param pattern the regular expression
     * @param names all names
     * @throws IllegalArgumentException if it is no regular expression, or if there is no such name; the message has all
     *     names
     */
    static List<String> matching(String pattern, List<String> names) {
        Pattern wanted;
        try {
            wanted = Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "PATTERN=" + pattern + ": not a regular expression: " + e.getDescription(), e);
        }
        List<String> found =
                names.stream().filter(name -> wanted.matcher(name).find()).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "PATTERN=" + pattern + ": no such benchmark, there are:\n  " + String.join("\n  ", names));
        }
        return found;
    }
}
