package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.intern;
import static org.ssdtier.catalogue.TestCatalogues.list;
import static org.ssdtier.catalogue.TestCatalogues.live;
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** A catalogue that is an older copy of itself, or one that went on by itself: its IDs must not mean two things. */
@Tag("unit")
class OldCopyTest {
    private final MemoryStorage storage = new MemoryStorage();

    @Test
    void round_ofOldCopy_takesAnotherIdentity_soThatNoIdMeansTwoThings() throws IOException {
        SchemaList later;
        MemoryStorage old;
        SchemaCatalogue catalogue = open(storage);
        intern(catalogue, 0, 3);
        catalogue.close();
        old = TestCatalogues.copy(storage);
        catalogue = open(storage);
        intern(catalogue, 3, 6);
        later = list(catalogue, 1, 4, 5);
        catalogue.close();
        try (SchemaCatalogue restored = open(old)) {
            assertEquals(later.instanceId(), restored.instanceId());
            SchemaIds writer = restored.lease(TABLE);
            writer.idOf(Definitions.numbered(0));
            assertEquals(
                    Findings.Verdict.OLD_COPY,
                    restored.round(live(later)).findings().verdict());
            assertNotEquals(later.instanceId(), restored.instanceId());
            assertEquals(3, restored.stats().content().definitions());
            assertTrue(restored.find(Definitions.numbered(5)) > 3, "IDs continue above the old ones");
            assertEquals(SchemaIds.NONE, writer.idOf(Definitions.numbered(9)), "a lease of the previous instance");
            assertEquals(later.instanceId(), writer.instanceId(), "its lease keeps the previous instance ID");
            writer.close();
            assertEquals(1, restored.stats().ids().refused().get(Refusal.RENEWED));
        }
        try (SchemaCatalogue again = open(old)) {
            assertEquals(3, again.stats().content().definitions());
        }
    }

    /** Otherwise rows whose definition is lost would get that of another row, which has their ID by now. */
    @Test
    void round_ofOldCopy_isRecognisedByTheIdOfALostDefinition() throws IOException {
        SchemaCatalogue catalogue = open(storage);
        intern(catalogue, 0, 3);
        catalogue.close();
        MemoryStorage old = TestCatalogues.copy(storage);
        catalogue = open(storage);
        int later = intern(catalogue, 3, 4)[0];
        long instance = catalogue.instanceId();
        catalogue.close();
        SchemaList nothing = new SchemaList(instance, List.of());
        try (SchemaCatalogue restored = open(old)) {
            Round known = restored.round(each -> damaged(each, new TableList(TABLE, nothing, List.of(1, 3))));
            assertEquals(Findings.Verdict.SOUND, known.findings().verdict());
            SchemaList foreign = new SchemaList(instance + 1, List.of());
            Round ofAnother = restored.round(each -> damaged(each, new TableList(TABLE, foreign, List.of(later))));
            assertEquals(Findings.Verdict.SOUND, ofAnother.findings().verdict());
            assertEquals(instance, restored.instanceId());
            Round done = restored.round(each -> damaged(each, new TableList(TABLE, nothing, List.of(1, later))));
            assertEquals(1, done.findings().unheardOf());
            assertEquals(Findings.Verdict.OLD_COPY, done.findings().verdict());
            assertNotEquals(instance, restored.instanceId());
        }
    }

    private static List<String> damaged(Consumer<TableList> each, TableList dictionary) {
        each.accept(dictionary);
        return List.of("da-1-catalogued-Schemas.db (damaged)");
    }

    @Test
    void round_ofCopyThatWentOnByItself_isRecognised() throws IOException {
        open(storage).close();
        MemoryStorage copy = TestCatalogues.copy(storage);
        try (SchemaCatalogue one = open(storage);
                SchemaCatalogue other = open(copy)) {
            intern(one, 0, 3);
            intern(other, 10, 13);
            Findings findings = one.round(live(list(other, 11))).findings();
            assertEquals(Findings.Verdict.OLD_COPY, findings.verdict());
            assertEquals(1, findings.differing());
        }
    }
}
