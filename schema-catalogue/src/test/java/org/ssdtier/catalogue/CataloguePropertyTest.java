package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.TestCatalogues.TABLE;
import static org.ssdtier.catalogue.TestCatalogues.open;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** Tests random operations against a model. */
@Tag("property")
class CataloguePropertyTest {
    private static final int DEFINITIONS = 200;

    /** The expected contents of a catalogue: the definitions that must be there, and that of every ID ever assigned. */
    private static final class Model {
        final Map<Integer, SchemaDefinition> there = new HashMap<>();
        final Map<Integer, SchemaDefinition> ever = new HashMap<>();
        final Set<Integer> undurable = new HashSet<>();
        /** IDs that the previous round has not found. */
        final Set<Integer> missed = new HashSet<>();

        final List<SchemaIds> open = new ArrayList<>();
        final Map<SchemaIds, Set<Integer>> leased = new HashMap<>();
    }

    @Test
    void everyAnswer_ofRandomOperations_isTheModels() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            MemoryStorage storage = new MemoryStorage();
            SchemaCatalogue catalogue = open(storage);
            Model model = new Model();
            for (int step = 0; step < 600; step++) {
                String context = "seed=" + seed + " step=" + step;
                int what = random.nextInt(100);
                if (what < 60) {
                    intern(catalogue, model, random, context);
                } else if (what < 75) {
                    sync(catalogue, model, context);
                } else if (what < 85) {
                    closeOne(model, random);
                } else if (what < 90) {
                    round(catalogue, model, random);
                } else if (what < 94) {
                    boolean clean = random.nextBoolean();
                    storage = clean ? storage : TestCatalogues.copy(storage);
                    catalogue = reopen(catalogue, storage, model, clean);
                }
                check(catalogue, model, context);
            }
            catalogue.close();
        }
    }

    private static void intern(SchemaCatalogue catalogue, Model model, Random random, String context) {
        if (model.open.isEmpty() || random.nextInt(4) == 0) {
            SchemaIds ids = catalogue.lease(TABLE);
            model.open.add(ids);
            model.leased.put(ids, new HashSet<>());
        }
        SchemaIds ids = model.open.get(random.nextInt(model.open.size()));
        SchemaDefinition definition = Definitions.numbered(random.nextInt(DEFINITIONS));
        int id = ids.idOf(definition);
        assertNotEquals(SchemaIds.NONE, id, context);
        boolean known = model.there.containsValue(definition);
        assertEquals(!known, model.there.get(id) == null, context);
        if (!known && model.ever.put(id, definition) == null) {
            model.undurable.add(id);
        }
        assertEquals(definition, model.ever.get(id), context + ": an ID stands for one definition forever");
        model.there.put(id, definition);
        leases(model, ids).add(id);
    }

    private static Set<Integer> leases(Model model, SchemaIds ids) {
        Set<Integer> leased = model.leased.get(ids);
        assertTrue(leased != null);
        return leased;
    }

    private static void sync(SchemaCatalogue catalogue, Model model, String context) {
        assertTrue(catalogue.sync(), context);
        model.undurable.clear();
    }

    private static void closeOne(Model model, Random random) {
        if (!model.open.isEmpty()) {
            SchemaIds ids = model.open.remove(random.nextInt(model.open.size()));
            ids.close();
            model.leased.remove(ids);
        }
    }

    /** Runs a round, which may bring back reclaimed definitions, as an SSTable does that had been away. */
    private static void round(SchemaCatalogue catalogue, Model model, Random random) throws IOException {
        Set<Integer> found = new HashSet<>();
        model.leased.values().forEach(found::addAll);
        List<SchemaListEntry> live = new ArrayList<>();
        model.ever.forEach((id, definition) -> {
            if (random.nextInt(3) > (model.there.containsKey(id) ? 0 : 1)) {
                live.add(new SchemaListEntry(id, definition));
                found.add(id);
                if (model.there.put(id, definition) == null) {
                    model.undurable.add(id);
                }
            }
        });
        catalogue.round(TestCatalogues.live(new SchemaList(catalogue.instanceId(), live)));
        model.missed.removeAll(found);
        model.there.keySet().removeAll(model.missed);
        model.undurable.removeAll(model.missed);
        model.missed.clear();
        model.missed.addAll(model.there.keySet());
        model.missed.removeAll(found);
    }

    /**
     * Reopens the catalogue. After a clean stop everything is there, after a kill what was forced. Reclaimed IDs may be
     * back.
     */
    private static SchemaCatalogue reopen(SchemaCatalogue catalogue, MemoryStorage storage, Model model, boolean clean)
            throws IOException {
        if (clean) {
            catalogue.close();
        } else {
            model.undurable.forEach(model.there::remove);
        }
        model.open.clear();
        model.leased.clear();
        model.missed.clear();
        SchemaCatalogue reopened = open(storage);
        for (int id : reopened.ids()) {
            SchemaDefinition definition = reopened.resolve(id);
            assertEquals(model.ever.get(id), definition, "id=" + id);
            model.there.put(id, definition);
        }
        model.undurable.clear();
        return reopened;
    }

    private static void check(SchemaCatalogue catalogue, Model model, String context) throws IOException {
        assertEquals(model.there.size(), catalogue.stats().content().definitions(), context);
        for (Map.Entry<Integer, SchemaDefinition> entry : model.there.entrySet()) {
            assertEquals(entry.getValue(), catalogue.resolve(entry.getKey()), context + " id=" + entry.getKey());
        }
        for (int id : catalogue.ids()) {
            assertTrue(model.there.containsKey(id), context + " id=" + id);
        }
    }
}
