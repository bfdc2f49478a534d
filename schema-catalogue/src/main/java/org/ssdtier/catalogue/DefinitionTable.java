package org.ssdtier.catalogue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The in-memory state of a catalogue: the index, the definitions that are not durable yet, the leases, and the limits
 * on new IDs.
 *
 * <p>Every method is one short step under this object's monitor, which is the innermost lock: no I/O, and no call that
 * takes another lock. It is the only lock of the catalogue that the writer of an SSTable takes.
 */
final class DefinitionTable {
    /** Location of a definition that waits for the log. */
    static final long PENDING = -1;
    /** Location of an ID that does not exist. */
    static final long ABSENT = -2;
    /** Location of a definition that has an ID but is only in dictionaries of SSTables, because too many were waiting. */
    static final long UNWRITTEN = -3;

    /** The most IDs of leases that are looked up in one step: the writers of SSTables wait that long. */
    private static final int LEASED_STEP = 4_096;

    private final CatalogueOptions.Caps caps;
    private DefinitionIndex index = new DefinitionIndex();
    private final PendingQueue pending;
    private final IdRange ids = new IdRange();
    private final TableSizes tables = new TableSizes();
    private final Set<Lease> leases = new HashSet<>();
    private final RoundMarks marks = new RoundMarks();

    private long liveBytes;
    private int unwritten;
    private long unqueued;
    private long unadopted;

