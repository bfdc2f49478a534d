package org.ssdtier.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * A pass over the dictionaries of the SSTables. It compares each ID with the catalogue, by fingerprints in memory
 * alone, and adopts the definitions that the catalogue lacks. They are dropped again if the catalogue turns out to be
 * an older copy of itself. Of an ID whose definition is lost, it asks only whether it was ever assigned; the catalogue keeps its
 * definition, which may be the last copy. Belongs to one thread.
 */
final class Survey implements Consumer<TableList> {
    private final long instanceId;
    private final DefinitionTable table;
    private final DefinitionHash hash;
    private final LongPredicate hasRoomFor;
    private final Runnable relief;
    private final Map<Agreement, Long> counts = new EnumMap<>(Agreement.class);
    private final long definitions;
    private long lists;
    private long foreignLists;
    private long unknown;

    /**
     * Begins a pass.
     *
     * @param hasRoomFor whether the log has room for one more definition of this many bytes
     * @param relief called after each dictionary, so that the log can catch up
     */
    Survey(long instanceId, DefinitionTable table, DefinitionHash hash, LongPredicate hasRoomFor, Runnable relief) {
        this.instanceId = instanceId;
        this.table = table;
        this.hash = hash;
        this.hasRoomFor = hasRoomFor;
        this.relief = relief;
        this.definitions = table.size();
    }

    @Override
    public void accept(TableList dictionary) {
        SchemaList list = dictionary.list();
        boolean foreign = list.instanceId() != instanceId;
        lists++;
        foreignLists += foreign ? 1 : 0;
        for (SchemaListEntry entry : list.entries()) {
            if (foreign || entry.id() == SchemaIds.NONE) {
                adopt(entry.definition(), dictionary.table());
            } else {
                counts.merge(compare(entry, dictionary.table()), 1L, Long::sum);
            }
        }
        if (!foreign) {
            long unheardOf = dictionary.lostIds().stream()
                    .filter(id -> !table.findLost(id))
                    .count();
            counts.merge(Agreement.UNHEARD_OF, unheardOf, Long::sum);
        }
        relief.run();
    }

    private Agreement compare(SchemaListEntry entry, UUID of) {
        SchemaDefinition definition = entry.definition();
        return table.adopt(entry.id(), definition, hash.of(definition), of, hasRoomFor.test(definition.length()));
    }

    private void adopt(SchemaDefinition definition, UUID of) {
        boolean isKnown = table.adopt(definition, hash.of(definition), of, hasRoomFor.test(definition.length()));
        unknown += isKnown ? 0 : 1;
    }

    Findings findings() {
        return new Findings(
                lists,
                foreignLists,
                count(Agreement.SAME),
                count(Agreement.MISSING),
                count(Agreement.UNHEARD_OF),
                count(Agreement.DIFFERENT),
                unknown,
                definitions);
    }

    private long count(Agreement agreement) {
        return counts.getOrDefault(agreement, 0L);
    }
}
