package org.ssdtier.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The dictionary of an SSTable, with its table.
 *
 * @param table the table of the SSTable; all zeros if unknown
 * @param list the dictionary; of a damaged one the entries whose definitions can be read
 * @param lostIds IDs of the entries whose definitions cannot be read
 */
public record TableList(UUID table, SchemaList list, List<Integer> lostIds) {
    /** Makes the lost IDs unmodifiable. */
    public TableList {
        lostIds = List.copyOf(lostIds);
    }

    /** Creates a dictionary that is not damaged. */
    public TableList(UUID table, SchemaList list) {
        this(table, list, List.of());
    }

    /** Creates a dictionary of what can be read of a damaged one. */
    public TableList(UUID table, SchemaListSalvage salvage) {
        this(table, new SchemaList(salvage.instanceId(), readable(salvage)), lostIds(salvage));
    }

    private static List<SchemaListEntry> readable(SchemaListSalvage salvage) {
        List<SchemaListEntry> readable = new ArrayList<>();
        for (SchemaListSalvage.Slot slot : salvage.slots()) {
            SchemaDefinition definition = slot.definition();
            if (definition != null) {
                readable.add(new SchemaListEntry(slot.id(), definition));
            }
        }
        return readable;
    }

    private static List<Integer> lostIds(SchemaListSalvage salvage) {
        return salvage.slots().stream()
                .filter(slot -> slot.isLost() && slot.id() != SchemaIds.NONE)
                .map(SchemaListSalvage.Slot::id)
                .toList();
    }
}
