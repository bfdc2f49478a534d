package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * The recovery of a log from its storage: the manifest first, then slot after slot.
 *
 * <ol>
 *   <li>Read the manifest; if there is none, the log is new and has a new instance ID.
 *   <li>Make a manifest in state open durable, before anything else changes. If the owner chose
 *       {@code openOnFirstWrite} and the log was stopped cleanly, this is deferred to the first sequence number
 *       assigned: no segment is written before.
 *   <li>Preallocate the segment files; the log ends where space runs out.
 *   <li>A segment is valid if its header names this instance and this slot, and its sequence number was assigned. A
 *       sealed segment has a footer with the same sequence number. A segment without one was active when the log
 *       stopped: its records are found by reading it, and it gets its footer now.
 * </ol>
 */
final class Recoverer {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;

    private final Storage storage;
    private final SegmentLogOptions options;
    private final LogCounters counters;
    private final SegmentTable table = new SegmentTable();
    private final List<Device> devices = new ArrayList<>();
    private final Map<Integer, Segment> bySequence = new HashMap<>();
    private Recovery.State state = Recovery.State.NEW;
    private int rescanned;
    private int unreadable;
    private long bound;
    private long instanceId;
    private @Nullable SegmentScanner scanner;

    private Recoverer(Storage storage, SegmentLogOptions options, LogCounters counters) {
        this.storage = storage;
        this.options = options;
        this.counters = counters;
    }

    /** The result of opening a log. */
    record Result(SegmentTable table, SequenceSource sequences, Recovery recovery) {}

    /**
     * Opens the log of a storage.
     *
     * @throws FormatException when the manifest cannot be used
     * @throws IOException when the storage fails or has no room for the smallest log
     */
    static Result open(Storage storage, ManifestStore store, SegmentLogOptions options, LogCounters counters)
            throws IOException {
        Recoverer recoverer = new Recoverer(storage, options, counters);
        try {
            return recoverer.run(store);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            recoverer.closeDevices();
            throw e;
        }
    }

    private Result run(ManifestStore store) throws IOException {
        ManifestDescriptor.Fields found = store.read();
        Set<String> before = segmentNames();
        ManifestDescriptor.Fields manifest = found != null ? checkGeometry(found) : newManifest();
        if (found != null) {
            state = found.isClean() ? Recovery.State.CLEAN : Recovery.State.CRASHED;
        }
        instanceId = manifest.instanceId();
        bound = manifest.nextSequence();
        SequenceSource sequences = new SequenceSource(store, manifest, manifest.nextSequence());
        store.allocate();
        boolean staysClean = options.openOnFirstWrite() && state == Recovery.State.CLEAN;
        if (!staysClean) {
            sequences.writeOpen(instanceId, options.segmentCount(), manifest.payload());
        }
        int count = allocate(before);
        for (int slot = 0; slot < count; slot++) {
            recover(slot);
        }
        if (state != Recovery.State.CLEAN) {
            sequences.ensureOpen();
        }
        storage.force();
        table.publish();
        int sealed = table.inUse().size();
        Recovery recovery = new Recovery(
                state,
                manifest.payload().duplicate(),
                sealed,
                rescanned,
                unreadable,
                options.segmentCount() - count,
                found == null ? before.size() : 0);
        return new Result(table, sequences, recovery);
    }

    private ManifestDescriptor.Fields newManifest() {
        return new ManifestDescriptor.Fields(
                false,
                options.sources().instanceIds().getAsLong(),
                0,
                options.segmentBytes(),
                options.segmentCount(),
                1,
                ByteBuffer.allocate(0));
    }

    private ManifestDescriptor.Fields checkGeometry(ManifestDescriptor.Fields found) throws GeometryException {
        if (found.segmentBytes() != options.segmentBytes()) {
            throw new GeometryException(storage.describe() + ": written with segment_size=" + found.segmentBytes()
                    + ", opened with segment_size=" + options.segmentBytes());
        }
        return found;
    }

    /** Opens and preallocates the segment files and deletes those beyond the last; returns their number. */
    private int allocate(Set<String> before) throws IOException {
        int wanted = options.segmentCount();
        int slot = 0;
        while (slot < wanted) {
            Device device = storage.open(SegmentHeaderDescriptor.fileName(slot));
            devices.add(device);
            try {
                device.allocate(options.segmentBytes());
                slot++;
            } catch (NoSpaceException full) {
                counters.noSpaceErrors.increment();
                requireNoSegmentLost(slot, before, full);
                if (slot < SegmentLogOptions.MIN_SEGMENTS) {
                    deleteNewFiles(before);
                    throw new StorageException(
                            storage.describe() + ": has room for " + slot + " segments of " + options.segmentBytes()
                                    + " bytes, needs " + SegmentLogOptions.MIN_SEGMENTS + " or more",
                            full);
                }
                devices.remove(slot).close();
                break;
            }
        }
        deleteSegmentsFrom(slot);
        return slot;
    }

    /** Fails if a log whose owner must not lose records would lose existing segments, since they may hold records. */
    private void requireNoSegmentLost(int slot, Set<String> before, NoSpaceException full) throws IOException {
        boolean wouldDelete =
                before.stream().anyMatch(name -> name.compareTo(SegmentHeaderDescriptor.fileName(slot)) >= 0);
        if (options.forceBeforeReuse() && wouldDelete) {
            deleteNewFiles(before);
            throw new StorageException(
                    storage.describe() + " file=" + SegmentHeaderDescriptor.fileName(slot)
                            + ": no space to preallocate " + options.segmentBytes()
                            + " bytes, and it may hold records; free space and reopen the log",
                    full);
        }
    }

