package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;
import org.ssdtier.files.cql.Access;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.cql.Target;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.serve.FileServer;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.segmentlog.checks.Polling;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import picocli.CommandLine;

/** {@code ssdtier files} on a node with the tier: both models, from init to verify, with a split and YCSB. */
@Tag("integration")
final class FilesIT {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private NodePorts ports = NodePorts.standard();

    @Test
    void store_ofBothModels_keepsATreeSplitsAndServes() throws Exception {
        ports = NodePorts.free();
        NodeSettings settings = NodeSettings.in(directory.resolve("node"))
                .heap("384M")
                .ports(ports)
                .build();
        Path source = createTree();
        try (NodeProcess node = NodeProcess.start(settings);
                CqlSession session = node.session()) {
            for (StoreModel model : StoreModel.values()) {
                String keyspace = model == StoreModel.FILE_PER_ROW ? "rows" : "directories";
                transfer(keyspace, model, source);
                splits(keyspace, session);
                findDamage(keyspace, session);
            }
            runYcsb();
        }
    }

    private Path createTree() throws IOException {
        Path source = Files.createDirectory(directory.resolve("source"));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            byte[] content = new byte[i * i];
            random.nextBytes(content);
            Files.write(Files.createDirectories(source.resolve("d" + i % 4)).resolve("file " + i), content);
        }
        Path empty = Files.createDirectories(source.resolve("empty"));
        Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwx------"));
        return source;
    }

    /** Runs a verb in a JVM of its own whose standard output is a device without space. */
    private void fullDisk(String keyspace, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                SsdTierCommand.class.getName(),
                "files"));
        all.addAll(List.of(words));
        all.addAll(List.of("--keyspace", keyspace, "--cql-port", Integer.toString(ports.cql())));
        Path errors = directory.resolve("errors");
        Process process = new ProcessBuilder(all)
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(errors.toFile())
                .start();
        assertEquals(1, process.waitFor(), all + ": " + Files.readString(errors));
        String text = Files.readString(errors);
        assertTrue(text.contains("No space left on device") || text.contains("could not be written"), text);
    }

    private void transfer(String keyspace, StoreModel model, Path source) throws Exception {
        run(0, keyspace, "init", "--model", model.toString(), "--chunk-bytes", "4096", "--bucket-files", "8");
        run(0, keyspace, "init", "--model", model.toString(), "--chunk-bytes", "4096", "--bucket-files", "8");
        run(1, keyspace, "init", "--model", model.toString());
        run(0, keyspace, "import", source.toString(), "/t");
        assertTrue(
                out.toString().contains("import: 100 files") && out.toString().contains(" 0 unchanged"));
        run(0, keyspace, "import", source.toString(), "/t");
        assertTrue(out.toString().contains("100 unchanged"), out.toString());
        run(0, keyspace, "verify", "--json", "-");
        assertTrue(out.toString().contains("\"files\" : 100") && out.toString().contains("\"problems\" : 0"));
        Path target = directory.resolve("target-" + keyspace);
        run(0, keyspace, "export", target.toString(), "/t");
        assertEquals(describe(source), describe(target));
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("empty"))));
        fullDisk(keyspace, "get", "/t/d3/file 99", "-");
        fullDisk(keyspace, "ls", "/t");
        run(0, keyspace, "ls", "/t");
        assertTrue(out.toString().contains("/t/d0/") && out.toString().contains("/t/empty/"), out.toString());
        run(0, keyspace, "mv", "/t/d3/file 99", "/t/moved");
        run(0, keyspace, "get", "/t/moved", directory.resolve("moved").toString());
        assertArrayEquals(
                Files.readAllBytes(source.resolve("d3/file 99")), Files.readAllBytes(directory.resolve("moved")));
        run(0, keyspace, "stat", "/t/moved", "--json", "-");
        assertTrue(out.toString().contains("\"chunks\" : 3"), out.toString());
        run(0, keyspace, "rm", "-r", "/t/d2");
        run(
                0,
                keyspace,
                "traverse",
                "--list",
                directory.resolve("list-" + keyspace).toString());
        assertEquals(
                75, Files.readAllLines(directory.resolve("list-" + keyspace)).size());
        run(1, keyspace, "stat", "/t/d2/file 2");
        assertTrue(err.toString().contains("path=/t/d2/file 2: no such file"), err.toString());
        run(2, keyspace, "stat", "/t/../x");
    }

    private void run(int exit, String keyspace, String... words) {
        List<String> all = new ArrayList<>(List.of("files"));
        all.addAll(List.of(words));
        all.addAll(List.of("--keyspace", keyspace, "--cql-port", Integer.toString(ports.cql())));
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine commandLine = SsdTierCommand.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        assertEquals(exit, commandLine.execute(all.toArray(new String[0])), all + ": " + out + err);
    }

    private static Map<String, String> describe(Path tree) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                files.put(
                        tree.relativize(file).toString(),
                        Files.isDirectory(file)
                                ? "directory"
                                : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    /** Puts files until their directory is split, and reads them over HTTP. */
    private void splits(String keyspace, CqlSession session) throws Exception {
        Target target = new Target(
                List.of(ports.address()), ports.cql(), "datacenter1", keyspace, "", "", Duration.ofSeconds(20));
        try (Connection connection = Connection.open(target, List.of());
                FileStore store = FileStore.open(connection.settings(), connection.tables(Access.to("datacenter1")))) {
            for (int i = 0; i < 40; i++) {
                store.put(
                        StorePath.of("/many/" + i),
                        new ByteArrayInputStream(new byte[i]),
                        new FileAttributes(Instant.EPOCH, 0644, "text/plain"));
            }
            awaitSplit(keyspace, session);
            assertEquals(40, store.list(StorePath.of("/many"), null).next(100).size());
            try (FileServer server = FileServer.start(store, "127.0.0.1", 0, 8)) {
                HttpResponse<byte[]> file = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/many/39"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray());
                assertEquals(200, file.statusCode());
                assertEquals(39, file.body().length);
            }
        }
    }

    private static void awaitSplit(String keyspace, CqlSession session) {
        String query = "SELECT generation, phase FROM " + keyspace + ".directories WHERE path = 0x2f6d616e79";
        Row row = Polling.value(
                "the row of a directory that was split",
                () -> session.execute(query).one(),
                found -> found != null && "STABLE".equals(found.getString("phase")));
        assertTrue(row.getInt("generation") > 0, "generation=" + row.getInt("generation"));
    }

    /** Without the chunks, files of several are damaged: they are reported, and the others are still read. */
    private void findDamage(String keyspace, CqlSession session) throws IOException {
        session.execute("TRUNCATE " + keyspace + ".chunks");
        Path list = directory.resolve("readable-" + keyspace);
        Path checkpoint = directory.resolve("checkpoint-" + keyspace);
        run(1, keyspace, "traverse", "--list", list.toString(), "--checkpoint", checkpoint.toString());
        assertTrue(err.toString().contains("path=/t/moved") && err.toString().contains("chunks are missing"), err + "");
        List<String> read = Files.readAllLines(list);
        assertTrue(read.contains("/t/d0/file%204") && !read.contains("/t/moved"), read.toString());
        assertFalse(Files.exists(checkpoint), "the traversal has ended");
        run(1, keyspace, "verify", "--repair", "--checkpoint", checkpoint.toString());
        assertTrue(
                err.toString().contains("/t/moved: version=") && out.toString().contains(" 0 repaired"), err + "");
        run(1, keyspace, "traverse", "--traversal-datacenter", "none");
        assertTrue(err.toString().contains("it has another name"), err.toString());
    }

    private void runYcsb() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("workload", "org.ssdtier.files.ycsb.FileWorkload");
        properties.setProperty("db", "org.ssdtier.files.ycsb.FileStoreClient");
        properties.setProperty("port", Integer.toString(ports.cql()));
        properties.setProperty("cassandra.keyspace", "rows");
        properties.setProperty("recordcount", "60");
        properties.setProperty("operationcount", "200");
        properties.setProperty("threadcount", "4");
        properties.setProperty("files.read.consistency", "one");
        properties.setProperty("updateproportion", "0.2");
        RunResult load = WorkloadRunner.run(RunOptions.load(properties), RunListener.NONE);
        assertTrue(load.succeeded(), load.problem());
        RunResult files = WorkloadRunner.run(RunOptions.transactions(properties), RunListener.NONE);
        assertTrue(files.succeeded(), files.problem());
        properties.setProperty("files.request", "directory");
        properties.setProperty("operationcount", "4");
        RunResult directories = WorkloadRunner.run(RunOptions.transactions(properties), RunListener.NONE);
        assertTrue(directories.succeeded(), directories.problem());
    }
}
