package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.LogReport.Content;
import org.ssdtier.segmentlog.LogReport.SegmentReport;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.ManifestDescriptor;
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/**
 * An inspector of a closed log: describes and verifies every manifest copy, header, footer and record. It writes
 * nothing and acquires no lock; the report on a log in use is inconsistent.
 */
public final class SegmentLogInspector {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;

    private final Storage storage;
    private final List<String> problems = new ArrayList<>();

    private SegmentLogInspector(Storage storage) {
        this.storage = storage;
    }

    /**
     * Inspects the log in a directory.
     *
     * @throws IOException when the directory cannot be read at all
     */
    public static LogReport inspect(Path directory) throws IOException {
        try (Storage storage = FileStorage.openReadOnly(directory)) {
            return inspect(storage);
        }
    }

    /**
     * Inspects the log in a storage.
     *
     * @param storage storage of the log; stays open
     * @throws IOException when the storage cannot be read at all
     */
    public static LogReport inspect(Storage storage) throws IOException {
        return new SegmentLogInspector(storage).run();
    }

    private LogReport run() throws IOException {
        LogReport.ManifestReport manifest = manifest();
        List<SegmentReport> segments = new ArrayList<>();
        List<String> names = new ArrayList<>(storage.names());
        names.removeIf(name -> !SegmentHeaderDescriptor.isFileName(name));
        names.sort(null);
        for (String name : names) {
            int slot = SegmentHeaderDescriptor.slotOf(name);
            segments.add(segment(name, slot, manifest));
        }
        if (manifest != null && manifest.segmentCount() != segments.size()) {
            problems.add("manifest: segment count=" + manifest.segmentCount() + ", files=" + segments.size());
        }
        return new LogReport(storage.describe(), manifest, List.copyOf(segments), List.copyOf(problems));
    }

    private LogReport.@Nullable ManifestReport manifest() {
        ManifestDescriptor.Fields newest = null;
        int readable = 0;
        try (ManifestStore store = ManifestStore.open(storage)) {
            for (int copy = 0; copy < 2; copy++) {
                try {
                    ManifestDescriptor.Fields fields = store.readCopy(copy);
                    if (fields != null) {
                        readable++;
                        newest = newest == null || fields.epoch() > newest.epoch() ? fields : newest;
                    }
                } catch (FormatException e) {
                    problems.add(e.getMessage());
                }
            }
        } catch (IOException e) {
            problems.add("manifest: " + e);
        }
        if (newest == null) {
            problems.add("manifest: no readable copy");
            return null;
        }
        return new LogReport.ManifestReport(
                newest.isClean(),
                newest.instanceId(),
                newest.epoch(),
                newest.segmentBytes(),
                newest.segmentCount(),
                newest.nextSequence(),
                newest.payload().remaining(),
                readable);
    }

    private SegmentReport segment(String name, int slot, LogReport.@Nullable ManifestReport manifest) {
        try (Device device = storage.open(name)) {
            ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
            device.read(page, 0);
            if (page.getLong(0) == 0) {
                return empty(slot, Content.FREE);
            }
            SegmentHeaderDescriptor.Fields header = SegmentHeaderDescriptor.decode(page, name);
            if (!header.isUsed()) {
                return empty(slot, Content.FREE);
            }
            if (manifest != null && header.instanceId() != manifest.instanceId()) {
                return empty(slot, Content.FOREIGN);
            }
            if (device.size() < header.segmentBytes()) {
                problems.add(name + ": bytes=" + device.size() + ", its header says " + header.segmentBytes());
            }
            return used(name, slot, device, header);
        } catch (IOException e) {
            problems.add(e instanceof FormatException ? e.getMessage() : name + ": " + e);
            return empty(slot, Content.DAMAGED);
        }
    }

    private static SegmentReport empty(int slot, Content content) {
        return new SegmentReport(slot, content, 0, -1, 0, 0, 0);
    }

    private SegmentReport used(String name, int slot, Device device, SegmentHeaderDescriptor.Fields header) {
        int segmentBytes = header.segmentBytes();
        SegmentScanner scanner = new SegmentScanner(segmentBytes, segmentBytes);
        scanner.start(device, header.identity());
        Tally tally = new Tally();
        Footer footer = new Footer();
        Content content = Content.SEALED;
        try {
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, segmentBytes, name);
            if (trailer.segment().equals(header.identity())) {
                footer.read(device, trailer, segmentBytes, name);
            } else {
                content = Content.UNSEALED;
            }
        } catch (FormatException e) {
            content = Content.UNSEALED; // a missing and a damaged footer cannot be distinguished: neither is used
        } catch (IOException e) {
            content = Content.DAMAGED;
        }
        if (content == Content.SEALED) {
            for (int entry = 0; entry < footer.count(); entry++) {
                tally.add(scanner.record(footer.offset(entry)));
            }
        } else {
            scanner.scan(tally);
        }
        if (tally.bad > 0 || scanner.errors() > 0) {
            problems.add(name + ": bad records=" + tally.bad + ", read errors=" + scanner.errors());
        }
        int listed = content == Content.SEALED ? footer.count() : -1;
        return new SegmentReport(slot, content, header.sequence(), listed, tally.valid, tally.bad, tally.bytes);
    }

    /** A counter of records. */
    private static final class Tally implements RecordVisitor {
        private long valid;
        private long bad;
        private long bytes;

        void add(@Nullable RecordView record) {
            if (record != null) {
                valid(record);
            } else {
                bad++;
            }
        }

        @Override
        public void valid(RecordView record) {
            valid++;
            bytes += record.recordBytes();
        }

        @Override
        public void damaged(long location, int recordBytes) {
            bad++;
        }
    }
}
