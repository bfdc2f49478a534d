package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The measurements use the product through public classes and one documented seam, which the product does not use. */
@Tag("unit")
final class TestingSeamTest {
    private static final Path README = Repository.ROOT.resolve("benchmarks/README.md");
    private static final Pattern SECTION = Pattern.compile("(?s)\n## The testing seam\n(.*?)\n## ");
    private static final Pattern NAMED = Pattern.compile("(?m)^- `(\\w+)`");

    @Test
    void seam_isWhatTheReadmeNames() {
        Set<String> packages =
                sources(true).stream().map(TestingSeamTest::packageOf).collect(Collectors.toCollection(TreeSet::new));
        Set<String> seam = new TreeSet<>();
        for (Path source : sources(false)) {
            if (packages.contains(packageOf(source))) {
                seam.add(classOf(source));
            }
        }
        assertEquals(named(), seam);
        assertFalse(seam.isEmpty());
    }

    @Test
    void product_usesNothingOfTheSeam() {
        Pattern seam = Pattern.compile("\\b(" + String.join("|", named()) + ")\\b");
        List<String> users = new ArrayList<>();
        for (Path source : sources(true)) {
            if (seam.matcher(Repository.read(source)).find()) {
                users.add(Repository.name(source));
            }
        }
        assertEquals(List.of(), users);
    }

    private static Set<String> named() {
        Set<String> names = new TreeSet<>();
        Matcher section = SECTION.matcher(Repository.read(README));
        if (section.find()) {
            Matcher name = NAMED.matcher(section.group(1));
            while (name.find()) {
                names.add(name.group(1));
            }
        }
        return names;
    }

    /** Returns the sources of the product's modules, or those of the measurements, without tests. */
    private static List<Path> sources(boolean isProduct) {
        List<Path> sources = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            String name = Repository.name(file);
            boolean isOfProduct = name.startsWith("cassandra-ssdtier/") || name.startsWith("schema-catalogue/");
            boolean isMeasurement = name.startsWith("benchmarks/");
            if (name.contains("src/main/java/") && (isProduct ? isOfProduct : isMeasurement)) {
                sources.add(file);
            }
        }
        return sources;
    }

    private static String packageOf(Path source) {
        String name = Repository.name(source.getParent());
        return name.substring(name.indexOf("src/main/java/") + "src/main/java/".length());
    }

    private static String classOf(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }
}
