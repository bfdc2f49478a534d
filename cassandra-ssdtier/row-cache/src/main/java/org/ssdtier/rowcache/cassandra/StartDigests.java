package org.ssdtier.rowcache.cassandra;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.io.sstable.format.SSTableFormat.Components;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableId;

/**
 * The SSTables that each table had when the node started, as a digest. Images are a function of a table's SSTables: those
 * saved by a clean stop are right if, and only if, the SSTables are still the same.
 */
final class StartDigests {
    private static final Map<TableId, byte[]> DIGESTS = new ConcurrentHashMap<>();

    private StartDigests() {}

    /** Notes a table's SSTables while the table is opened. */
    static void record(Tracker tracker, Collection<SSTableReader> sstables) {
        if (tracker.cfstore != null && !tracker.cfstore.isIndex()) {
            DIGESTS.put(tracker.cfstore.metadata.id, digest(sstables));
        }
    }

    /** Forgets a table that was dropped. */
    static void forget(TableId table) {
        DIGESTS.remove(table);
    }

    static Map<TableId, byte[]> all() {
        return new HashMap<>(DIGESTS);
    }

    /** A digest of which SSTables these are: id, version, length and checksum of each one's data. */
    static byte[] digest(Collection<SSTableReader> sstables) {
        List<String> lines = new ArrayList<>();
        for (SSTableReader sstable : sstables) {
            lines.add(sstable.descriptor.id + " " + sstable.descriptor.version + " "
                    + sstable.descriptor.fileFor(Components.DATA).length() + " "
                    + checksum(sstable.descriptor.fileFor(Components.DIGEST)));
        }
        lines.sort(null);
        MessageDigest digest = sha256();
        for (String line : lines) {
            digest.update(line.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
        }
        return digest.digest();
    }

    private static String checksum(File file) {
        try {
            return file.exists() ? java.nio.file.Files.readString(file.toPath()).strip() : "none";
        } catch (java.io.IOException e) {
            return "unreadable " + System.nanoTime();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
