package org.ssdtier.benchmarks.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the dependencies between the packages of all modules, as compiled. */
@Tag("unit")
final class PackageCyclesTest {
    /**
     * A slice for each package, without the packages below it. Classes of Cassandra that the build has woven are left
     * out.
     */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return Modules.isOurs(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    @Test
    void packages_ofAllModules_haveNoCycles() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(Modules.CLASSES);
    }

    @Test
    void launcher_isOnTop() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.ssdtier.benchmarks.launcher")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.ssdtier.benchmarks.launcher")
                .check(Modules.CLASSES);
    }

    /** They run on a host whose node is down, and start no part of one; the installer runs with nothing but its own jar. */
    @Test
    void operatorTools_doNotUseCassandra() {
        noClasses()
                .that()
                .resideInAnyPackage("org.ssdtier.node.tools", "org.ssdtier.node.install")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.cassandra..")
                .check(Modules.CLASSES);
    }
}
