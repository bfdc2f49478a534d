package org.ssdtier.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a catalogue has in memory: the index, the definitions that are not durable yet, the leases, and who may get an ID.
 *
 * <p>Every method is one short step under this object's monitor, which is the innermost lock: no I/O, no call of anything that
 * locks. Whoever needs a definition's bytes looks up its location here, reads it outside, and comes back to see whether what
 * it saw is still so.
 */
final class DefinitionTable {
    /** Where a definition is that is not durable yet. */
    static final long PENDING = -1;
    /** There is no such ID. */
    static final long ABSENT = -2;

    private static final long MAX_ID = 0xFFFF_FFFFL;
    private static final int MAX_TABLES = 0xFFFF;

    /** What a dictionary's ID is here. */
    enum Agreement {
        /** The same definition. */
        SAME,
        /** Another definition. */
        DIFFERENT,
        /** None any more. */
        RECLAIMED,
        /** An ID that was never given out. */
        UNHEARD_OF
    }

    /**
     * What became of a definition that had no ID.
     *
     * @param id its ID now; {@link SchemaIds#NONE} if there is none
     * @param refusal why there is none; null when there is, or when to start again
     */
    record Outcome(int id, @Nullable Refusal refusal) {
        /** The IDs that might be it have changed since they were looked at. */
        static final Outcome AGAIN = new Outcome(SchemaIds.NONE, null);
    }

    private final CatalogueOptions options;
    private DefinitionIndex index = new DefinitionIndex();
    private final Map<Integer, PendingDefinition> pending = new LinkedHashMap<>();
    private final Map<UUID, Integer> tableNumbers = new HashMap<>();
    private int[] tableSizes = new int[8];
    private final Set<Lease> leases = new HashSet<>();
    /** IDs that a reclamation under way must not take, besides those of open leases; null when there is none. */
    private @Nullable Set<Integer> spared;

    private long nextId = 1;
    private long idBound;
    private long serial;
    private long liveBytes;
    private long pendingBytes;

    DefinitionTable(CatalogueOptions options) {
        this.options = options;
    }

    /** Adds a recovered definition that is durable; IDs come in order, those of {@link #recoverPending} included. */
    synchronized void recover(CatalogueRecovery.Entry entry) {
        put(entry.id(), entry.hash(), entry.location(), entry.table());
        liveBytes += CatalogueRecord.segmentBytes(entry.definitionBytes());
    }

    /** Adds a recovered definition that is to be made durable with the next group. */
    synchronized void recoverPending(int id, SchemaDefinition definition, UUID table) {
        addPending(id, definition, table);
    }

    /** Says which IDs have been given out. */
    synchronized void recoverIds(long highestId) {
        nextId = highestId + 1;
        idBound = highestId;
    }

    // ---- interning ----

    /** Returns the IDs of the definitions with a hash. */
    synchronized int[] candidates(int hash) {
        return index.candidates(hash);
    }

    /** Leases an ID whose definition the caller has compared; false when it has been reclaimed meanwhile. */
    synchronized boolean lease(int id, Lease lease) {
        if (index.position(id) < 0 || !leases.contains(lease)) {
            return false;
        }
        take(id, lease);
        return true;
    }

    /**
     * Gives a definition an ID, unless one may have been given to it since the caller looked.
     *
     * @param seen the candidates the caller has compared
     * @param hasRoom whether the log has room for it
     */
    synchronized Outcome intern(SchemaDefinition definition, Lease lease, int[] seen, boolean hasRoom) {
        if (!leases.contains(lease)) {
            return new Outcome(SchemaIds.NONE, Refusal.RENEWED);
        }
        if (!Arrays.equals(seen, index.candidates(definition.hash())) || needsIdBound()) {
            return Outcome.AGAIN;
        }
        Refusal refusal = refusal(definition, lease.table(), hasRoom);
        if (refusal != null) {
            return new Outcome(SchemaIds.NONE, refusal);
        }
        int id = (int) nextId++;
        addPending(id, definition, lease.table());
        take(id, lease);
        return new Outcome(id, null);
    }

    private void addPending(int id, SchemaDefinition definition, UUID table) {
        put(id, definition.hash(), PENDING, table);
        pending.put(id, new PendingDefinition(id, definition, table, ++serial));
        liveBytes += CatalogueRecord.segmentBytes(definition.length());
        pendingBytes += definition.length();
    }

    private @Nullable Refusal refusal(SchemaDefinition definition, UUID table, boolean hasRoom) {
        if (definition.length() > options.maxDefinitionBytes()) {
            return Refusal.TOO_LONG;
        }
        if (index.size() >= options.maxDefinitions()) {
            return Refusal.TOO_MANY;
        }
        int number = tableNumber(table);
        if (number > 0 && tableSizes[number] >= options.maxDefinitionsPerTable()) {
            return Refusal.TOO_MANY_OF_TABLE;
        }
        if (nextId > MAX_ID) {
            return Refusal.IDS_EXHAUSTED;
        }
        return hasRoom ? null : Refusal.NO_SPACE;
    }

    private void put(int id, int hash, long location, UUID table) {
        int number = tableNumber(table);
        tableSizes[number]++;
        index.add(id, hash, location, number);
    }

    /** Returns a small number for a table; tables beyond the 65,535th share 0, which has no cap. */
    private int tableNumber(UUID table) {
        Integer number = tableNumbers.get(table);
        if (number != null) {
            return number;
        }
        if (tableNumbers.size() == MAX_TABLES) {
            return 0;
        }
        int next = tableNumbers.size() + 1;
        tableNumbers.put(table, next);
        if (next == tableSizes.length) {
            tableSizes = Arrays.copyOf(tableSizes, 2 * next);
        }
        return next;
    }

