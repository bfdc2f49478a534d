package org.ssdtier.rowcache;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules that the core does not depend on Cassandra, and that no two files depend on each other. */
@Tag("unit")
class CoreArchitectureTest {
    /** A slice for each file: a top-level class with the classes nested in it. */
    private static final SliceAssignment FILES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().orElseThrow();
            }
            return outermost.getName().startsWith("org.ssdtier.rowcache.")
                    ? SliceIdentifier.of(outermost.getName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "files";
        }
    };

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.ssdtier.rowcache");

    @Test
    void files_haveNoCycles() {
        slices().assignedFrom(FILES).should().beFreeOfCycles().check(classes);
    }

    @Test
    void core_dependsOnNothingOfCassandra() {
        noClasses()
                .that()
                .resideInAPackage("org.ssdtier.rowcache")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.cassandra..", "org.ssdtier.rowcache.cassandra..")
                .check(classes);
    }
}
