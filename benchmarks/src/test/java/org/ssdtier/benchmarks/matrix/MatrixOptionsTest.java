package org.ssdtier.benchmarks.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class MatrixOptionsTest {
    @Test
    void versions_releasesAndPreviews_areAllowed() {
        assertTrue(CassandraJars.isVersion("5.0.4"));
        assertTrue(CassandraJars.isVersion("6.0-alpha2"));
        assertFalse(CassandraJars.isVersion("5.0"));
        assertFalse(CassandraJars.isVersion("../5.0.4"));
        assertFalse(CassandraJars.isVersion("5.0.4<"));
        assertEquals(
                List.of("5.0.4", "5.0.9"),
                options(List.of("5.0.4", "5.0.9"), 15).versions());
    }

    @Test
    void versions_noneUnknownOrTwice_areRefusedByName() {
        for (List<String> wrong : List.of(List.<String>of(), List.of("latest"), List.of("5.0.4", "5.0.4"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> options(wrong, 15))
                    .getMessage();
            assertTrue(message.contains("versions=" + wrong) && message.contains("allowed"), message);
        }
        assertThrows(IllegalArgumentException.class, () -> options(List.of("5.0.9"), 0));
    }

    @Test
    void pom_ofARelease_hasItAsItsOnlyDependency() {
        String pom = CassandraJars.pom("5.0.7");
        assertTrue(pom.contains("<artifactId>cassandra-all</artifactId>\n      <version>5.0.7</version>"), pom);
        assertEquals(2, pom.split("<dependency>", -1).length);
    }

    private static MatrixOptions options(List<String> versions, int seconds) {
        return new MatrixOptions(versions, seconds, false, "512M", 1, Path.of("nodes"), Path.of("jars"));
    }
}
