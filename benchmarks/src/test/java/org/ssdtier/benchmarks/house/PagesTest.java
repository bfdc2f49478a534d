package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages can be read in a terminal, their links lead somewhere, and the page of guards names code and tests that exist. */
@Tag("unit")
final class PagesTest {
    private static final int MAX_COLUMNS = 130;
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    /** A class, a member of it, or both; names of tests are cut short with an ellipsis. */
    private static final Pattern MEMBER =
            Pattern.compile("(?:([A-Z]\\w*)(?:\\.([A-Z]\\w*))?)?(?:\\.?([a-z]\\w*)(…?))?");

    /** Words of CQL and names of files. */
    private static final Pattern NO_CODE = Pattern.compile("[A-Z ]+|.*\\.db");

    @Test
    void lines_ofEveryPage_areNoWiderThanAllowed() {
        List<String> wide = new ArrayList<>();
        for (Path page : Repository.files(".md")) {
            List<String> lines = Repository.read(page).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                int columns = lines.get(i).codePointCount(0, lines.get(i).length());
                if (columns > MAX_COLUMNS) {
                    wide.add(Repository.name(page) + ":" + (i + 1) + " columns=" + columns);
                }
            }
        }
        assertEquals(List.of(), wide, "allowed columns=" + MAX_COLUMNS);
    }

    @Test
    void links_withinTheRepository_leadToFilesAndHeadings() {
        List<String> broken = new ArrayList<>();
        for (Path page : Repository.files(".md")) {
            Matcher link = LINK.matcher(Repository.read(page));
            while (link.find()) {
                String target = link.group(1);
                if (!target.contains("://") && !leadsSomewhere(page, target)) {
                    broken.add(Repository.name(page) + " -> " + target);
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    private static boolean leadsSomewhere(Path page, String target) {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return Files.exists(file)
                && (hash < 0
                        || HEADING.matcher(Repository.read(file)).results().anyMatch(heading -> anchor(heading.group(1))
                                .equals(target.substring(hash + 1))));
    }

    /** Returns the anchor that a forge makes of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    @Test
    void guards_nameClassesMembersAndTestsThatExist() {
        Map<String, String> sources = new HashMap<>();
        for (Path file : Repository.files(".java")) {
            sources.merge(file.getFileName().toString().replace(".java", ""), Repository.read(file), String::concat);
        }
        String all = String.join("\n", sources.values());
        List<String> missing = new ArrayList<>();
        int checked = 0;
        Matcher code = CODE.matcher(Repository.read(Repository.ROOT.resolve("docs/guards.md")));
        while (code.find()) {
            Matcher member = MEMBER.matcher(code.group(1));
            if (NO_CODE.matcher(code.group(1)).matches() || !member.matches()) {
                continue;
            }
            checked++;
            String source = member.group(1) == null ? all : sources.get(member.group(1));
            if (source == null
                    || !declares(source, member.group(2), "")
                    || !declares(source, member.group(3), member.group(4))) {
                missing.add(code.group(1));
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(checked > 100, "checked=" + checked);
    }

    private static boolean declares(String source, String name, String ellipsis) {
        return name == null
                || Pattern.compile("\\b" + name + ("…".equals(ellipsis) ? "" : "\\b"))
                        .matcher(source)
                        .find();
    }
}
