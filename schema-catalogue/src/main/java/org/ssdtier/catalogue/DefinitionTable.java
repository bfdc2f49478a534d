package org.ssdtier.catalogue;

import java.util.Arrays;
import java.util.BitSet;
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
 * locks. It is all that the writer of an SSTable comes to see of the catalogue.
 */
final class DefinitionTable {
    /** Where a definition is that waits for the log. */
    static final long PENDING = -1;
    /** There is no such ID. */
    static final long ABSENT = -2;
    /** Where a definition is that has an ID and is in dictionaries of SSTables only, since too many were waiting. */
    static final long UNWRITTEN = -3;

    private static final long MAX_ID = 0xFFFF_FFFFL;
    private static final int MAX_TABLES = 0xFFFF;

    /** What a dictionary's ID is here. */
    enum Agreement {
        /** The same definition. */
        SAME,
        /** Another definition. */
        DIFFERENT,
        /** None: reclaimed, or lost with a crash before it was in the log. */
        MISSING,
        /** An ID that was never given out. */
        UNHEARD_OF
    }

    /**
     * What a definition has.
     *
     * @param id its ID; {@link SchemaIds#NONE} if there is none
     * @param refusal why there is none; null when there is
     * @param isNew whether it had none before
     */
    record Outcome(int id, @Nullable Refusal refusal, boolean isNew) {
        static Outcome refused(Refusal refusal) {
            return new Outcome(SchemaIds.NONE, refusal, false);
        }
    }

    private final CatalogueOptions options;
    private DefinitionIndex index = new DefinitionIndex();
    private final Map<Integer, PendingDefinition> pending = new LinkedHashMap<>();
    private final Map<UUID, Integer> tableNumbers = new HashMap<>();
    private int[] tableSizes = new int[8];
    private final Set<Lease> leases = new HashSet<>();
    /** What the round under way has found, by position; null when there is none. */
    private @Nullable BitSet found;
    /** What the round before has not found, by position. */
    private BitSet missed = new BitSet();

    private long nextId = 1;
    /** The highest ID that may be given out: durable in the manifest before any ID up to it is. */
    private long idBound;

    private long liveBytes;
    private long pendingBytes;
    private int unwritten;
    private long dropped;
    private long unadopted;

    DefinitionTable(CatalogueOptions options) {
        this.options = options;
    }

    /** Adds a recovered definition that is durable. */
    synchronized void recover(CatalogueRecovery.Entry entry) {
        put(entry.id(), entry.fingerprint(), entry.location(), entry.table());
        liveBytes += CatalogueRecord.segmentBytes(entry.definitionBytes());
    }

    /** Adds a recovered definition that is to be made durable with the next group. */
    synchronized void recoverPending(CatalogueRecovery.Entry entry, SchemaDefinition definition) {
        put(entry.id(), entry.fingerprint(), UNWRITTEN, entry.table());
        unwritten++;
        queue(index.size() - 1, definition, entry.table());
    }

    /** Says which IDs have been given out. */
    synchronized void recoverIds(long highestId) {
        nextId = highestId + 1;
        idBound = highestId;
    }

    // ---- IDs ----

    /**
     * Returns a definition's ID, and leases it; gives it one if it has none.
     *
     * @param hasRoom whether the log has room for one more
     */
    synchronized Outcome intern(SchemaDefinition definition, Fingerprint fingerprint, Lease lease, boolean hasRoom) {
        if (!leases.contains(lease)) {
            return Outcome.refused(Refusal.RENEWED);
        }
        int position = index.position(fingerprint);
        if (position != DefinitionIndex.NOT_FOUND) {
            int id = index.id(position);
            PendingDefinition waiting = pending.get(id);
            if (waiting != null && !waiting.definition().equals(definition)) {
                return Outcome.refused(Refusal.COLLISION);
            }
            take(position, lease, definition);
            return new Outcome(id, null, false);
        }
        Refusal refusal = refusal(definition, lease.table(), hasRoom);
        if (refusal == null) {
            refusal = noId();
        }
        if (refusal != null) {
            return Outcome.refused(refusal);
        }
        position = addNext(definition, fingerprint, lease.table());
        take(position, lease, definition);
        return new Outcome(index.id(position), null, true);
    }

