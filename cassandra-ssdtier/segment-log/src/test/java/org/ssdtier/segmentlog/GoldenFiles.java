package org.ssdtier.segmentlog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.HeaderDescriptor;

/**
 * The golden files of each format version under {@code src/test/resources/golden}: a log stopped cleanly and one left
 * open, compressed. They are never changed; each version has a directory of its own, written by {@link #main}.
 */
final class GoldenFiles {
    static final SegmentLogOptions OPTIONS = SegmentLogOptions.ofCapacity(4 * (32L << 10))
            .withSegments(32 << 10, 20_000)
            .withWriteBuffers(4 << 10, 4)
            .withFlushExecutor(Runnable::run)
            .withInstanceIds(() -> 0x0123456789ABCDEFL);
    static final long RECORDS = 30;
    static final List<String> NAMES =
            List.of("manifest", "segment-00000", "segment-00001", "segment-00002", "segment-00003");

    private GoldenFiles() {}

    /** Writes the log from scratch. */
    static MemoryStorage write(String variant) throws IOException {
        MemoryStorage storage = new MemoryStorage();
        SegmentLog log = SegmentLog.open(storage, OPTIONS);
        for (long id = 0; id < RECORDS; id++) {
            if (Records.append(log, id) < 0) {
                throw new IllegalStateException("id=" + id + " does not fit");
            }
        }
        if (variant.equals("clean")) {
            log.cleanClose(ByteBuffer.wrap("owner".getBytes(UTF_8)));
        } else {
            log.close();
        }
        return storage;
    }

    static byte[] load(int version, String variant, String name) {
        String resource = "/golden/format-" + version + "/" + variant + "/" + name + ".gz";
        try (InputStream in = GoldenFiles.class.getResourceAsStream(resource);
                GZIPInputStream unzipped = new GZIPInputStream(Objects.requireNonNull(in, resource))) {
            return unzipped.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(ByteBuffer bytes) {
        return UTF_8.decode(bytes).toString();
    }

    /**
     * Writes the golden files of the current version into a directory: {@code GoldenFiles src/test/resources/golden}.
     */
    public static void main(String[] arguments) throws IOException {
        for (String variant : List.of("clean", "crashed")) {
            Path directory = Path.of(arguments[0], "format-" + HeaderDescriptor.FORMAT_VERSION, variant);
            Files.createDirectories(directory);
            MemoryStorage storage = write(variant);
            for (String name : NAMES) {
                try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name + ".gz")))) {
                    out.write(Copies.bytes(storage, name));
                }
            }
        }
    }
}
