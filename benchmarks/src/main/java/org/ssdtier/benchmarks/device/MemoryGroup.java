package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A control group of programs that share a memory limit, page cache included. File pages stay cached only in the memory
 * that the programs leave free, as on a machine with little memory. Made by {@link DeviceRegistry}.
 *
 * <p>A page of the page cache is charged to the group that touched it first; see {@link Device#dropPageCache}.
 */
public final class MemoryGroup implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int MAX_LOOKS = 200;
    private static final String RECORD = ".group";

    private final Path record;
    private final String name;
    private final Cgroups cgroups;
    private final Machine machine;
    private final Thread atExit = new Thread(this::closeAtExit, "remove-memory-group");
    private boolean isClosed;

    private MemoryGroup(Path record, String name, Cgroups cgroups, Machine machine) {
        this.record = record;
        this.name = name;
        this.cgroups = cgroups;
        this.machine = machine;
    }

    /** Makes a group; writes its record first. */
    static MemoryGroup make(Path stateDirectory, String name, long limitBytes, Cgroups cgroups, Machine machine)
            throws IOException {
        Path record = stateDirectory.resolve(name + RECORD);
        if (Files.exists(record)) {
            throw new IOException("group=" + name + ": already exists, made by " + owner(record));
        }
        Properties properties = new Properties();
        Owner.current().write(properties, "owner");
        try (Writer writer = Files.newBufferedWriter(record)) {
            properties.store(writer, "A memory group");
        }
        MemoryGroup group = new MemoryGroup(record, name, cgroups, machine);
        Runtime.getRuntime().addShutdownHook(group.atExit);
        try {
            cgroups.make(machine, name, limitBytes);
        } catch (IOException e) {
            group.close();
            throw e;
        }
        return group;
    }

    /** Returns the recorded groups. */
    static List<Path> records(Path stateDirectory) throws IOException {
        try (var files = Files.list(stateDirectory)) {
            return files.filter(path -> path.toString().endsWith(RECORD)).toList();
        }
    }

    static Owner owner(Path record) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(record)) {
            properties.load(reader);
        }
        return Owner.read(properties, "owner");
    }

    /** Returns the group of a record. */
    static MemoryGroup of(Path record, Cgroups cgroups, Machine machine) {
        String file = record.getFileName().toString();
        return new MemoryGroup(record, file.substring(0, file.length() - RECORD.length()), cgroups, machine);
    }

    /** Returns the group's name. */
    public String name() {
        return name;
    }

    /**
     * Returns a command line that runs a command and its children inside the group from the start. Memory of a program
     * that is moved in later stays charged to its previous group.
     */
    public List<String> inside(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of(
                "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", programs().toString()));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Moves a running program into the group; programs it starts afterwards are in the group too. */
    public void add(long pid) throws IOException {
        machine.write(programs(), Long.toString(pid));
    }

    /**
     * Sets the limit; page cache beyond it is dropped immediately.
     *
     * @throws IOException if the group keeps more; the message has the parts of its memory
     */
    public void limit(long bytes) throws IOException {
        limit(() -> bytes);
    }

    /**
     * Limits the page cache: sets the limit to what the programs have beside it, and some bytes. What they have is read
     * again with each attempt, as it grows meanwhile.
     *
     * @throws IOException if the group keeps more; the message has the parts of its memory
     */
    public void limitPageCache(long cacheBytes) throws IOException {
        limit(() -> {
            MemoryUse use = use();
            return use.usedBytes() - use.cacheBytes() + cacheBytes;
        });
    }

    private interface Bytes {
        long get() throws IOException;
    }

    private void limit(Bytes wanted) throws IOException {
        for (int looks = 1; ; looks++) {
            long bytes = wanted.get();
            try {
                cgroups.limit(machine, name, bytes);
                return;
            } catch (IOException busyGivingBackPages) {
                if (looks == MAX_LOOKS) {
                    throw new IOException(
                            "group=" + name + " limit=" + bytes + ": not reached: " + cgroups.describe(machine, name),
                            busyGivingBackPages);
                }
                machine.pause(LOOK);
            }
        }
    }

    /** Returns the group's current memory use. */
    public MemoryUse use() throws IOException {
        return cgroups.use(machine, name);
    }

    /** Kills the programs that are still in the group and removes the group. */
    @Override
    public synchronized void close() throws IOException {
        if (isClosed) {
            return;
        }
        if (machine.exists(cgroups.directory(name))) {
            endPrograms();
            cgroups.remove(machine, name);
        }
        Files.deleteIfExists(record);
        isClosed = true;
        if (Thread.currentThread() != atExit) {
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException thisIsTheExit) {
            return;
        }
    }

    private void endPrograms() throws IOException {
        for (int looks = 0; looks < MAX_LOOKS; looks++) {
            List<Long> pids = machine.read(programs())
                    .lines()
                    .map(String::strip)
                    .map(Long::valueOf)
                    .toList();
            if (pids.isEmpty()) {
                return;
            }
            pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            machine.pause(LOOK);
        }
        throw new IOException("group=" + name + ": programs in it did not end: "
                + machine.read(programs()).strip());
    }

    private Path programs() {
        return cgroups.directory(name).resolve("cgroup.procs");
    }

    @SuppressWarnings("SystemOut") // no logger at exit
    private void closeAtExit() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("ssdtier: " + e.getMessage() + "; the next ./ssdtier device command removes it");
        }
    }
}
