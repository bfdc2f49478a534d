package org.ssdtier.benchmarks.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the dependencies between the packages of all modules, as compiled. */
@Tag("unit")
final class PackageCyclesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final List<Path> MODULES = modules();
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .importPaths(MODULES.stream().map(PackageCyclesTest::classes).toList());

    /**
     * A slice for each package, without the packages below it. Classes of Cassandra that the build has woven are left
     * out.
     */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return isOurs(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    @Test
    void packages_ofAllModules_haveNoCycles() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void launcher_isOnTop() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.ssdtier.benchmarks.launcher")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.ssdtier.benchmarks.launcher")
                .check(CLASSES);
    }

    /** They run on a host whose node is down, and start no part of one. */
    @Test
    void operatorTools_doNotUseCassandra() {
        noClasses()
                .that()
                .resideInAPackage("org.ssdtier.node.tools")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.cassandra..")
                .check(CLASSES);
    }

    private static boolean isOurs(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
            outermost = outermost.getEnclosingClass().orElseThrow();
        }
        String source = outermost.getName().replace('.', '/') + ".java";
        return MODULES.stream()
                .anyMatch(module -> Files.exists(module.resolve(SOURCES).resolve(source)));
    }

    private static List<Path> modules() {
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
