package org.ssdtier.segmentlog;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What this module may know. */
@Tag("unit")
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("org.ssdtier.segmentlog");

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
                .that()
                .haveSimpleNameNotEndingWith("Test")
                .and()
                .resideInAPackage("org.ssdtier.segmentlog..")
                .and()
                .doNotHaveSimpleName("Records")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "com.sun.nio.file",
                        "com.sun.jna",
                        "org.slf4j",
                        "org.jspecify..",
                        "org.junit..",
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
