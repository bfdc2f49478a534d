package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The product's assertions are on in the tests and in the assembled node, as in a Cassandra in production. */
@Tag("unit")
final class AssertionsTest {
    @Test
    void tests_runWithAssertions() {
        assertTrue(AssertionsTest.class.desiredAssertionStatus());
    }

    @Test
    void node_runsWithAssertionsOfTheProduct() {
        List<String> options = Repository.read(Repository.ROOT.resolve("conf/jvm-server.options"))
                .lines()
                .filter(line -> line.matches("-(ea|da|enableassertions|disableassertions)(:.*)?"))
                .toList();
        assertEquals(List.of("-ea", "-da:net.openhft..."), options);
    }
}
