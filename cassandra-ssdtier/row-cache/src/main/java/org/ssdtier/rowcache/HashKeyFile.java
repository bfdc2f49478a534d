package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The file {@value #NAME} in the directory of the segments, one page of 4 KiB. All numbers are little endian.
 *
 * <pre>
 *   0        4        8                16               24        28
 *  +--------+--------+----------------+----------------+---------+
 *  | magic  | format |      seed      |     factor     | checksum|
 *  |        | version|                |                |         |
 *  +--------+--------+----------------+----------------+---------+
 * </pre>
 *
 * <p>The file is written once, before anything hashed with the key, and is kept as long as the directory. A copy of the
 * directory includes it. Snapshot and journal name the key they were written under; if the file has another key, or is
 * missing, the cache starts cold.
 */
final class HashKeyFile {
    /** The file's name. */
    static final String NAME = "hash-key";
    /** "SSDK". */
    static final int MAGIC = 0x4b445353;
    /** The version written, and the only one read. */
    static final int FORMAT_VERSION = 1;

    private static final Logger logger = LoggerFactory.getLogger(HashKeyFile.class);
    private static final int PAGE_BYTES = 4096;
    private static final int VERSION_OFFSET = 4;
    private static final int SEED_OFFSET = 8;
    private static final int FACTOR_OFFSET = 16;
    private static final int CHECKSUM_OFFSET = 24;

    private HashKeyFile() {}

    /**
     * Returns the key of a directory. If the directory has no key, or the key is damaged, a new key is drawn and
     * stored; existing records were then hashed under another key.
     *
     * @throws IOException if the key cannot be read, or a new one cannot be made durable
     */
    static HashKey openOrCreate(Storage storage, LongSupplier randomLongs) throws IOException {
        HashKey found = read(storage);
        if (found != null) {
            return found;
        }
        HashKey drawn = HashKey.random(randomLongs);
        write(storage, drawn);
        return drawn;
    }

    /**
     * Stores a key in a directory that holds nothing hashed under another key.
     *
     * @throws IOException if the key cannot be made durable
     */
    static void put(Storage storage, HashKey key) throws IOException {
        if (!key.equals(read(storage))) {
            write(storage, key);
        }
    }

    private static void write(Storage storage, HashKey key) throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
        page.putInt(0, MAGIC);
        page.putInt(VERSION_OFFSET, FORMAT_VERSION);
        page.putLong(SEED_OFFSET, key.seed());
        page.putLong(FACTOR_OFFSET, key.factor());
        page.putInt(CHECKSUM_OFFSET, SnapshotDescriptor.checksum(page.slice(0, CHECKSUM_OFFSET)));
        storage.delete(NAME);
        try (Device device = storage.open(NAME)) {
            device.allocate(PAGE_BYTES);
            device.write(page, 0);
            device.force();
        }
        storage.force();
    }

    private static @Nullable HashKey read(Storage storage) throws IOException {
        if (!storage.names().contains(NAME)) {
            return null;
        }
        try (Device device = storage.open(NAME)) {
            ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
            int count = device.read(page, 0);
            return decode(page, count);
        } catch (FormatException e) {
            logger.warn("Row cache on SSD starts cold with a new hash key: {}", e.getMessage());
            return null;
        }
    }

    private static HashKey decode(ByteBuffer page, int count) throws FormatException {
        int stored = page.getInt(CHECKSUM_OFFSET);
        int computed = SnapshotDescriptor.checksum(page.slice(0, CHECKSUM_OFFSET));
        if (count != PAGE_BYTES || page.getInt(0) != MAGIC || stored != computed) {
            throw new FormatException.Corrupt(String.format(
                    Locale.ROOT,
                    "file=%s offset=0: bytes=%d, expected %d; magic=%08x, expected %08x; checksum=%08x, computed %08x",
                    NAME,
                    count,
                    PAGE_BYTES,
                    page.getInt(0),
                    MAGIC,
                    stored,
                    computed));
        }
        int version = page.getInt(VERSION_OFFSET);
        if (version != FORMAT_VERSION) {
            throw new FormatException.TooNew(
                    "file=" + NAME + " version=" + version + ", readable " + FORMAT_VERSION + " to " + FORMAT_VERSION);
        }
        return new HashKey(page.getLong(SEED_OFFSET), page.getLong(FACTOR_OFFSET));
    }
}
