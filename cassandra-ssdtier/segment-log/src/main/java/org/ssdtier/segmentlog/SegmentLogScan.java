package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * A scan of every record of a log that is not open, in the order they were appended; it writes nothing. It serves an
 * owner that must see all records before {@link SegmentLog#open} drops what it cannot use, and the offline inspection
 * of a log.
 *
 * <p>Records are found by reading the segments, not the footers. A record that is not found was not written or is
 * damaged beyond recognition. Only the owner can distinguish the two cases, so its records should identify their
 * predecessors.
 */
public final class SegmentLogScan {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;

    private final Storage storage;
    private final Map<Integer, String> nameBySequence = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private ManifestDescriptor.@Nullable Fields manifest;
    private int slots;

    private SegmentLogScan(Storage storage) {
        this.storage = storage;
    }

    /**
     * Scans the log in a storage.
     *
     * @param storage storage of the log; stays open
     * @param visitor visitor of the records
     * @return the scan, with what was found besides the records
     * @throws FormatException when the manifest is damaged, or missing although there are segments, or a file is of a
     *     version that is not read
     * @throws IOException when a device cannot be read
     */
    public static SegmentLogScan run(Storage storage, RecordVisitor visitor) throws IOException {
        SegmentLogScan scan = new SegmentLogScan(storage);
        scan.visit(visitor);
        return scan;
    }

    /** Returns whether there is a log. */
    public boolean exists() {
        return manifest != null;
    }

    /** Returns whether the log was stopped cleanly. */
    public boolean isClean() {
        return manifest != null && manifest.isClean();
    }

    /** Returns the instance ID of the log; 0 when there is no log. */
    public long instanceId() {
        return manifest == null ? 0 : manifest.instanceId();
    }

    /**
     * Returns the number of slots of the log according to its files, which may be ahead of the manifest; 0 when there
     * is no log.
     */
    public int segmentCount() {
        return slots;
    }

    /** Returns the size of the segments in bytes; 0 when there is no log. */
    public int segmentBytes() {
        return manifest == null ? 0 : manifest.segmentBytes();
    }

    /** Returns the payload that the owner last stored in the manifest. */
    public ByteBuffer ownerPayload() {
        return manifest == null ? ByteBuffer.allocate(0) : manifest.payload().duplicate();
    }

    /** Returns the problems that concern whole segments, one sentence each, with the file. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns the file and offset of a location, for messages. */
    public String describe(long location) {
        String name = nameBySequence.get(Location.sequence(location));
        return storage.describe() + " file=" + (name == null ? "(none)" : name) + " offset="
                + Location.offset(location);
    }

    private void visit(RecordVisitor visitor) throws IOException {
        List<String> names = new ArrayList<>(storage.names());
        boolean hasManifest = names.contains(ManifestStore.NAME);
        names.removeIf(name -> !SegmentHeaderDescriptor.isFileName(name));
        names.sort(null);
        if (hasManifest) {
            try (ManifestStore store = ManifestStore.open(storage)) {
                manifest = store.read();
            }
        }
        ManifestDescriptor.Fields fields = manifest;
        if (fields == null) {
            if (!names.isEmpty()) {
                throw new FormatException.Corrupt(storage.describe() + " file=" + ManifestStore.NAME
                        + " offset=0: no manifest, segments=" + names.size());
            }
            return;
        }
        slots = names.isEmpty() ? 0 : SegmentHeaderDescriptor.slotOf(names.get(names.size() - 1)) + 1;
        TreeMap<Integer, SegmentIdentity> bySequence = new TreeMap<>();
        for (String name : names) {
            SegmentIdentity segment = identity(name, fields);
            if (segment != null && segment.sequence() > 0) {
                bySequence.put(segment.sequence(), segment);
                nameBySequence.put(segment.sequence(), name);
            }
        }
        for (SegmentIdentity segment : bySequence.values()) {
            read(segment, fields.segmentBytes(), visitor);
        }
    }

    /** Returns the identity of the segment in a file; null when the file holds no segment of this log. */
    private @Nullable SegmentIdentity identity(String name, ManifestDescriptor.Fields fields) throws IOException {
        String what = storage.describe() + " file=" + name;
        int slot = SegmentHeaderDescriptor.slotOf(name);
        try (Device device = storage.open(name)) {
            ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
            device.read(page, 0);
            if (page.getLong(0) == 0) {
                return null;
            }
            try {
                SegmentHeaderDescriptor.Fields header = SegmentHeaderDescriptor.decode(page, what);
                boolean ours = header.instanceId() == fields.instanceId()
                        && header.slot() == slot
                        && header.segmentBytes() == fields.segmentBytes();
                return ours && header.isUsed() ? header.identity() : null;
            } catch (FormatException.Corrupt damaged) {
                problems.add(damaged.getMessage());
                return identityInFooter(device, fields, what);
            }
        }
    }

    private static @Nullable SegmentIdentity identityInFooter(
            Device device, ManifestDescriptor.Fields fields, String what) throws IOException {
        try {
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, fields.segmentBytes(), what);
            return trailer.segment().instanceId() == fields.instanceId() ? trailer.segment() : null;
        } catch (FormatException none) {
            return null;
        }
    }

    private void read(SegmentIdentity segment, int segmentBytes, RecordVisitor visitor) throws IOException {
        String name = nameBySequence.get(segment.sequence());
        assert name != null : "sequence=" + segment.sequence();
        try (Device device = storage.open(name)) {
            SegmentScanner scanner = new SegmentScanner(segmentBytes, segmentBytes - 2 * PAGE_BYTES);
            scanner.start(device, segment);
            scanner.scan(visitor);
            if (scanner.errors() > 0) {
                throw new IOException(storage.describe() + " file=" + name + ": cannot be read");
            }
        }
    }
}