    DefinitionTable(CatalogueOptions options) {
        this.caps = options.caps();
        this.pending = new PendingQueue(options.queue());
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

    /** Sets the highest ID that may have been assigned. */
    synchronized void recoverIds(long highestId) {
        ids.recover(highestId);
    }

    // ---- IDs ----

    /**
     * Returns a definition's ID and leases it; assigns one if it has none.
     *
     * @param hasRoom whether the log has room for one more
     */
    synchronized Outcome intern(SchemaDefinition definition, Fingerprint fingerprint, Lease lease, boolean hasRoom) {
        assert pending.size() + unwritten <= index.size() : "pending=" + pending.size() + " of " + index.size();
        if (!leases.contains(lease)) {
            return Outcome.refused(Refusal.RENEWED);
        }
        int position = index.position(fingerprint);
        if (position != DefinitionIndex.NOT_FOUND) {
            int id = index.id(position);
            SchemaDefinition waiting = pending.get(id);
            if (waiting != null && !waiting.equals(definition)) {
                return Outcome.refused(Refusal.COLLISION);
            }
            take(position, lease, definition);
            return new Outcome(id, null, false);
        }
        Refusal refusal = refusal(definition, lease.table(), hasRoom);
        if (refusal == null) {
            refusal = ids.refusal();
        }
        if (refusal != null) {
            return Outcome.refused(refusal);
        }
        position = addNext(definition, fingerprint, lease.table());
        take(position, lease, definition);
        return new Outcome(index.id(position), null, true);
    }

    /**
     * Finds an ID of a dictionary that has lost the definition, which is kept here.
     *
     * @return whether the ID has ever been assigned
     */
    synchronized boolean findLost(int id) {
        int position = index.position(id);
        if (position != DefinitionIndex.NOT_FOUND) {
            marks.find(position);
        }
        return ids.isAssigned(id);
    }

    /**
     * Compares an ID of a dictionary with this table, and adds the definition if the ID has none here and the limits
     * allow it.
     *
     * @param hasRoom whether the log has room for one more
     */
    synchronized Agreement adopt(
            int id, SchemaDefinition definition, Fingerprint fingerprint, UUID table, boolean hasRoom) {
        int position = index.position(id);
        if (position == DefinitionIndex.NOT_FOUND) {
            if (!ids.isAssigned(id)) {
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
     * Finds a definition of a dictionary without IDs of this catalogue; assigns it an ID if it has none and the limits
     * allow it.
     *
     * @return whether it already had an ID
     */
    synchronized boolean adopt(SchemaDefinition definition, Fingerprint fingerprint, UUID table, boolean hasRoom) {
        int position = index.position(fingerprint);
        boolean isKnown = position != DefinitionIndex.NOT_FOUND;
        if (!isKnown && refusal(definition, table, hasRoom) == null && ids.refusal() == null) {
            position = addNext(definition, fingerprint, table);
        }
        if (position != DefinitionIndex.NOT_FOUND) {
            find(position, definition, table);
        } else {
            unadopted++;
        }
        return isKnown;
    }

    /** Returns the ID of a definition; {@link SchemaIds#NONE} if it has none. */
    synchronized int find(Fingerprint fingerprint) {
        int position = index.position(fingerprint);
        return position == DefinitionIndex.NOT_FOUND ? SchemaIds.NONE : index.id(position);
    }

    private int addNext(SchemaDefinition definition, Fingerprint fingerprint, UUID table) {
        index.reserveNext(); // first: without memory no ID is used up
        return add(ids.assign(), definition, fingerprint, table);
    }

    private int add(int id, SchemaDefinition definition, Fingerprint fingerprint, UUID table) {
        put(id, fingerprint, UNWRITTEN, table);
        int position = index.size() - 1;
        unwritten++;
        queue(position, definition, table);
        unqueued += index.location(position) == UNWRITTEN ? 1 : 0;
        return position;
    }

    private void put(int id, Fingerprint fingerprint, long location, UUID table) {
        int number = tables.number(table);
        index.add(id, fingerprint, location, number); // first: it fails without memory
        tables.increment(number);
    }

    /** Queues a definition that is not in the log, if there is room. */
    private void queue(int position, SchemaDefinition definition, UUID table) {
        if (index.location(position) != UNWRITTEN || !pending.hasRoomFor(definition)) {
            return;
        }
        int id = index.id(position);
        index.setLocation(position, PENDING);
        unwritten--;
        pending.add(new PendingDefinition(id, definition, table));
        liveBytes += CatalogueRecord.segmentBytes(definition.length());
    }

    private @Nullable Refusal refusal(SchemaDefinition definition, UUID table, boolean hasRoom) {
        if (definition.length() > caps.maxDefinitionBytes()) {
            return Refusal.TOO_LONG;
        }
        if (index.size() >= caps.maxDefinitions()) {
            return Refusal.TOO_MANY;
        }
        if (tables.isFull(table, caps.maxDefinitionsPerTable())) {
            return Refusal.TOO_MANY_OF_TABLE;
        }
        return hasRoom ? null : Refusal.NO_SPACE;
    }

    private void take(int position, Lease lease, SchemaDefinition definition) {
        lease.add(index.id(position));
        find(position, definition, lease.table());
    }

    /** Records that a definition is in use: it is not reclaimed, and is queued for the log if it is missing there. */
    private void find(int position, SchemaDefinition definition, UUID table) {
        queue(position, definition, table);
        marks.find(position);
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

    /** Returns the definitions that wait for the log, in order of arrival. */
    synchronized List<PendingDefinition> pending() {
        return pending.all();
    }

    synchronized @Nullable SchemaDefinition pendingDefinition(int id) {
        return pending.get(id);
    }

    synchronized int pendingSize() {
        return pending.size();
    }

    synchronized long pendingBytes() {
        return pending.heapBytes();
    }

    /** Returns whether the queue for the log is at least half full. */
    synchronized boolean isHalfFull() {
        return pending.isHalfFull();
    }

    /** Returns the number of definitions that are neither in the log nor waiting for it. */
    synchronized int unwritten() {
        return unwritten;
    }

    /** Returns the number of definitions so far that could not be queued for the log. */
    synchronized long unqueued() {
        return unqueued;
    }

    /**
     * Returns the number of times a definition of an SSTable was not added, because of a cap or because IDs ran out.
     */
    synchronized long unadopted() {
        return unadopted;
    }

    /** Records that a group is durable, and the location of each of its definitions. */
    synchronized void durable(List<PendingDefinition> group, long[] locations) {
        assert locations.length == group.size() : "locations=" + locations.length + " definitions=" + group.size();
        for (int at = 0; at < locations.length; at++) {
            int id = group.get(at).id();
            assert locations[at] >= 0 : "id=" + id + " location=" + locations[at];
            if (pending.remove(id)) {
                index.setLocation(index.position(id), locations[at]);
            }
        }
    }

    /** Returns whether fewer than {@code low} IDs are left below the bound, and the bound can be raised. */
    synchronized boolean needsIds(int low) {
        return ids.isLow(low);
    }

    /** Returns the number of IDs left below the bound. */
    synchronized long reservedIds() {
        return ids.left();
    }

    /** Returns the bound to make durable: {@code reserve} IDs above the highest assigned one. */
    synchronized long raisedIdBound(int reserve) {
        return ids.raisedBound(reserve);
    }

    /** Stops the assignment of new IDs: the manifest will record that none above the highest was assigned. */
    synchronized void seal() {
        ids.seal();
    }

    synchronized void setIdBound(long bound) {
        ids.raiseBound(bound);
    }

    // ---- look-ups ----

    /** Returns the location of a definition, {@link #PENDING}, {@link #UNWRITTEN} or {@link #ABSENT}. */
    synchronized long location(int id) {
        int position = index.position(id);
        return position == DefinitionIndex.NOT_FOUND ? ABSENT : index.location(position);
    }

    /** Changes the location of a definition, if it is still the old one. */
    synchronized void move(int id, long from, long to) {
        int position = index.position(id);
        if (position != DefinitionIndex.NOT_FOUND && index.location(position) == from) {
            index.setLocation(position, to);
        }
    }

    /** Returns all IDs in unsigned order. */
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
        return ids.highest();
    }

    synchronized long indexBytes() {
        return index.bytes();
    }

    // ---- rounds ----

    /**
     * Begins a round: definitions leased until its end count as found; those leased before do after {@link #findLeased}.
     * Returns null if one is already in progress.
     */
    synchronized @Nullable BitSet beginRound() {
        return marks.begin(index.size());
    }

    /**
     * Finds what is leased, before the round reads dictionaries: a lease that ends before its turn has left its dictionary by then.
     * In many steps, because a large compaction leases millions of IDs.
     */
    void findLeased(BitSet round) {
        for (Lease lease : openLeases()) {
            int next = 0;
            while (next >= 0) {
                next = findLeased(round, lease, next);
            }
        }
    }

    private synchronized List<Lease> openLeases() {
        return List.copyOf(leases);
    }

    /** Finds some IDs of a lease. Returns the number of those done; -1 if all are, or if the round has ended. */
    private synchronized int findLeased(BitSet round, Lease lease, int from) {
        if (!marks.isOpen(round)) {
            return -1;
        }
        int to = Math.min(lease.count(), from + LEASED_STEP);
        for (int at = from; at < to; at++) {
            int position = index.position(lease.id(at));
            if (position != DefinitionIndex.NOT_FOUND) {
                marks.find(position);
            }
        }
        return to < lease.count() ? to : -1;
    }

    /**
     * Ends a round that has not seen everything. It does not count: two later rounds must agree before anything is
     * dropped.
     */
    synchronized void giveUpRound(BitSet round) {
        if (marks.isOpen(round)) {
            marks.clear();
        }
    }

    /**
     * Ends a round that has seen everything: drops the definitions that neither it nor the previous round has found.
     *
     * @return the IDs of the dropped definitions; none if the round has already ended
     */
    synchronized int[] endRound(BitSet round) {
        if (!marks.isOpen(round)) {
            return new int[0];
        }
        BitSet goes = marks.missedTwice(round, index.size());
        int[] gone = goes.stream().map(index::id).toArray();
        int size = index.size();
        DefinitionIndex left = // first: it fails without memory
                gone.length == 0 ? index : index.retain(position -> !goes.get(position), size - gone.length);
        goes.stream().forEach(this::forget);
        if (gone.length > 0) {
            index = left;
            liveBytes = liveBytes * index.size() / size; // until a checkpoint counts them
        }
        marks.end(round, goes, size);
        return gone;
    }

    private void forget(int position) {
        tables.decrement(index.table(position));
        pending.remove(index.id(position));
        unwritten -= index.location(position) == UNWRITTEN ? 1 : 0;
    }

    /** Sets the bytes that the durable definitions take; those of the waiting ones are added. */
    synchronized void setLiveBytes(long bytes) {
        assert bytes >= 0 : "bytes=" + bytes;
        liveBytes = bytes + pending.segmentBytes();
    }

    /** Removes everything except the record of which IDs have been assigned. */
    synchronized void clear() {
        index = new DefinitionIndex();
        pending.clear();
        tables.clear();
        leases.clear();
        marks.clear();
        liveBytes = 0;
        unwritten = 0;
        ids.seal(); // until the log is known to have another identity
    }
}
