package org.ssdtier.segmentlog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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

/** Tests of the dependencies of this module. */
@Tag("unit")
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.ssdtier.segmentlog");

    /** A slice for each file: a top-level class with the classes nested in it. */
    private static final SliceAssignment FILES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().orElseThrow();
            }
            return outermost.getName().startsWith("org.ssdtier.segmentlog.")
                    ? SliceIdentifier.of(outermost.getName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "files";
        }
    };

    @Test
    void files_haveNoCycles() {
        slices().assignedFrom(FILES).should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void module_knowsNothingOfCassandra() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.cassandra..")
                .check(CLASSES);
    }

    @Test
    void module_knowsOnlyTheJdkAndWhatANodeShips() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "com.sun.nio.file",
                        "com.sun.jna",
                        "org.slf4j",
                        "org.jspecify..",
                        "org.ssdtier.segmentlog..")
                .check(CLASSES);
    }

    @Test
    void formatAndDevice_standAlone() {
        noClasses()
                .that()
                .resideInAnyPackage("org.ssdtier.segmentlog.format", "org.ssdtier.segmentlog.device")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.ssdtier.segmentlog")
                .check(CLASSES);
    }
}