    /**
     * Compares an ID that a dictionary names with what is here, and takes the definition over where there is none.
     *
     * @param hasRoom whether the log has room for one more
     */
    synchronized Agreement adopt(
            int id, SchemaDefinition definition, Fingerprint fingerprint, UUID table, boolean hasRoom) {
        int position = index.position(id);
        if (position == DefinitionIndex.NOT_FOUND) {
            if (Integer.toUnsignedLong(id) >= nextId) {
                return Agreement.UNHEARD_OF;
            }
            if (refusal(definition, table, hasRoom) == null) {
                find(add(id, definition, fingerprint, table), definition, table);
            } else {
                unadopted++;
            }
            return Agreement.MISSING;
        }
        if (!index.has(position, fingerprint)) {
            return Agreement.DIFFERENT;
        }
        find(position, definition, table);
        return Agreement.SAME;
    }

    /**
     * Finds the definition of a dictionary without IDs of this catalogue, and gives it one where it has none, if it may.
     *
     * @return whether it had one
     */
    synchronized boolean adopt(SchemaDefinition definition, Fingerprint fingerprint, UUID table, boolean hasRoom) {
        int position = index.position(fingerprint);
        boolean isKnown = position != DefinitionIndex.NOT_FOUND;
        if (!isKnown && refusal(definition, table, hasRoom) == null && noId() == null) {
            position = addNext(definition, fingerprint, table);
        }
        if (position != DefinitionIndex.NOT_FOUND) {
            find(position, definition, table);
        } else {
            unadopted++;
        }
        return isKnown;
    }

    /** Returns the ID of a definition; {@link SchemaIds#NONE} when it has none. */
    synchronized int find(Fingerprint fingerprint) {
        int position = index.position(fingerprint);
        return position == DefinitionIndex.NOT_FOUND ? SchemaIds.NONE : index.id(position);
    }

    private int addNext(SchemaDefinition definition, Fingerprint fingerprint, UUID table) {
        assert nextId <= idBound : "id=" + nextId + " is not reserved";
        return add((int) nextId++, definition, fingerprint, table);
    }

    private int add(int id, SchemaDefinition definition, Fingerprint fingerprint, UUID table) {
        put(id, fingerprint, UNWRITTEN, table);
        int position = index.size() - 1;
        unwritten++;
        queue(position, definition, table);
        dropped += index.location(position) == UNWRITTEN ? 1 : 0;
        return position;
    }

    private void put(int id, Fingerprint fingerprint, long location, UUID table) {
        int number = tableNumber(table);
        tableSizes[number]++;
        index.add(id, fingerprint, location, number);
    }

    /** Lets a definition that is nowhere in the log wait for it, if there is room. */
    private void queue(int position, SchemaDefinition definition, UUID table) {
        if (index.location(position) != UNWRITTEN
                || pending.size() >= options.maxPendingDefinitions()
                || pendingBytes + definition.heapBytes() > options.maxPendingBytes()) {
            return;
        }
        int id = index.id(position);
        index.setLocation(position, PENDING);
        unwritten--;
        pending.put(id, new PendingDefinition(id, definition, table));
        liveBytes += CatalogueRecord.segmentBytes(definition.length());
        pendingBytes += definition.heapBytes();
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
        return hasRoom ? null : Refusal.NO_SPACE;
    }

