package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a JVM without an option that the cache needs is refused, and a node's is not. */
@Tag("unit")
final class OpenPackagesTest {
    @Test
    void check_packageClosed_namesTheOption() {
        String said = assertThrows(ConfigurationException.class, () -> new OpenPackages(name -> false).check())
                .getMessage();
        assertTrue(said.contains("--add-opens=java.base/java.lang.reflect=ALL-UNNAMED"), said);
    }

    @Test
    void check_nodesOptions_passes() {
        assertDoesNotThrow(() -> OpenPackages.ofThisJvm().check());
    }
}
