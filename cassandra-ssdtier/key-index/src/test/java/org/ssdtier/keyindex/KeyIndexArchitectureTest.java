package org.ssdtier.keyindex;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class KeyIndexArchitectureTest {
    @Test
    void core_dependsOnNothingOfCassandra() {
        noClasses()
                .that()
                .resideInAPackage("org.ssdtier.keyindex")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.cassandra..", "org.ssdtier.keyindex.cassandra..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.ssdtier.keyindex"));
    }
}
