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
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * What an earlier life of the cache left: the newest complete checkpoint, or an empty beginning, and every file of the journal
 * that goes on from there, one after the other. The caller closes it.
 */
final class JournalChain implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(JournalChain.class);

    private final Storage storage;
    private final long instanceId;
    private final ByteBuffer identity;
    private final TreeMap<Long, JournalDescriptor.Fields> files = new TreeMap<>();
    private final Map<UUID, JournalTable> tables = new HashMap<>();
    /** The life of the cache that each table's last record is of, by the stamp that it began with. */
    private final Map<UUID, Integer> lastLives = new HashMap<>();

    private final TouchedHashes touched;
    private boolean hasAllTouched = true;
    private @Nullable Checkpoint checkpoint;
    private Journal.Position end = new Journal.Position(0, 0);
    private int stampBase;
    private int stampLimit;

    private JournalChain(Storage storage, long instanceId, ByteBuffer identity, int mostTouched) {
        this.storage = storage;
        this.instanceId = instanceId;
        this.identity = identity;
        this.touched = new TouchedHashes(mostTouched);
    }

    /**
     * Reads the journal that belongs to a log.
     *
     * @param instanceId of the log
     * @param identity must be the one the journal was written under
     * @param mostTouched the most key hashes that it may name, for they are kept in memory
     * @throws IOException if there is none that can be trusted, or it names more; the message says why
     */
    static JournalChain read(Storage storage, long instanceId, ByteBuffer identity, int mostTouched)
            throws IOException {
        JournalChain chain = new JournalChain(storage, instanceId, identity, mostTouched);
        try {
            chain.readHeaders();
            chain.readFrom(chain.beginning());
            return chain;
        } catch (IOException | RuntimeException e) {
            chain.close();
            throw e;
        }
    }

    /** Returns a number that no file has. */
    static long nextNumber(Storage storage) throws IOException {
        long next = 1;
        for (String name : storage.names()) {
            next = Math.max(next, 1 + Math.max(JournalDescriptor.numberOf(name), CheckpointDescriptor.numberOf(name)));
        }
        return next;
    }

    /** Deletes every file of the journal and every checkpoint with a smaller number. */
    static void delete(Storage storage, long number) throws IOException {
        for (String name : storage.names()) {
            long found = Math.max(JournalDescriptor.numberOf(name), CheckpointDescriptor.numberOf(name));
            if (found >= 0 && found < number) {
                storage.delete(name);
            }
        }
        storage.force();
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
     * Returns the known tables that have no record of a life that began with a stamp or later: the others have moved on from an
     * index that was saved before it.
     */
    List<JournalTable> knownTablesBefore(int lifeBase) {
        List<JournalTable> known = knownTables();
        known.removeIf(table -> lastLives.getOrDefault(table.id(), 0) >= lifeBase);
        return known;
    }

    /** Returns a table; null if nothing is known about it. */
    @Nullable
    JournalTable table(UUID id) {
        return tables.get(id);
    }

    /** Returns which keys were touched since the checkpoint. */
    TouchedHashes touched() {
        return touched;
    }

    /** Returns the checkpoint; null if the index was empty when the journal began. */
    @Nullable
    Checkpoint checkpoint() {
        return checkpoint;
    }

    /** Returns where the last file ends. */
    Journal.Position end() {
        return end;
    }

    /** Returns the stamp that every table started with in the last life. */
    int stampBase() {
        return stampBase;
    }

    /** Returns a stamp that no record in the log has or exceeds. */
    int stampLimit() {
        return stampLimit;
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
                logger.debug("a file of the journal does not count", e);
            }
        }
    }

    /** Opens the newest checkpoint that is complete; returns the number of the file to begin with. */
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
                logger.debug("a checkpoint does not count", e);
            }
        }
        for (JournalDescriptor.Fields fields : files.values()) {
            if (fields.origin() == JournalDescriptor.Origin.EMPTY) {
                return fields.number();
            }
        }
        throw new IOException("there is neither a checkpoint of the index nor the beginning of a journal");
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
                tables.values().forEach(table -> table.beginLife(stampBase));
            }
            JournalDescriptor.Fields successor = successor(next.number());
            long limit = successor == null ? Long.MAX_VALUE : successor.previousEnd();
            end = new Journal.Position(next.number(), JournalFile.read(storage, next.number(), limit, this::apply));
            if (successor != null && end.end() != limit) {
                throw new IOException("its file " + JournalDescriptor.name(next.number()) + " ends at byte " + end.end()
                        + ", the next one goes on from byte " + limit
                        + ": the device has lost what it said was synced");
            }
            next = successor;
        }
        if (!hasAllTouched) {
            throw new IOException("it names more keys than allowed: " + touched.size());
        }
        if (base != null && !end.reaches(base.fields().journal())) {
            throw new IOException("the journal ends at " + end + ", before the checkpoint was complete at "
                    + base.fields().journal());
        }
    }

    private void apply(JournalRecord record) {
        int base = stampBase;
        lastLives.put(record.table(), base);
        tables.computeIfAbsent(record.table(), id -> new JournalTable(id, base)).apply(record);
        for (int i = 0; i < record.hashes().size(); i++) {
            hasAllTouched &= touched.add(record.hashes().hash(i), record.number());
        }
    }

    /** Returns the file that goes on from another; of several the newest. */
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
