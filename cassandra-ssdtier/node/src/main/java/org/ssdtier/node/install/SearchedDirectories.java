package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directories in which a node has its SSTables, as {@code cassandra.yaml} names them.
 *
 * @param directories the directories, in the order of the file
 * @param areNamed whether the file names them; otherwise they are Cassandra's defaults
 */
record SearchedDirectories(List<Path> directories, boolean areNamed) {
    private static final Pattern LIST = Pattern.compile("^data_file_directories\\s*:(.*)$");
    private static final Pattern SYSTEM = Pattern.compile("^local_system_data_file_directory\\s*:(.*)$");
    private static final Pattern ITEM = Pattern.compile("^\\s*-\\s+(.*)$");
    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*$");
    private static final String DEFAULT = "data/data";
    private static final String DEFAULT_OF_PACKAGES = "../../../var/lib/cassandra/data";

    SearchedDirectories {
        directories = List.copyOf(directories);
    }

    /**
     * Reads the directories of a home. Relative ones are taken from the home.
     *
     * @throws IOException if {@code cassandra.yaml} cannot be read
     */
    static SearchedDirectories of(CassandraHome home) throws IOException {
        List<String> names = new ArrayList<>();
        if (home.yaml().isPresent()) {
            String text = new String(Files.readAllBytes(home.yaml().get()), StandardCharsets.ISO_8859_1);
            names.addAll(
                    names(text.lines().map(SearchedDirectories::withoutComment).toList()));
        }
        boolean areNamed = !names.isEmpty();
        if (!areNamed) {
            names.add(home.isOfPackage() ? DEFAULT_OF_PACKAGES : DEFAULT);
        }
        return new SearchedDirectories(
                names.stream()
                        .map(name -> home.directory().resolve(name).normalize())
                        .toList(),
                areNamed);
    }

    private static List<String> names(List<String> lines) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher list = LIST.matcher(lines.get(i));
            Matcher system = SYSTEM.matcher(lines.get(i));
            if (list.matches()) {
                String first = list.group(1).strip();
                names.addAll(first.isEmpty() ? items(lines, i + 1) : flow(first, lines, i + 1));
            } else if (system.matches()) {
                add(names, system.group(1));
            }
        }
        return names;
    }

    /** Returns the items of a list with a line for each. */
    private static List<String> items(List<String> lines, int begin) {
        List<String> names = new ArrayList<>();
        for (String line : lines.subList(begin, lines.size())) {
            Matcher item = ITEM.matcher(line);
            if (item.matches()) {
                add(names, item.group(1));
            } else if (line.strip().startsWith("[")) {
                return flow(line.strip(), lines, begin + 1);
            } else if (!line.isBlank()) {
                break;
            }
        }
        return names;
    }

    /** Returns the items of a list in brackets, which may continue on further lines. */
    private static List<String> flow(String first, List<String> lines, int begin) {
        StringBuilder list = new StringBuilder(first);
        for (int i = begin; first.startsWith("[") && list.indexOf("]") < 0 && i < lines.size(); i++) {
            list.append(lines.get(i));
        }
        List<String> names = new ArrayList<>();
        for (String name : list.toString().replaceAll("[\\[\\]]", "").split(",")) {
            add(names, name);
        }
        return names;
    }

    private static void add(List<String> names, String value) {
        String name = value.strip();
        if (name.length() > 1
                && (name.startsWith("'") || name.startsWith("\""))
                && name.endsWith(name.substring(0, 1))) {
            name = name.substring(1, name.length() - 1);
        }
        if (!name.isEmpty()) {
            names.add(name);
        }
    }

    private static String withoutComment(String line) {
        return COMMENT.matcher(line).replaceFirst("");
    }
}
