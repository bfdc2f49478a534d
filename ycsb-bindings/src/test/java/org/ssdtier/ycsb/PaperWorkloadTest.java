package org.ssdtier.ycsb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

class PaperWorkloadTest {
    private final FakeDb.Store store = new FakeDb.Store();

    @Test
    @Tag("unit")
    void load_defaults_areThePapersRecords() throws WorkloadException {
        load(properties("recordcount", "1000"), 1_000);
        assertEquals(1_000, store.rows.size());
        store.rows.forEach((key, row) -> {
            assertTrue(key.matches("user[0-9]{21}"), key);
            assertEquals(25, key.getBytes(StandardCharsets.UTF_8).length);
            assertEquals(
                    List.of("field0", "field1", "field2", "field3", "field4"),
                    row.keySet().stream().sorted().toList());
            row.values().forEach(value -> assertEquals(75, value.length));
        });
    }

    @Test
    @Tag("unit")
    void load_ycsbKeys_areThoseOfCoreWorkload() throws WorkloadException {
        load(properties("recordcount", "2", "zeropadding", "1"), 2);
        // fnvhash64 of 0 and 1, as YCSB computes it.
        assertEquals(List.of("user6284781860667377211", "user8517097267634966620"), sortedKeys());
    }

    @Test
    @Tag("property")
    void load_differentThreads_sameContent() throws WorkloadException {
        Properties properties = properties("recordcount", "200", "minfieldcount", "5", "fieldcount", "10");
        PaperWorkload workload = workload(properties);
        FakeDb db = new FakeDb(store);
        Object one = workload.initThread(properties, 0, 2);
        Object two = workload.initThread(properties, 1, 2);
        for (int i = 0; i < 200; i++) {
            workload.doInsert(db, i % 3 == 0 ? one : two);
        }
        FakeDb.Store other = new FakeDb.Store();
        PaperWorkload again = workload(properties);
        Object state = again.initThread(properties, 0, 1);
        for (int i = 0; i < 200; i++) {
            again.doInsert(new FakeDb(other), state);
        }
        assertEquals(other.rows.keySet(), store.rows.keySet());
        other.rows.forEach((key, row) -> row.forEach(
                (name, value) -> assertArrayEquals(value, store.rows.get(key).get(name), key + name)));
    }

    @Test
    @Tag("property")
    void load_fiveToTenFields_eachCountIsAsFrequent() throws WorkloadException {
        load(
                properties(
                        "recordcount",
                        "12000",
                        "minfieldcount",
                        "5",
                        "fieldcount",
                        "10",
                        "fieldlength",
                        "10",
                        "fieldnameprefix",
                        "attr"),
                12_000);
        Map<Integer, Long> counts = store.rows.values().stream()
                .collect(Collectors.groupingBy(Map::size, TreeMap::new, Collectors.counting()));
        assertEquals(6, counts.size());
        counts.values().forEach(count -> assertEquals(2_000, count, 200));
        assertTrue(store.rows.values().stream()
                .flatMap(row -> row.keySet().stream())
                .allMatch(name -> name.length() == 5));
    }

    @Test
    @Tag("property")
    void transactions_sameSeed_sameRequests() throws WorkloadException {
        Properties properties = properties("recordcount", "10000", "updateproportion", "0.5");
        List<String> first = requests(properties, 3);
        assertEquals(first, requests(properties, 3));
        assertNotEquals(first, requests(properties, 4));
        properties.setProperty("runseed", "5");
        assertNotEquals(first, requests(properties, 3));
        properties.remove("runseed");
        properties.setProperty("seed", "5");
        assertNotEquals(first, requests(properties, 3));
    }