    private void take(int id, Lease lease) {
        PendingDefinition waiting = pending.get(id);
        lease.add(id, waiting == null ? 0 : waiting.serial());
        if (spared != null) {
            spared.add(id);
        }
    }

    // ---- leases ----

    synchronized void open(Lease lease) {
        leases.add(lease);
    }

    synchronized void close(Lease lease) {
        leases.remove(lease);
    }

    synchronized int leaseCount() {
        return leases.size();
    }

    // ---- durability ----

    /** Returns what is not durable yet, in the order it was interned. */
    synchronized List<PendingDefinition> pending() {
        return List.copyOf(pending.values());
    }

    synchronized @Nullable SchemaDefinition pendingDefinition(int id) {
        PendingDefinition waiting = pending.get(id);
        return waiting == null ? null : waiting.definition();
    }

    synchronized long pendingBytes() {
        return pendingBytes;
    }

    /** Says that a group is durable now, and where each of it is. */
    synchronized void durable(List<PendingDefinition> group, long[] locations) {
        for (int at = 0; at < locations.length; at++) {
            PendingDefinition definition = group.get(at);
            pending.remove(definition.id());
            pendingBytes -= definition.definition().length();
            int position = index.position(definition.id());
            if (position >= 0) {
                index.setLocation(position, locations[at]);
            }
        }
    }

    /** Returns whether so few IDs are left below the bound that it must be raised before another is given out. */
    synchronized boolean needsIdBound() {
        return nextId > idBound && nextId <= MAX_ID;
    }

    /** Returns the bound to make durable: this many IDs above the next one. */
    synchronized long raisedIdBound(int reserve) {
        return Math.min(MAX_ID, nextId - 1 + reserve);
    }

    synchronized void setIdBound(long bound) {
        idBound = Math.max(idBound, bound);
    }

    // ---- look-ups ----

    /** Returns where a definition is, {@link #PENDING} or {@link #ABSENT}. */
    synchronized long location(int id) {
        int position = index.position(id);
        return position < 0 ? ABSENT : index.location(position);
    }

    /** Compares what a dictionary says of an ID with what is here. */
    synchronized Agreement compare(int id, int hash) {
        int position = index.position(id);
        if (position >= 0) {
            return index.hash(position) == hash ? Agreement.SAME : Agreement.DIFFERENT;
        }
        return Integer.toUnsignedLong(id) < nextId ? Agreement.RECLAIMED : Agreement.UNHEARD_OF;
    }

    /** Moves a definition, if it is where it is said to be. */
    synchronized void move(int id, long from, long to) {
        int position = index.position(id);
        if (position >= 0 && index.location(position) == from) {
            index.setLocation(position, to);
        }
    }

    /** Returns up to so many IDs from one on, in order. */
    synchronized int[] idsFrom(long first, int atMost) {
        int[] ids = new int[atMost];
        int count = 0;
        int low = 0;
        for (int high = index.size(); low < high; ) {
            int middle = (low + high) >>> 1;
            if (Integer.toUnsignedLong(index.id(middle)) < first) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        for (int position = low; position < index.size() && count < atMost; position++) {
            ids[count++] = index.id(position);
        }
        return Arrays.copyOf(ids, count);
    }

    synchronized int size() {
        return index.size();
    }

    synchronized int durableSize() {
        return index.size() - pending.size();
    }

    synchronized long liveBytes() {
        return liveBytes;
    }

    synchronized long highestId() {
        return nextId - 1;
    }

    synchronized long indexBytes() {
        return index.bytes();
    }

    // ---- reclamation ----

    /** Begins to spare what is leased, now and until {@link #endRound}; false when that is under way already. */
    synchronized boolean beginRound() {
        if (spared != null) {
            return false;
        }
        Set<Integer> ids = new HashSet<>();
        leases.forEach(lease -> lease.addIdsTo(ids));
        spared = ids;
        return true;
    }

    synchronized void endRound() {
        spared = null;
    }

    /**
     * Drops every definition that is neither live nor spared.
     *
     * @param live IDs in order, as signed numbers
     * @return the IDs of what was dropped
     */
    synchronized List<Integer> dropAllBut(int[] live) {
        Set<Integer> spare = spared;
        assert spare != null : "no round";
        List<Integer> dropped = new ArrayList<>();
        long before = index.size();
        index = index.retain(position -> {
            int id = index.id(position);
            if (Arrays.binarySearch(live, id) >= 0 || spare.contains(id)) {
                return true;
            }
            tableSizes[index.table(position)]--;
            PendingDefinition waiting = pending.remove(id);
            pendingBytes -= waiting == null ? 0 : waiting.definition().length();
            dropped.add(id);
            return false;
        });
        liveBytes = before == 0 ? 0 : liveBytes * index.size() / before; // until a checkpoint counts them
        return dropped;
    }

    /** Says how many bytes the durable definitions take. */
    synchronized void setLiveBytes(long bytes) {
        liveBytes = bytes;
        pending.values()
                .forEach(waiting -> liveBytes +=
                        CatalogueRecord.segmentBytes(waiting.definition().length()));
    }

    /** Forgets everything but which IDs have been given out. */
    synchronized void clear() {
        index = new DefinitionIndex();
        pending.clear();
        tableNumbers.clear();
        tableSizes = new int[8];
        leases.forEach(Lease::end);
        leases.clear();
        liveBytes = 0;
        pendingBytes = 0;
    }
}
