package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The modules of this checkout that have sources, as compiled. */
final class Modules {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final List<Path> ALL = all();

    /** The classes of all modules, including those of Cassandra that the build has woven. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(ALL.stream().map(Modules::classes).toList());

    /** The names of the top-level classes that have a source here. */
    private static final Set<String> NAMES = names();

    private Modules() {}

    /** Returns whether a class has a source here. */
    static boolean isOurs(JavaClass type) {
        return NAMES.contains(outermost(type).getName());
    }

    /** Returns the top-level class that contains a class. */
    static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().orElseThrow();
        }
        return outermost;
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>();
        for (Path module : ALL) {
            Path sources = module.resolve(SOURCES);
            for (Path file : Repository.files(".java")) {
                if (file.startsWith(sources)) {
                    String name = sources.relativize(file).toString();
                    names.add(
                            name.substring(0, name.length() - ".java".length()).replace('/', '.'));
                }
            }
        }
        return names;
    }

    private static List<Path> all() {
        List<Path> modules = new ArrayList<>();
        for (Path pom : Repository.files("pom.xml")) {
            if (Files.isDirectory(pom.resolveSibling(SOURCES))) {
                modules.add(pom.getParent());
            }
        }
        assertTrue(modules.size() >= 8, "modules=" + modules);
        return modules;
    }

    private static Path classes(Path module) {
        Path classes = module.resolve("target/classes");
        assertTrue(Files.isDirectory(classes), classes + ": build all modules first, with mvn verify");
        return classes;
    }
}
