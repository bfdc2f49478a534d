package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.cassandra.sstable.SstableDictionaries;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.node.embedded.UnopenedKeyspace;

/** A comparison of the catalogue with the SSTables while a keyspace is created or dropped. */
@Tag("unit")
final class UnopenedDictionariesTest {
    /** Checked by {@code Keyspace.all} in its place: the comparison opens the keyspace. */
    @Test
    void keyspaceThatIsNotOpen_isNotOpenedByAComparison() throws ReflectiveOperationException {
        try (UnopenedKeyspace keyspace = new UnopenedKeyspace(EmbeddedNode.start(), "catalogue_unopened")) {
            assertFalse(keyspace.isOpen(), "the case of this test");
            List<String> unreadable = new SstableDictionaries().read(each -> {});
            assertEquals(List.of(), unreadable);
            assertFalse(keyspace.isOpen(), "opened to look for SSTables");
        }
    }
}
