package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** What happens between a look and a step, without threads. */
@Tag("unit")
class DefinitionTableTest {
    private static final SchemaDefinition DEFINITION = Definitions.numbered(1);

    private final DefinitionTable table = new DefinitionTable(TestCatalogues.TINY);

    private Lease lease() throws IOException {
        Lease lease;
        try (SchemaCatalogue any = TestCatalogues.open(new MemoryStorage())) {
            lease = new Lease(any, TestCatalogues.TABLE, 1);
        }
        table.open(lease);
        return lease;
    }

    /** Without the second look at the candidates it gets a second ID. */
    @Test
    void intern_ofDefinitionThatGotAnIdSinceItWasLookedFor_startsAgain() throws IOException {
        table.setIdBound(10);
        Lease one = lease();
        Lease other = lease();
        int[] seen = table.candidates(DEFINITION.hash());
        int id = table.intern(DEFINITION, one, seen, true).id();
        assertNotEquals(SchemaIds.NONE, id);
        assertEquals(DefinitionTable.Outcome.AGAIN, table.intern(DEFINITION, other, seen, true));
        assertEquals(1, table.size());
    }

    /** Without the look at the leases an ID is given to a writer that nothing protects. */
    @Test
    void intern_forWriterThatHasEnded_givesNoId() throws IOException {
        table.setIdBound(10);
        Lease ended = lease();
        table.clear();
        assertEquals(
                new DefinitionTable.Outcome(SchemaIds.NONE, Refusal.RENEWED),
                table.intern(DEFINITION, ended, new int[0], true));
        assertFalse(table.lease(1, ended));
    }

    /** Without the bound an ID is given out that a crash would give out once more. */
    @Test
    void intern_atTheBoundOfIds_waitsForAHigherOne() throws IOException {
        Lease lease = lease();
        assertEquals(DefinitionTable.Outcome.AGAIN, table.intern(DEFINITION, lease, new int[0], true));
        table.setIdBound(1);
        assertEquals(1, table.intern(DEFINITION, lease, new int[0], true).id());
    }
}
