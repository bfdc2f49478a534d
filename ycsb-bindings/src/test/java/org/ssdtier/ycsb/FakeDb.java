package org.ssdtier.ycsb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A table in memory and a journal of the requests, as {@code OPERATION key fields}. */
public class FakeDb extends DB {
    /** The state shared by all clients of one test. */
    public static final class Store {
        public final Map<String, Map<String, byte[]>> rows = new ConcurrentHashMap<>();
        public final List<String> journal = Collections.synchronizedList(new ArrayList<>());
    }

    private final Store store;

    public FakeDb(Store store) {
        this.store = store;
    }

    /** Creates a database for YCSB's own client, which creates its databases by class name. */
    public FakeDb() {
        this(new Store());
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        store.journal.add("READ " + key + " " + fields);
        Map<String, byte[]> row = store.rows.get(key);
        if (row == null) {
            return Status.NOT_FOUND;
        }
        row.forEach((name, value) -> {
            if (fields == null || fields.contains(name)) {
                result.put(name, new ByteArrayByteIterator(value));
            }
        });
        return Status.OK;
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
            String table, String start, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
        store.journal.add("SCAN " + start + " " + count);
        return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return put("UPDATE", key, values);
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return put("INSERT", key, values);
    }

    @Override
    public Status delete(String table, String key) {
        store.rows.remove(key);
        return Status.OK;
    }

    private Status put(String operation, String key, Map<String, ByteIterator> values) {
        store.journal.add(
                operation + " " + key + " " + values.keySet().stream().sorted().toList());
        Map<String, byte[]> row = store.rows.computeIfAbsent(key, k -> new ConcurrentHashMap<>());
        values.forEach((name, value) -> row.put(name, value.toArray()));
        return Status.OK;
    }
}
