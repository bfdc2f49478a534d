package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.ssdtier.rowcache.JournalRecord.Kind;
import org.ssdtier.rowcache.index.KeyHashes;

/**
 * Static methods to create the records of one step of a table, called with the monitor of its changes held. A long list
 * makes several records.
 */
final class JournalRecords {
    private JournalRecords() {}

    /** Returns the records of SSTables that are added and removed, with all keys touched so far. */
    static List<JournalRecord> change(CachedTable table, Kind kind, Collection<String> come, Collection<String> go) {
        TableChanges.Drained drained = table.changes().drain();
        DeadImages dead = table.deadImages();
        List<JournalRecord> records = new ArrayList<>();
        KeyHashes hashes = drained.hashes();
        int from = 0;
        while (hashes.size() - from > JournalRecord.MAX_HASHES) {
            KeyHashes part = hashes.part(from, from + JournalRecord.MAX_HASHES);
            records.add(
                    new JournalRecord(Kind.CHANGE, table.id(), drained.number(), 0, dead, List.of(), List.of(), part));
            from += JournalRecord.MAX_HASHES;
        }
        KeyHashes rest = hashes.part(from, hashes.size());
        records.add(new JournalRecord(
                kind, table.id(), drained.number(), drained.safe(), dead, List.copyOf(come), List.copyOf(go), rest));
        return records;
    }

    /** Returns the records without SSTables, with all keys touched so far. */
    static List<JournalRecord> note(CachedTable table) {
        return change(table, Kind.CHANGE, List.of(), List.of());
    }

    /**
     * Returns the records that declare a table; images with a stamp below {@code number} count only in a checkpoint.
     */
    static List<JournalRecord> declaration(CachedTable table, int number, Collection<String> sstables) {
        int safe = Math.max(number - 1, table.changes().drain().safe());
        DeadImages dead = table.deadImages();
        List<String> all = List.copyOf(sstables);
        List<JournalRecord> records = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(all.size(), from + JournalRecord.MAX_SSTABLES);
            records.add(new JournalRecord(
                    from == 0 ? Kind.TABLE : Kind.MORE,
                    table.id(),
                    number,
                    safe,
                    dead,
                    all.subList(from, to),
                    List.of(),
                    KeyHashes.NONE));
            from = to;
        } while (from < all.size());
        return records;
    }
}