    @Test
    @Tag("property")
    void updates_oneToFiveFields_eachCountAndFieldIsAsFrequent() throws WorkloadException {
        Properties properties = properties("recordcount", "100", "readproportion", "0", "updateproportion", "1");
        PaperWorkload workload = workload(properties);
        Object state = workload.initThread(properties, 0, 1);
        FakeDb db = new FakeDb(store);
        for (int i = 0; i < 10_000; i++) {
            workload.doTransaction(db, state);
        }
        Map<Integer, Integer> counts = new HashMap<>();
        Map<String, Integer> fields = new HashMap<>();
        for (String entry : store.journal) {
            String[] names =
                    entry.substring(entry.indexOf('[') + 1, entry.indexOf(']')).split(", ", -1);
            counts.merge(names.length, 1, Integer::sum);
            for (String name : names) {
                fields.merge(name, 1, Integer::sum);
            }
        }
        assertEquals(5, counts.size());
        counts.values().forEach(count -> assertEquals(2_000, count, 200));
        assertEquals(5, fields.size());
        fields.values().forEach(count -> assertEquals(6_000, count, 250));
    }

    @Test
    @Tag("property")
    void transactions_mix_isAsAskedFor() throws WorkloadException {
        Properties properties = properties(
                "recordcount",
                "1000",
                "requestdistribution",
                "uniform",
                "readproportion",
                "0.4",
                "updateproportion",
                "0.3",
                "insertproportion",
                "0.2",
                "scanproportion",
                "0.1");
        Map<String, Long> counts = requests(properties, 0).stream()
                .collect(Collectors.groupingBy(entry -> entry.substring(0, entry.indexOf(' ')), Collectors.counting()));
        assertEquals(800, counts.get("READ"), 100);
        assertEquals(600, counts.get("UPDATE"), 100);
        assertEquals(400, counts.get("INSERT"), 100);
        assertEquals(200, counts.get("SCAN"), 60);
    }

    @Test
    @Tag("unit")
    void records_beyondTwoToThe31_areChosen() throws WorkloadException {
        long start = 1L << 33;
        Properties properties = properties(
                "recordcount",
                Long.toString(start + 10),
                "insertstart",
                Long.toString(start),
                "insertorder",
                "ordered");
        List<String> requests = requests(properties, 0);
        assertTrue(
                requests.stream().allMatch(entry -> entry.matches("[A-Z]+ user0*8589934(59[2-9]|60[01]) .*")),
                requests.get(0));
        properties.setProperty("requestdistribution", "zipfian");
        assertEquals(2_000, requests(properties, 0).size());
    }

    @Test
    @Tag("unit")
    void inserts_whileRunning_continueAfterTheLoad() throws WorkloadException {
        Properties properties = properties(
                "recordcount",
                "10",
                "readproportion",
                "0",
                "updateproportion",
                "0",
                "insertproportion",
                "1",
                "insertorder",
                "ordered",
                "zeropadding",
                "1");
        assertEquals("INSERT user10 ", requests(properties, 0).get(0).substring(0, 14));
    }

    @Test
    @Tag("unit")
    void verification_changedField_isReported() throws WorkloadException {
        Properties properties = properties("recordcount", "50", "dataintegrity", "true", "updateproportion", "0.5");
        load(properties, 50);
        SinkDb db = new SinkDb(store);
        PaperWorkload workload = workload(properties);
        Object state = workload.initThread(properties, 0, 1);
        for (int i = 0; i < 500; i++) {
            workload.doTransaction(db, state);
        }
        assertEquals(List.of("VERIFY OK"), db.outcomes.stream().distinct().toList());
        store.rows.values().forEach(row -> row.get("field3")[7]++);
        for (int i = 0; i < 50; i++) {
            workload.doTransaction(db, state);
        }
        assertTrue(db.outcomes.contains("VERIFY UNEXPECTED_STATE"), db.outcomes.toString());
    }

    @Test
    @Tag("unit")
    void readModifyWrite_reportsTheWhole() throws WorkloadException {
        Properties properties = properties(
                "recordcount", "50", "readproportion", "0", "updateproportion", "0", "readmodifywriteproportion", "1");
        load(properties, 50);
        SinkDb db = new SinkDb(store);
        PaperWorkload workload = workload(properties);
        workload.doTransaction(db, workload.initThread(properties, 0, 1));
        assertEquals(List.of("READ-MODIFY-WRITE OK"), db.outcomes);
        Measurements.setProperties(properties);
        assertTrue(workload.doTransaction(new FakeDb(store), workload.initThread(properties, 0, 1)));
    }

