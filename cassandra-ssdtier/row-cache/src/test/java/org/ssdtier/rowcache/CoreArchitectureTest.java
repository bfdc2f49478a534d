package org.ssdtier.rowcache;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rule that the core does not depend on Cassandra. */
@Tag("unit")
class CoreArchitectureTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.ssdtier.rowcache");

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
