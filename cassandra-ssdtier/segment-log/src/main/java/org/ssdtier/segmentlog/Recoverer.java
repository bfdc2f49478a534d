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

/**
 * Opens what a directory holds: manifest, then slot after slot.
 *
 * <ol>
 *   <li>Read the manifest; none means a new log with a new instance ID.
 *   <li>Make a manifest in state open durable, before anything else changes; or, if the owner wants it so and the log was
 *       stopped cleanly, leave that to the first sequence number taken: no segment is written before.
 *   <li>Preallocate the segment files; where space runs out the log ends.
 *   <li>A segment counts if its header names this instance and this slot, and its sequence number is one given out. Sealed
 *       ones have a footer of the same sequence number. One without was active when the log stopped: its records are
 *       found by reading it, and it gets its footer now.
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

    /** What opening results in. */
    record Result(SegmentTable table, SequenceSource sequences, Recovery recovery) {}

    static String segmentName(int slot) {
        return String.format("segment-%05d", slot);
    }

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
        } catch (IOException | RuntimeException e) {
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
                options.instanceIds().getAsLong(),
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

    /** Opens and preallocates the segment files; returns how many there are, after deleting those beyond. */
    private int allocate(Set<String> before) throws IOException {
        int wanted = options.segmentCount();
        int slot = 0;
        while (slot < wanted) {
            Device device = storage.open(segmentName(slot));
            devices.add(device);
            try {
                device.allocate(options.segmentBytes());
                slot++;
            } catch (NoSpaceException full) {
                counters.noSpaceErrors.increment();
                keepWhatIsThere(slot, before, full);
                if (slot < SegmentLogOptions.MIN_SEGMENTS) {
                    giveBack(before);
                    throw new StorageException(
                            storage.describe() + ": has room for " + slot + " segments of " + options.segmentBytes()
                                    + " bytes, needed " + SegmentLogOptions.MIN_SEGMENTS + " at least",
                            full);
                }
                devices.remove(slot).close();
                break;
            }
        }
        deleteBeyond(slot);
        return slot;
    }

    /** A log whose owner may lose nothing does not get smaller by segments that are there: they may hold records. */
    private void keepWhatIsThere(int slot, Set<String> before, NoSpaceException full) throws IOException {
        boolean wouldDelete = before.stream().anyMatch(name -> name.compareTo(segmentName(slot)) >= 0);
        if (options.forceBeforeReuse() && wouldDelete) {
            giveBack(before);
            throw new StorageException(
                    storage.describe() + " file=" + segmentName(slot) + ": no space to preallocate "
                            + options.segmentBytes() + " bytes, and it may hold records; make room and open it again",
                    full);
        }
    }

    private void deleteBeyond(int count) throws IOException {
        for (String name : segmentNames()) {
            if (Integer.parseInt(name.substring("segment-".length())) >= count) {
                storage.delete(name);
            }
        }
    }

    /** A log that cannot open does not keep the little space there was. */
    private void giveBack(Set<String> before) throws IOException {
        closeDevices();
        for (String name : segmentNames()) {
            if (!before.contains(name)) {
                storage.delete(name);
            }
        }
    }

    private Set<String> segmentNames() throws IOException {
        return storage.names().stream()
                .filter(name -> name.matches("segment-\\d{5}"))
                .collect(Collectors.toUnmodifiableSet());
    }

    private void recover(int slot) {
        Device device = devices.get(slot);
        try {
            table.add(device, readSegment(slot, device));
        } catch (IOException e) {
            unreadable++;
            counters.readErrors.increment();
            table.addRetired(device); // what cannot be read is not written over either
        }
    }

    private @Nullable Segment readSegment(int slot, Device device) throws IOException {
        String what = storage.describe() + " file=" + segmentName(slot);
        FooterDescriptor.Trailer trailer = trailerOrNull(device, what);
        int sequence = usedSequence(slot, device, trailer, what);
        if (sequence <= 0 || !isPlausible(sequence)) {
            return null;
        }
        Segment segment = new Segment(slot, sequence, device, Segment.ALL_FLUSHED);
        if (trailer != null && trailer.sequence() == sequence && entriesCanBeTrusted(segment)) {
            segment.tail = trailer.endOffset();
            segment.records = trailer.entryCount();
        } else if (!rescan(segment)) {
            return null;
        }
        segment.state = SegmentState.SEALED;
        bySequence.put(sequence, segment);
        return segment;
    }

    /** After a crash a footer may have its trailer and not its entries; a clean stop was sure of both. */
    private boolean entriesCanBeTrusted(Segment segment) {
        return state == Recovery.State.CLEAN || new Footer().readOf(segment, instanceId, options.segmentBytes());
    }

    /** Returns whether a sequence number was given out, and to this slot alone. Else the clean state is not to be trusted. */
    private boolean isPlausible(int sequence) {
        if (sequence >= bound || bySequence.containsKey(sequence)) {
            state = Recovery.State.CRASHED;
            return false;
        }
        return true;
    }

    /** Returns the sequence number of the segment in a slot; 0 when there is none. */
    private int usedSequence(int slot, Device device, FooterDescriptor.@Nullable Trailer trailer, String what)
            throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
        device.read(page, 0);
        if (page.getLong(0) == 0) {
            return 0; // preallocated and never used
        }
        try {
            SegmentHeaderDescriptor.Fields header = SegmentHeaderDescriptor.decode(page, what);
            boolean ours = header.instanceId() == instanceId
                    && header.slot() == slot
                    && header.segmentBytes() == options.segmentBytes();
            return ours && header.isUsed() ? header.sequence() : 0;
        } catch (FormatException damaged) {
            return trailer != null ? trailer.sequence() : 0; // a flipped bit there costs nothing if there is a footer
        }
    }

    private FooterDescriptor.@Nullable Trailer trailerOrNull(Device device, String what) throws IOException {
        try {
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, options.segmentBytes(), what);
            return trailer.instanceId() == instanceId ? trailer : null;
        } catch (FormatException unsealed) {
            return null;
        }
    }

    /** Finds the records of a segment without a footer and writes one; returns whether there are any. */
    private boolean rescan(Segment segment) throws IOException {
        SegmentScanner scan =
                scanner != null ? scanner : new SegmentScanner(options.segmentBytes(), options.maxRecordBytes());
        scanner = scan;
        Footer footer = new Footer();
        scan.start(segment.device, segment.sequence);
        segment.tail = scan.collect(footer);
        if (scan.errors() > 0) {
            throw new IOException(storage.describe() + " file=" + segmentName(segment.slot) + ": unreadable");
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
            footer.encode(instanceId, segment.sequence, segment.tail, page -> {
                segment.device.write(page, at[0]);
                at[0] += PAGE_BYTES;
            });
        } catch (IOException e) {
            counters.writeErrors.increment(); // the records are found once more by reading when it is opened next
        }
    }

    private void closeDevices() {
        for (Device device : devices) {
            try {
                device.close();
            } catch (IOException e) {
                counters.readErrors.increment(); // the first failure is the one to report
            }
        }
    }
}