    private void deleteSegmentsFrom(int count) throws IOException {
        for (String name : segmentNames()) {
            if (SegmentHeaderDescriptor.slotOf(name) >= count) {
                storage.delete(name);
            }
        }
    }

    /**
     * Deletes the segment files created by this opening, so that a log that cannot open does not use up the last
     * space.
     */
    private void deleteNewFiles(Set<String> before) throws IOException {
        closeDevices();
        for (String name : segmentNames()) {
            if (!before.contains(name)) {
                storage.delete(name);
            }
        }
    }

    private Set<String> segmentNames() throws IOException {
        return storage.names().stream()
                .filter(SegmentHeaderDescriptor::isFileName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void recover(int slot) {
        Device device = devices.get(slot);
        try {
            table.add(device, readSegment(slot, device));
        } catch (IOException e) {
            unreadable++;
            counters.readErrors.increment();
            table.addRetired(device); // an unreadable slot is not overwritten
        }
    }

    private @Nullable Segment readSegment(int slot, Device device) throws IOException {
        String what = storage.describe() + " file=" + SegmentHeaderDescriptor.fileName(slot);
        FooterDescriptor.Trailer trailer = trailerOrNull(device, what);
        SegmentIdentity identity = identity(slot, device, trailer, what);
        if (identity == null || identity.sequence() <= 0 || !isPlausible(identity.sequence())) {
            return null;
        }
        Segment segment = new Segment(slot, identity, device, Segment.ALL_FLUSHED);
        if (trailer != null && trailer.segment().equals(identity) && areEntriesValid(segment)) {
            segment.tail = trailer.endOffset();
            segment.records = trailer.entryCount();
        } else if (!rescan(segment)) {
            return null;
        }
        segment.state = SegmentState.SEALED;
        bySequence.put(segment.sequence, segment);
        return segment;
    }

    /**
     * Returns whether the footer's entries are valid, or are checked when they are read. After a crash a footer may lack
     * its entries; a clean stop forced both. Only a log that must not lose records is checked here: the footers of a
     * large cache have gigabytes.
     */
    private boolean areEntriesValid(Segment segment) {
        return state == Recovery.State.CLEAN
                || !options.forceBeforeReuse()
                || new Footer().readOf(segment, options.segmentBytes());
    }

    /** Returns whether a sequence number was assigned, and to this slot only. If not, the state changes to crashed. */
    private boolean isPlausible(int sequence) {
        if (sequence >= bound || bySequence.containsKey(sequence)) {
            state = Recovery.State.CRASHED;
            return false;
        }
        return true;
    }

    /** Returns the identity of the segment in a slot; null when there is none. */
    private @Nullable SegmentIdentity identity(
            int slot, Device device, FooterDescriptor.@Nullable Trailer trailer, String what) throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
        device.read(page, 0);
        if (page.getLong(0) == 0) {
            return null; // preallocated, but never used
        }
        try {
            SegmentHeaderDescriptor.Fields header = SegmentHeaderDescriptor.decode(page, what);
            boolean ours = header.instanceId() == instanceId
                    && header.slot() == slot
                    && header.segmentBytes() == options.segmentBytes();
            return ours && header.isUsed() ? header.identity() : null;
        } catch (FormatException damaged) {
            return trailer != null ? trailer.segment() : null; // a flipped bit is harmless if there is a footer
        }
    }

    private FooterDescriptor.@Nullable Trailer trailerOrNull(Device device, String what) throws IOException {
        try {
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, options.segmentBytes(), what);
            return trailer.segment().instanceId() == instanceId ? trailer : null;
        } catch (FormatException unsealed) {
            return null;
        }
    }

    /** Finds the records of a segment without a footer and writes a footer; returns whether there are any records. */
    private boolean rescan(Segment segment) throws IOException {
        SegmentScanner scan =
                scanner != null ? scanner : new SegmentScanner(options.segmentBytes(), options.maxRecordBytes());
        scanner = scan;
        Footer footer = new Footer();
        scan.start(segment.device, segment.identity);
        segment.tail = scan.collect(footer);
        if (scan.errors() > 0) {
            throw new IOException(
                    storage.describe() + " file=" + SegmentHeaderDescriptor.fileName(segment.slot) + ": unreadable");
        }
        rescanned++;
        segment.records = footer.count();
        if (footer.count() > 0) {
            writeFooter(segment, footer);
        }
        return footer.count() > 0;
    }

    private void writeFooter(Segment segment, Footer footer) {
        long[] at = {options.segmentBytes() - footer.footerBytes()};
        try {
            footer.encode(segment.identity, segment.tail, page -> {
                segment.device.write(page, at[0]);
                at[0] += PAGE_BYTES;
            });
        } catch (IOException e) {
            counters.writeErrors.increment(); // the next opening finds the records by reading again
        }
    }

    private void closeDevices() {
        for (Device device : devices) {
            try {
                device.close();
            } catch (IOException e) {
                counters.readErrors.increment(); // only the first failure is reported
            }
        }
    }
}