    @Tag("unit")
    @ParameterizedTest
    @CsvSource({
        "recordcount,0",
        "recordcount,many",
        "fieldcount,0",
        "minfieldcount,6",
        "maxupdatefields,6",
        "requestdistribution,exponential",
        "insertorder,random",
        "fieldlengthdistribution,histogram",
        "readproportion,-1",
        "readallfields,yes",
        "latest.follows,reads",
        "requestonce,maybe"
    })
    void init_valueNotAllowed_isRefusedWithNameAndValue(String name, String value) {
        Properties properties = properties("recordcount", "10");
        properties.setProperty(name, value);
        WorkloadException e = assertThrows(WorkloadException.class, () -> new PaperWorkload().init(properties));
        assertTrue(String.valueOf(e.getMessage()).contains(name + "=" + value), e.getMessage());
        assertTrue(e.getMessage().contains("allowed: "), e.getMessage());
    }

    @Test
    @Tag("unit")
    void init_requestOnceOfMoreThanAllRecords_isRefused() throws WorkloadException {
        Properties properties = properties("recordcount", "10", "requestonce", "true", "operationcount", "11");
        WorkloadException e = assertThrows(WorkloadException.class, () -> new PaperWorkload().init(properties));
        assertEquals("operationcount=11, allowed: 1 to 10", e.getMessage());
        properties.setProperty("operationcount", "10");
        new PaperWorkload().init(properties);
    }

    /** Zipfian requests of single records and inserts are refused; scans may begin at records of the load alone. */
    @Test
    @Tag("unit")
    void init_zipfianWithInserts_isForScansAlone() throws WorkloadException {
        Properties properties = properties(
                "recordcount",
                "1000",
                "requestdistribution",
                "zipfian",
                "readproportion",
                "0.5",
                "updateproportion",
                "0",
                "insertproportion",
                "0.05");
        WorkloadException e = assertThrows(WorkloadException.class, () -> new PaperWorkload().init(properties));
        assertTrue(String.valueOf(e.getMessage()).contains("allowed: 0, or scans and inserts alone"), e.getMessage());
        properties.setProperty("readproportion", "0");
        properties.setProperty("scanproportion", "0.95");
        List<String> requests = requests(properties, 0);
        assertTrue(requests.stream().allMatch(request -> request.matches("(SCAN|INSERT) .*")), requests.get(0));
    }

    /** A database that receives derived outcomes as the runner does. */
    private static final class SinkDb extends FakeDb implements OperationSink {
        private final List<String> outcomes = new java.util.ArrayList<>();

        private SinkDb(Store store) {
            super(store);
        }

        @Override
        public void record(OperationType operation, Status status, long startNanos, long endNanos) {
            outcomes.add(operation.label() + " " + status.getName());
        }
    }

    private List<String> requests(Properties properties, int thread) throws WorkloadException {
        FakeDb.Store own = new FakeDb.Store();
        PaperWorkload workload = workload(properties);
        Object state = workload.initThread(properties, thread, 8);
        for (int i = 0; i < 2_000; i++) {
            workload.doTransaction(new FakeDb(own), state);
        }
        return List.copyOf(own.journal);
    }

    private void load(Properties properties, int records) throws WorkloadException {
        PaperWorkload workload = workload(properties);
        Object state = workload.initThread(properties, 0, 1);
        for (int i = 0; i < records; i++) {
            assertTrue(workload.doInsert(new FakeDb(store), state));
        }
    }

    private List<String> sortedKeys() {
        return store.rows.keySet().stream().sorted().toList();
    }

    private static PaperWorkload workload(Properties properties) throws WorkloadException {
        PaperWorkload workload = new PaperWorkload();
        workload.init(properties);
        return workload;
    }

    private static Properties properties(String... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        return properties;
    }
}
