package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The modules of this checkout that have sources, as compiled. */
final class Modules {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final List<Path> ALL = all();

    /** The classes of all modules, including those of Cassandra that the build has woven. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(ALL.stream().map(Modules::classes).toList());

    private Modules() {}

    /** Returns whether a class has a source here. */
    static boolean isOurs(JavaClass type) {
        String source = outermost(type).getName().replace('.', '/') + ".java";
        return ALL.stream()
                .anyMatch(module -> Files.exists(module.resolve(SOURCES).resolve(source)));
    }

    /** Returns the top-level class that contains a class. */
    static JavaClass outermost(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().orElseThrow();
        }
        return outermost;
    }

    private static List<Path> all() {
        List<Path> modules = new ArrayList<>();
        try {
            for (Path pom : Repository.files("pom.xml")) {
                if (Files.isDirectory(pom.resolveSibling(SOURCES))) {
                    modules.add(pom.getParent());
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
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
