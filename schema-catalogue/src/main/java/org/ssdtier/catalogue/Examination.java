package org.ssdtier.catalogue;

import java.util.EnumMap;
import java.util.Map;

/** Counts how dictionaries of SSTables agree with a catalogue, by the IDs and hashes in memory alone. */
final class Examination {
    private final long instanceId;
    private final DefinitionTable table;
    private final Map<DefinitionTable.Agreement, Long> counts = new EnumMap<>(DefinitionTable.Agreement.class);
    private long lists;
    private long foreignLists;
    private long unknown;

    Examination(long instanceId, DefinitionTable table) {
        this.instanceId = instanceId;
        this.table = table;
    }

    void add(SchemaList list) {
        lists++;
        boolean foreign = list.instanceId() != instanceId;
        foreignLists += foreign ? 1 : 0;
        for (SchemaList.Entry entry : list.entries()) {
            int hash = entry.definition().hash();
            if (foreign) {
                unknown += table.candidates(hash).length == 0 ? 1 : 0;
            } else if (entry.id() != SchemaIds.NONE) {
                counts.merge(table.compare(entry.id(), hash), 1L, Long::sum);
            }
        }
    }

    Findings findings() {
        return new Findings(
                lists,
                foreignLists,
                count(DefinitionTable.Agreement.SAME),
                count(DefinitionTable.Agreement.RECLAIMED),
                count(DefinitionTable.Agreement.UNHEARD_OF),
                count(DefinitionTable.Agreement.DIFFERENT),
                unknown,
                table.size());
    }

    private long count(DefinitionTable.Agreement agreement) {
        return counts.getOrDefault(agreement, 0L);
    }
}
