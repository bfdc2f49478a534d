package org.ssdtier.files.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;

@Tag("unit")
final class FileWorkloadTest {
    @TempDir
    private Path directory;

    /** A database that counts the requests for each key. */
    private static final class CountingDb extends DB {
        private final Map<String, Integer> reads = new HashMap<>();
        private final Map<String, Integer> scans = new HashMap<>();
        private final Map<String, byte[]> content = new HashMap<>();

        @Override
        public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            reads.merge(key, 1, Integer::sum);
            return Status.OK;
        }

        @Override
        @SuppressWarnings("NonApiType") // YCSB's signature
        public Status scan(
                String table, String key, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
            scans.merge(key, 1, Integer::sum);
            return Status.OK;
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            content.put(key, values.get(FileStoreClient.CONTENT).toArray());
            return Status.OK;
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
            return insert(table, key, values);
        }

        @Override
        public Status delete(String table, String key) {
            return Status.NOT_IMPLEMENTED;
        }
    }

    private static FileWorkload workload(String... pairs) throws WorkloadException {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        FileWorkload workload = new FileWorkload();
        workload.init(properties);
        return workload;
    }

    private static CountingDb run(FileWorkload workload, int operations) {
        CountingDb db = new CountingDb();
        Object state = workload.initThread(new Properties(), 0, 1);
        for (int i = 0; i < operations; i++) {
            assertTrue(workload.doTransaction(db, state));
        }
        return db;
    }

    @Test
    void sizes_ofThePaper_have90PercentBelow50Kb() {
        FileSizes sizes = FileSizes.paper();
        SplittableRandom random = new SplittableRandom(1);
        int[] drawn = new int[200_000];
        long sum = 0;
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = sizes.next(random);
            sum += drawn[i];
        }
        Arrays.sort(drawn);
        assertEquals(50_000, drawn[180_000], 1_000);
        assertEquals(14_400, drawn[100_000], 300);
        assertEquals(23_000, (double) sum / drawn.length, 500);
    }

    @Test
    void requests_ofInjectedKeys_followAPowerLaw() throws Exception {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add("/d" + i % 10 + "/f%FF" + i);
        }
        Path file = Files.write(directory.resolve("keys"), keys);
        CountingDb db = run(workload("files.keys", file.toString()), 20_000);
        assertTrue(keys.containsAll(db.reads.keySet()));
        List<Integer> counts = db.reads.values().stream().sorted().toList();
        int most = counts.get(counts.size() - 1);
        // 1 / H(1000, 0.99)
        assertEquals(20_000 * 0.13, most, 500);
        CountingDb again = run(workload("files.keys", file.toString()), 20_000);
        assertEquals(db.reads, again.reads, "the same seed");
        CountingDb directories = run(workload("files.keys", file.toString(), "files.request", "directory"), 1_000);
        assertEquals(10, directories.scans.size());
        assertTrue(directories.scans.containsKey("/d3"));
    }

    @Test
    void load_withoutKeys_generatesThemTheSameEachTime() throws Exception {
        CountingDb db = new CountingDb();
        FileWorkload workload = workload("recordcount", "4000", "readproportion", "0", "updateproportion", "1");
        Object state = workload.initThread(new Properties(), 0, 1);
        for (int i = 0; i < 4_000; i++) {
            assertTrue(workload.doInsert(db, state));
        }
        assertEquals(4_000, db.content.size());
        Map<String, byte[]> loaded = Map.copyOf(db.content);
        CountingDb updates = run(workload, 100);
        assertTrue(loaded.keySet().containsAll(updates.content.keySet()));
    }

    @Test
    void properties_notAllowed_areRefused() {
        assertRefused("readproportion=0 updateproportion=0", "recordcount", "9", "readproportion", "0");
        assertRefused("recordcount=0, allowed: 1 to", "recordcount", "0");
        assertRefused("files.request=all, allowed: [file, directory]", "recordcount", "9", "files.request", "all");
        assertRefused("none", "files.keys", directory.resolve("none").toString());
        assertRefused("allowed: redis://HOST:PORT/LIST", "files.keys", "redis://localhost");
    }

    private static void assertRefused(String message, String... pairs) {
        String refused =
                assertThrows(WorkloadException.class, () -> workload(pairs)).getMessage();
        assertTrue(refused.contains(message), refused);
    }

    /** A server that answers LRANGE with two keys, then none, in the protocol of Redis. */
    @Test
    void keys_inRedis_areRead() throws Exception {
        try (ServerSocket redis = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answer(redis));
            server.start();
            KeySet keys = KeySet.from("redis://127.0.0.1:" + redis.getLocalPort() + "/names");
            assertEquals(2, keys.size());
            assertEquals("/d/b", keys.get(1));
            server.join();
        }
    }

    private static void answer(ServerSocket redis) {
        try (Socket socket = redis.accept()) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            byte[] buffer = new byte[4_096];
            int lists = 0;
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                String text = new String(buffer, 0, count, StandardCharsets.US_ASCII);
                StringBuilder answers = new StringBuilder();
                for (int i = text.indexOf('*'); i >= 0; i = text.indexOf('*', i + 1)) {
                    boolean isList = text.startsWith("LRANGE", text.indexOf("\r\n$", i) + 6);
                    answers.append(
                            !isList ? "+OK\r\n" : lists++ == 0 ? "*2\r\n$4\r\n/d/a\r\n$4\r\n/d/b\r\n" : "*0\r\n");
                }
                out.write(answers.toString().getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
