package org.ssdtier.ycsb.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.ycsb.FakeDb;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

@Tag("unit")
@Timeout(120)
class RunnerMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A database whose every fifth insert fails. */
    public static final class FailingDb extends FakeDb {
        private int count;

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            count++;
            return count % 5 == 0 ? Status.ERROR : super.insert(table, key, values);
        }
    }

    @Test
    void load_allInserted_exitsWith0() throws Exception {
        assertEquals(0, exitOf("-load", "-s", "-db", FakeDb.class.getName(), "-p", "recordcount=20"));
        assertTrue(text(out).contains("[INSERT], Return=OK, 20"), text(out));
        assertTrue(text(err).contains("0 failed"), text(err));
    }

    @Test
    void load_operationsFail_exitsWith1() throws Exception {
        assertEquals(1, exitOf("-load", "-db", FailingDb.class.getName(), "-p", "recordcount=20"));
        assertTrue(text(err).contains("4 operations failed: [INSERT/ERROR=4]"), text(err));
    }

    /** A database that cannot be reached. */
    public static final class UnreachableDb extends FakeDb {
        @Override
        public void init() throws DBException {
            throw new DBException("no node answers");
        }
    }

    @Test
    void load_databaseCannotBeReached_exitsWith1() throws Exception {
        assertEquals(1, exitOf("-load", "-db", UnreachableDb.class.getName(), "-p", "recordcount=20"));
        assertTrue(text(err).contains("no node answers"), text(err));
    }

    @Test
    void main_wrongArguments_exitsWith2AndSaysWhy() throws Exception {
        assertEquals(2, exitOf("-load", "-P", "/no/such/file"));
        assertEquals(2, exitOf("-t", "-p", "recordcount"));
        assertEquals(2, exitOf("-faster"));
        assertEquals(2, exitOf("-load", "-db", "org.example.None", "-p", "recordcount=1"));
        assertEquals(2, exitOf("-load", "-db", FakeDb.class.getName(), "-p", "recordcount=1", "-p", "fieldcount=0"));
        assertTrue(text(err).contains("option=-faster: unknown"), text(err));
        assertTrue(text(err).contains("fieldcount=0, allowed: 1 to 10000"), text(err));
    }

    @Test
    void properties_commandLine_isStrongerThanFiles(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("w.properties");
        Files.writeString(file, "recordcount=5\nthreadcount=3\n");
        Arguments arguments = Arguments.parse(List.of("-p", "recordcount=7", "-P", file.toString(), "-load"));
        assertEquals(7, arguments.options().transactions());
        assertEquals(3, arguments.options().threads());
    }

    @Test
    void workloadFiles_all_areReadable() throws Exception {
        try (var files = Files.list(Path.of("workloads"))) {
            List<Path> all = files.toList();
            assertTrue(all.size() >= 10, all.toString());
            for (Path file : all) {
                Arguments arguments = Arguments.parse(
                        List.of("-P", file.toString(), "-p", "recordcount=50", "-db", FakeDb.class.getName(), "-load"));
                assertTrue(WorkloadRunner.run(arguments.options(), RunListener.NONE)
                        .succeeded());
            }
        }
    }

    @Test
    void checkedClient_ycsbsOwnClient_failuresAreFailures() throws Exception {
        List<String> common = List.of("-load", "-p", "workload=org.ssdtier.ycsb.PaperWorkload", "-p", "recordcount=20");
        List<String> good = new ArrayList<>(common);
        good.addAll(List.of("-db", FakeDb.class.getName()));
        assertEquals(Optional.empty(), CheckedClient.run(good));
        List<String> bad = new ArrayList<>(common);
        bad.addAll(List.of("-db", FailingDb.class.getName()));
        assertEquals(Optional.of("operations failed: {INSERT/ERROR=1}"), CheckedClient.run(bad));
    }

    @Test
    void clientOutput_missingOperationsOrExceptions_areProblems() {
        ClientOutput output = new ClientOutput();
        output.add("[READ], Return=OK, 10");
        output.add("[READ-MODIFY-WRITE], Return=OK, 10");
        assertEquals(Optional.empty(), output.problem(10));
        assertEquals(Optional.of("only 10 of 11 operations were done"), output.problem(11));
        output.add("site.ycsb.DBException: an insert failed");
        assertEquals(Optional.of("the client printed an exception"), output.problem(10));
    }

    private int exitOf(String... arguments) throws InterruptedException {
        return RunnerMain.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
