package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.SstableDictionaries;

/**
 * A check that the tests of a class have left no SSTable of the format {@code catalogued}, no chosen table and no catalogue in the
 * node that they share with later classes. A round of a later class's catalogue would adopt the definitions of such SSTables, and
 * would reclaim nothing if one of them is damaged.
 */
public final class NothingLeft implements AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) {
        LifecycleTransaction.waitForDeletions();
        Set<String> tables = new TreeSet<>();
        List<String> unreadable = new SstableDictionaries().read(each -> tables.add(name(each.table())));
        assertEquals(Set.of(), tables, "SSTables left of these tables");
        assertEquals(List.of(), unreadable, "damaged SSTables left");
        assertEquals(List.of(), WriteSettings.current().tables().patterns(), "chosen tables left");
        assertNull(CurrentCatalogue.get(), "a catalogue left open");
    }

    private static String name(UUID table) {
        return String.valueOf(Schema.instance.getTableMetadata(TableId.fromUUID(table)));
    }
}
