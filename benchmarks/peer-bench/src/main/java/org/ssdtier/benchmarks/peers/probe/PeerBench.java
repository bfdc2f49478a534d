package org.ssdtier.benchmarks.peers.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The main class of a peer process. Arguments: the peer's name, its directory, the number of rows, bytes of memory for
 * values, and the program of a peer that is a separate program. Each line of standard input is a command; each line of
 * standard output is the answer to one, in JSON:
 *
 * <ul>
 *   <li>{@code warm}: opens, uses and closes a small store, so that the JVM is warmed up for the measurements
 *   <li>{@code open}: opens the store
 *   <li>{@code fill}: puts every row that is absent
 *   <li>{@code survey}: reads every row
 *   <li>{@code memory}: collects garbage and returns the memory of the store
 *   <li>{@code read THREADS MILLIS SEED}, {@code overwrite PUTS READERS SEED}
 *   <li>{@code churn SEED}: overwrites until the process is killed; answers after the first 2,000 puts
 *   <li>{@code stop}: stops the store cleanly and ends; at the end of the input the process ends without stopping the
 *       store
 * </ul>
 */
public final class PeerBench {
    private static final int WARM_ROWS = 20_000;
    private static final int CHURN_FIRST_PUTS = 2_000;

    private final PeerKind kind;
    private final PeerSettings settings;
    private final Versions versions;
    private Peer peer;
    private int[] resident = {};
    private long memoryBefore;

    private PeerBench(PeerKind kind, PeerSettings settings) throws IOException {
        this.kind = kind;
        this.settings = settings;
        this.versions = Versions.open(settings.directory().resolve("versions"), Math.toIntExact(settings.rows()));
        this.peer = new ClosedPeer();
    }

    /**
     * Runs until the command {@code stop}.
     *
     * @param arguments see the class
     * @throws Exception if the peer cannot be set up; after a failed command the process ends with 1
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        Path directory = Path.of(arguments[1]).toAbsolutePath();
        Files.createDirectories(directory);
        PeerBench bench = new PeerBench(
                PeerKind.named(arguments[0]),
                new PeerSettings(directory, Long.parseLong(arguments[2]), Long.parseLong(arguments[3]), arguments[4]));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int exit = 0;
        try {
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                List<String> words = List.of(line.strip().split(" ", -1));
                answers.println(bench.answer(words, answers));
                answers.flush();
                if (words.get(0).equals("stop")) {
                    break;
                }
            }
        } catch (Exception e) {
            e.printStackTrace();
            exit = 1;
        }
        System.exit(exit);
    }

    private Figures answer(List<String> words, PrintStream answers) throws Exception {
        return switch (words.get(0)) {
            case "warm" -> warm();
            case "open" -> open();
            case "fill" -> fill();
            case "survey" -> survey();
            case "memory" -> new Figures().put("memory_bytes", memoryBytes() - memoryBefore);
            case "read" ->
                new Reads(peer, settings.directory(), resident)
                        .run(number(words, 1), number(words, 2) / 1e3, seed(words, 3));
            case "overwrite" -> overwrite(number(words, 1), number(words, 2), seed(words, 3));
            case "churn" -> churn(seed(words, 1), answers);
            case "stop" -> stop();
            default -> throw new IllegalArgumentException("command=" + words);
        };
    }

    private Figures warm() throws Exception {
        Path directory = settings.directory().resolve("warm");
        Files.createDirectories(directory);
        PeerSettings small = settings.in(directory, Math.min(WARM_ROWS, settings.rows()));
        Path file = directory.resolve("versions");
        Versions smallVersions = Versions.open(file, Math.toIntExact(small.rows()));
        try (Peer warmed = kind.open(small)) {
            Survey survey = new Filling(warmed, smallVersions, directory).run(kind == PeerKind.RAW);
            if (survey.resident().length > 0) {
                new Reads(warmed, directory, survey.resident()).run(16, 0.5, 0);
            }
        }
        delete(directory);
        return new Figures();
    }

    private Figures open() throws Exception {
        memoryBefore = memoryBytes();
        long startNanos = System.nanoTime();
        peer = kind.open(settings);
        peer.get(0);
        return new Figures()
                .put("seconds", (System.nanoTime() - startNanos) / 1e9)
                .put("server_pid", peer.serverPid());
    }

    private Figures fill() throws Exception {
        Filling filling = new Filling(peer, versions, settings.directory());
        Usage before = Usage.of(peer, settings.directory());
        Survey survey = filling.run(kind == PeerKind.RAW);
        Usage used = Usage.of(peer, settings.directory()).since(before);
        resident = survey.resident();
        return survey.figures()
                .put("puts_per_second", filling.putsPerSecond())
                .put("logical_bytes", filling.logicalBytes())
                .put("written_bytes", used.writtenBytes());
    }

    private Figures survey() throws Exception {
        Survey survey = Survey.of(peer, versions);
        resident = survey.resident();
        return survey.figures();
    }

    private Figures overwrite(int puts, int readers, long seed) throws Exception {
        long startNanos = System.nanoTime();
        Census census = new Overwrites(peer, versions, resident).run(puts, readers, seed);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        peer.settle();
        Filling.awaitQuiet(peer, settings.directory());
        return new Figures()
                .put("puts", puts)
                .put("puts_per_second", puts / seconds)
                .put("current", census.current())
                .put("stale", census.stale())
                .put("wrong", census.wrong())
                .put("absent", census.absent());
    }

    private Figures churn(long seed, PrintStream answers) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Overwrites overwrites = new Overwrites(peer, versions, resident);
        overwrites.write(CHURN_FIRST_PUTS, random);
        answers.println(new Figures().put("puts", CHURN_FIRST_PUTS));
        answers.flush();
        overwrites.write(Long.MAX_VALUE, random);
        throw new AssertionError("unreachable");
    }

    private Figures stop() throws Exception {
        long startNanos = System.nanoTime();
        peer.close();
        return new Figures().put("seconds", (System.nanoTime() - startNanos) / 1e9);
    }

    /**
     * Returns live heap plus anonymous memory, for differences: the heap's part of the latter is constant because the
     * heap is pre-touched. For a store with a server process, returns the server's anonymous memory plus the figure
     * before the store was opened.
     */
    private long memoryBytes() throws Exception {
        if (peer.serverPid() >= 0) {
            return Usage.anonymousBytes(Long.toString(peer.serverPid())) + memoryBefore;
        }
        for (int collection = 0; collection < 3; collection++) {
            System.gc();
            Thread.sleep(100);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() + Usage.anonymousBytes("self");
    }

    private static int number(List<String> words, int at) {
        return Integer.parseInt(words.get(at));
    }

    private static long seed(List<String> words, int at) {
        return Long.parseLong(words.get(at));
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    /** A placeholder of the store before it is opened. */
    private static final class ClosedPeer implements Peer {
        @Override
        public void put(long number, byte[] value) {
            throw new IllegalStateException("not open");
        }

        @Override
        public byte[] get(long number) {
            throw new IllegalStateException("not open");
        }

        @Override
        public void close() {}
    }
}