    private @Nullable Refusal noId() {
        if (nextId > MAX_ID) {
            return Refusal.IDS_EXHAUSTED;
        }
        return nextId > idBound ? Refusal.NONE_RESERVED : null;
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

    private void take(int position, Lease lease, SchemaDefinition definition) {
        lease.add(index.id(position));
        find(position, definition, lease.table());
    }

    /** Somebody has a definition: it is not reclaimed, and waits for the log if it should be there. */
    private void find(int position, SchemaDefinition definition, UUID table) {
        queue(position, definition, table);
        if (found != null) {
            found.set(position);
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

    /** Returns what waits for the log, in the order it came. */
    synchronized List<PendingDefinition> pending() {
        return List.copyOf(pending.values());
    }

    synchronized @Nullable SchemaDefinition pendingDefinition(int id) {
        PendingDefinition waiting = pending.get(id);
        return waiting == null ? null : waiting.definition();
    }

    synchronized int pendingSize() {
        return pending.size();
    }

    synchronized long pendingBytes() {
        return pendingBytes;
    }

    /** Returns whether half of what may wait for the log does. */
    synchronized boolean isHalfFull() {
        return 2L * pending.size() >= options.maxPendingDefinitions() || 2 * pendingBytes >= options.maxPendingBytes();
    }

    /** Returns how many definitions are in no log and do not wait for it either. */
    synchronized int unwritten() {
        return unwritten;
    }

    /** Returns how many definitions could not even wait for the log, ever. */
    synchronized long dropped() {
        return dropped;
    }

    /** Returns how often a definition of an SSTable found no place here, for a cap or for want of IDs. */
    synchronized long unadopted() {
        return unadopted;
    }

    /** Says that a group is durable now, and where each of it is. */
    synchronized void durable(List<PendingDefinition> group, long[] locations) {
        for (int at = 0; at < locations.length; at++) {
            PendingDefinition definition = group.get(at);
            if (pending.remove(definition.id()) != null) {
                pendingBytes -= definition.definition().heapBytes();
                index.setLocation(index.position(definition.id()), locations[at]);
            }
        }
    }

    /** Returns whether fewer than so many IDs are left below the bound, and it can be raised. */
    synchronized boolean needsIds(int low) {
        return idBound - (nextId - 1) < low && idBound < MAX_ID;
    }

    /** Returns how many IDs are left below the bound. */
    synchronized long reservedIds() {
        return Math.max(0, idBound - (nextId - 1));
    }

    /** Returns the bound to make durable: this many IDs above the next one. */
    synchronized long raisedIdBound(int reserve) {
        return Math.max(idBound, Math.min(MAX_ID, nextId - 1 + reserve));
    }

    /** Gives out no new ID from now on: the manifest will say that there was none above the highest. */
    synchronized void seal() {
        idBound = 0;
    }

    synchronized void setIdBound(long bound) {
        idBound = Math.max(idBound, bound);
    }

    // ---- look-ups ----

    /** Returns where a definition is, {@link #PENDING}, {@link #UNWRITTEN} or {@link #ABSENT}. */
    synchronized long location(int id) {
        int position = index.position(id);
        return position == DefinitionIndex.NOT_FOUND ? ABSENT : index.location(position);
    }

    /** Moves a definition, if it is where it is said to be. */
    synchronized void move(int id, long from, long to) {
        int position = index.position(id);
        if (position != DefinitionIndex.NOT_FOUND && index.location(position) == from) {
            index.setLocation(position, to);
        }
    }

    /** Returns all IDs in order. */
    synchronized int[] ids() {
        return index.ids();
    }

    synchronized int size() {
        return index.size();
    }

    synchronized int durableSize() {
        return index.size() - pending.size() - unwritten;
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

    // ---- rounds ----

    /** Begins a round: what is leased now and until its end counts as found. Null when one is under way already. */
    synchronized @Nullable BitSet beginRound() {
        if (found != null) {
            return null;
        }
        BitSet leased = new BitSet(index.size());
        leases.forEach(lease -> lease.forEach(id -> {
            int position = index.position(id);
            if (position != DefinitionIndex.NOT_FOUND) {
                leased.set(position);
            }
        }));
        found = leased;
        return leased;
    }

    /** Ends a round that has not seen everything: it says nothing, and two others must agree before something goes. */
    @SuppressWarnings("ReferenceEquality") // a round is told from others by identity
    synchronized void giveUpRound(BitSet round) {
        if (found == round) {
            found = null;
            missed = new BitSet();
        }
    }

    /**
     * Ends a round that has seen everything: drops what neither it nor the round before has found.
     *
     * @return the IDs of what was dropped; none if the round has ended before
     */
    @SuppressWarnings("ReferenceEquality")
    synchronized int[] endRound(BitSet round) {
        if (found != round) {
            return new int[0];
        }
        BitSet goes = missed;
        goes.andNot(round);
        int[] gone = goes.stream().map(index::id).toArray();
        goes.stream().forEach(this::forget);
        BitSet kept = new BitSet();
        int size = index.size();
        for (int position = 0, next = 0; position < size; position++) {
            if (!goes.get(position)) {
                kept.set(next++, !round.get(position));
            }
        }
        if (gone.length > 0) {
            index = index.retain(position -> !goes.get(position));
            liveBytes = liveBytes * index.size() / size; // until a checkpoint counts them
        }
        found = null;
        missed = kept;
        return gone;
    }

    private void forget(int position) {
        tableSizes[index.table(position)]--;
        PendingDefinition waiting = pending.remove(index.id(position));
        pendingBytes -= waiting == null ? 0 : waiting.definition().heapBytes();
        unwritten -= index.location(position) == UNWRITTEN ? 1 : 0;
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
        leases.clear();
        found = null;
        missed = new BitSet();
        liveBytes = 0;
        pendingBytes = 0;
        unwritten = 0;
        idBound = 0; // until it is known that the log has another identity
    }
}
