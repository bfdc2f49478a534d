package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.TouchedHashes;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The journal left by earlier lives of the cache: the newest complete checkpoint, or an empty beginning, and all
 * journal files that continue from there, in order. The caller closes it.
 */
final class JournalChain implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(JournalChain.class);

    /** The highest stamp base after a crash. Beyond it the start is cold, and stamps begin again with the first. */
    static final int LAST_STAMP_BASE = Integer.MAX_VALUE - (1 << 25);

    private final Storage storage;
    private final long instanceId;
    private final ByteBuffer identity;
    private final TreeMap<Long, JournalDescriptor.Fields> files = new TreeMap<>();
    private final Map<UUID, JournalTable> tables = new HashMap<>();
    /** For each table, the life of the cache in which its last record was written, by the first stamp of that life. */
    private final Map<UUID, Integer> lastRuns = new HashMap<>();

    private final TouchedHashes touched;
    private boolean hasAllTouched = true;
    private @Nullable Checkpoint checkpoint;
    private JournalPosition end = new JournalPosition(0, 0);
    private int stampBase;
    private int stampLimit;

    private JournalChain(Storage storage, long instanceId, ByteBuffer identity, int maxTouched) {
        this.storage = storage;
        this.instanceId = instanceId;
        this.identity = identity;
        this.touched = new TouchedHashes(maxTouched);
    }

    /**
     * Reads the journal that belongs to a log.
     *
     * @param instanceId instance ID of the log
     * @param identity identity of the cache; must equal the one the journal was written under
     * @param maxTouched largest number of key hashes that the journal may name, because they are kept in memory
     * @throws IOException if there is no journal that can be trusted, or it names more key hashes; the message gives
     *     the reason
     */
    static JournalChain read(Storage storage, long instanceId, ByteBuffer identity, int maxTouched) throws IOException {
        JournalChain chain = new JournalChain(storage, instanceId, identity, maxTouched);
        try {
            chain.readHeaders();
            chain.readFrom(chain.beginning());
            if (chain.stampLimit > LAST_STAMP_BASE) {
                throw new IOException("its stamps are exhausted");
            }
            return chain;
        } catch (IOException | RuntimeException e) {
            chain.close();
            throw e;
        }
    }

    /** Returns a number higher than that of any journal file or checkpoint. */
    static long nextNumber(Storage storage) throws IOException {
        long next = 1;
        for (String name : storage.names()) {
            next = Math.max(next, 1 + Math.max(JournalDescriptor.numberOf(name), CheckpointDescriptor.numberOf(name)));
        }
        return next;
    }

    /**
     * Deletes all journal files and checkpoints with a smaller number: the checkpoints, then the files one by one in the order in which
     * they continue each other, each durably. A crash then leaves no file with which a journal can begin without those that continue
     * it: a start would read it, and use the stamps again that are reserved in the others.
     */
    static void delete(Storage storage, long number) throws IOException {
        TreeMap<Long, String> journals = new TreeMap<>();
        for (String name : storage.names()) {
            long checkpoint = CheckpointDescriptor.numberOf(name);
            long journal = JournalDescriptor.numberOf(name);
            if (checkpoint >= 0 && checkpoint < number) {
                storage.delete(name);
            } else if (journal >= 0 && journal < number) {
                journals.put(journal, name);
            }
        }
        storage.force();
        for (String name : journals.values()) {
            storage.delete(name);
            storage.force();
        }
    }

    /** Returns the tables whose SSTables are known. */
    List<JournalTable> knownTables() {
        List<JournalTable> known = new ArrayList<>();
        for (JournalTable table : tables.values()) {
            if (table.isKnown()) {
                known.add(table);
            }
        }
        return known;
    }

    /**
     * Returns the known tables that have no record from a life of the cache that began with the given stamp or a higher
     * one. The other tables have changed since an index that was saved before that life.
     */
    List<JournalTable> knownTablesBefore(int lifeBase) {
        List<JournalTable> known = knownTables();
        known.removeIf(table -> lastRuns.getOrDefault(table.id(), 0) >= lifeBase);
        return known;
    }

    /** Returns a table; null if the journal does not contain it. */
    @Nullable
    JournalTable table(UUID id) {
        return tables.get(id);
    }

    /** Returns the hashes of the keys that were touched since the checkpoint. */
    TouchedHashes touched() {
        return touched;
    }

    /** Returns the checkpoint; null if the index was empty when the journal began. */
    @Nullable
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Returns the end of the last file. */
    JournalPosition end() {
        return end;
    }

    /** Returns the stamp that every table started with in the last life of the cache. */
    int stampBase() {
        return stampBase;
    }

    /**
     * Returns the stamp base after a clean stop: that of the snapshot, unless a failed start has already used it. In that
     * case the journal has records with its stamps from that start, and the base is the journal's stamp limit.
     */
    int stampBaseAfter(IndexSnapshot.Owner stop) {
        return stampBase < stop.stampBase() ? stop.stampBase() : stampLimit;
    }

    /** Returns a stamp above those of all records in the log. */
    int stampLimit() {
        return stampLimit;
    }

    /** Returns the number of journal files, whether or not they are read. */
    int fileCount() {
        return files.size();
    }

    /** Deletes every checkpoint but the one that was opened: incomplete ones, which take as much space as complete ones. */
    void deleteOtherCheckpoints() {
        long own = checkpoint == null ? -1 : checkpoint.fields().number();
        try {
            for (String name : storage.names()) {
                long number = CheckpointDescriptor.numberOf(name);
                if (number >= 0 && number != own) {
                    storage.delete(name);
                }
            }
        } catch (IOException e) {
            logger.debug("an incomplete checkpoint was not deleted", e); // the next complete one deletes it
        }
    }

    @Override
    public void close() throws IOException {
        Checkpoint open = checkpoint;
        checkpoint = null;
        if (open != null) {
            open.close();
        }
    }

    private void readHeaders() throws IOException {
        for (String name : storage.names()) {
            long number = JournalDescriptor.numberOf(name);
            if (number < 0) {
                continue;
            }
            try {
                JournalDescriptor.Fields fields = JournalFile.readHeader(storage, number);
                if (fields.instanceId() == instanceId && fields.number() == number) {
                    files.put(number, fields);
                }
            } catch (FormatException e) {
                logger.debug("a file of the journal is ignored", e);
            }
        }
    }

    /**
     * Opens the newest complete checkpoint, if there is one, and returns the number of the journal file to begin with.
     */
    private long beginning() throws IOException {
        List<Long> numbers = new ArrayList<>();
        storage.names().forEach(name -> numbers.add(CheckpointDescriptor.numberOf(name)));
        numbers.removeIf(number -> !files.containsKey(number));
        numbers.sort(null);
        for (int i = numbers.size() - 1; i >= 0; i--) {
            try {
                Checkpoint found = Checkpoint.open(storage, numbers.get(i));
                if (found.fields().instanceId() == instanceId) {
                    checkpoint = found;
                    return numbers.get(i);
                }
                found.close();
            } catch (FormatException e) {
                logger.debug("a checkpoint is ignored", e);
            }
        }
        for (JournalDescriptor.Fields fields : files.values()) {
            if (fields.origin() == JournalDescriptor.Origin.EMPTY) {
                return fields.number();
            }
        }
        throw new IOException("found neither a checkpoint of the index nor the beginning of a journal");
    }

    private void readFrom(long first) throws IOException {
        JournalDescriptor.Fields next = files.get(first);
        stampBase = next.stampBase();
        Checkpoint base = checkpoint;
        if (base != null) {
            for (JournalRecord saved : base.tables()) {
                tables.put(saved.table(), JournalTable.restored(saved, stampBase));
            }
        }
        while (next != null) {
            if (!next.identity().equals(identity)) {
                throw new IOException("it was written under another identity");
            }
            stampLimit = Math.max(stampLimit, next.stampLimit());
            if (next.stampBase() != stampBase) {
                stampBase = next.stampBase();
                tables.values().forEach(table -> table.beginRun(stampBase));
            }
            JournalDescriptor.Fields successor = successor(next.number());
            long limit = successor == null ? Long.MAX_VALUE : successor.previousEnd();
            end = new JournalPosition(next.number(), JournalFile.read(storage, next.number(), limit, this::apply));
            if (successor != null && end.end() != limit) {
                throw new IOException("its file " + JournalDescriptor.name(next.number()) + " ends at byte " + end.end()
                        + ", but the next one continues from byte " + limit
                        + ": the device lost data that it had reported as synced");
            }
            next = successor;
        }
        if (!hasAllTouched) {
            throw new IOException("it names more keys than allowed: " + touched.size());
        }
        if (base != null && !end.reaches(base.fields().journal())) {
            throw new IOException("the journal ends at " + end + ", but the checkpoint needs it up to "
                    + base.fields().journal());
        }
    }

    private void apply(JournalRecord record) {
        int base = stampBase;
        lastRuns.put(record.table(), base);
        tables.computeIfAbsent(record.table(), id -> new JournalTable(id, base)).apply(record);
        for (int i = 0; i < record.hashes().size(); i++) {
            hasAllTouched &= touched.add(record.hashes().hash(i), record.number());
        }
    }

    /** Returns the file that continues another one, the newest if there are several; null if there is none. */
    private JournalDescriptor.@Nullable Fields successor(long number) {
        for (JournalDescriptor.Fields file :
                files.tailMap(number, false).descendingMap().values()) {
            if (file.origin() == JournalDescriptor.Origin.CONTINUED && file.previousNumber() == number) {
                return file;
            }
        }
        return null;
    }
}
