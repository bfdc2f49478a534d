package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page that is generated, or a page with a generated part between two marks.
 *
 * @param name its path below the root
 * @param template name of its template
 * @param isWhole whether all of it is generated
 */
record GeneratedPage(String name, String template, boolean isWhole) {
    /** The line after a generated part. */
    static final String END = "<!-- end of figures -->\n";

    static GeneratedPage whole(String name, String template) {
        return new GeneratedPage(name, template, true);
    }

    static GeneratedPage part(String name, String template) {
        return new GeneratedPage(name, template, false);
    }

    /** Returns the line before a generated part, which says where to edit it. */
    static String begin(String template) {
        return "<!-- figures from benchmarks/figures/" + template + " -->\n";
    }

    /** Returns the text of the page in a checkout; empty if there is none. */
    String existing(Path root) throws IOException {
        Path file = root.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /**
     * Returns the text of the page.
     *
     * @param existing its text before
     * @param generated the rendered template
     * @throws IOException if the page has no marks
     */
    String text(String existing, String generated) throws IOException {
        if (isWhole) {
            return generated;
        }
        String mark = begin(template);
        int begin = existing.indexOf(mark);
        int end = existing.indexOf(END, Math.max(begin, 0));
        if (begin < 0 || end < 0) {
            throw new IOException("page=" + name + ": allowed with the lines " + mark.strip() + " and " + END.strip());
        }
        return existing.substring(0, begin + mark.length()) + generated + existing.substring(end);
    }
}
