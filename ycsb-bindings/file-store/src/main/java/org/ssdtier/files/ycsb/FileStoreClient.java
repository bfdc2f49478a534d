package org.ssdtier.files.ycsb;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.model.ContentTypes;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.DirectoryListing;
import org.ssdtier.files.store.FileStore;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A YCSB database backed by a file store. A key is a path, percent-encoded; a record has one field, {@link #CONTENT}. A
 * scan reads the files of a directory. Every read checks the SHA-256 of the content, and fails with {@link
 * Status#UNEXPECTED_STATE} if it differs.
 *
 * <p>Properties, beside those of {@code CqlClient} for the cluster: {@code files.read.consistency} (local_quorum),
 * {@code files.write.consistency} (each_quorum), {@code files.scan.consistency} (that of reads), and {@code
 * files.read.datacenter}, {@code files.write.datacenter}, {@code files.scan.datacenter} (that of {@code
 * cassandra.datacenter}). The store must exist.
 */
public final class FileStoreClient extends DB {
    /** The field with the content. */
    public static final String CONTENT = "content";

    private static final Logger LOG = LoggerFactory.getLogger(FileStoreClient.class);
    private static final int PAGE = 64;

    private @Nullable SharedStores stores;

    @Override
    public void init() throws DBException {
        try {
            stores = SharedStores.acquire(getProperties());
        } catch (IOException | RuntimeException e) {
            throw new DBException(e.getMessage(), e);
        }
    }

    @Override
    public void cleanup() throws DBException {
        SharedStores open = stores;
        stores = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw new DBException(e.getMessage(), e);
        }
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return perform("read", key, () -> {
            result.put(CONTENT, new ByteArrayByteIterator(open().reads().read(StorePath.ofEscaped(key))));
        });
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int recordCount,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return perform("scan", startKey, () -> {
            FileStore store = open().scans();
            DirectoryListing listing = store.list(StorePath.ofEscaped(startKey), null);
            List<DirectoryListing.Entry> page = listing.next(Math.min(PAGE, recordCount));
            while (!page.isEmpty()) {
                for (DirectoryListing.Entry entry : page) {
                    if (!entry.isDirectory()) {
                        HashMap<String, ByteIterator> record = new HashMap<>();
                        record.put(CONTENT, new ByteArrayByteIterator(store.read(entry.path())));
                        result.add(record);
                    }
                }
                int left = recordCount - result.size();
                page = left > 0 ? listing.next(Math.min(PAGE, left)) : List.of();
            }
        });
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return update(table, key, values);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return perform("put", key, () -> {
            StorePath path = StorePath.ofEscaped(key);
            FileAttributes attributes =
                    new FileAttributes(Instant.now(), FileAttributes.DEFAULT_MODE, ContentTypes.of(path));
            open().writes()
                    .put(path, new ByteArrayInputStream(values.get(CONTENT).toArray()), attributes);
        });
    }

    @Override
    public Status delete(String table, String key) {
        return perform("delete", key, () -> open().writes().remove(StorePath.ofEscaped(key)));
    }

    /** An operation on the store. */
    private interface Operation {
        void run() throws IOException;
    }

    private static Status perform(String name, String key, Operation operation) {
        try {
            operation.run();
            return Status.OK;
        } catch (StoreException.NotFound e) {
            return Status.NOT_FOUND;
        } catch (StoreException.Damaged e) {
            LOG.error("{} of {}: {}", name, key, e.getMessage());
            return Status.UNEXPECTED_STATE;
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("{} of {} failed: {}", name, key, e.toString());
            return Status.ERROR;
        }
    }

    private SharedStores open() {
        SharedStores open = stores;
        if (open == null) {
            throw new IllegalStateException("the client is not open: init() was not called or failed");
        }
        return open;
    }
}
