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
 * Programs that share a limit of memory, page cache included: a control group. What such a program reads from files is
 * kept in memory only as far as its heap leaves room, as on a machine with little memory. {@link DeviceHost} makes it.
 *
 * <p>A page of the page cache belongs to the group that touched it first: see {@link Device#dropPageCache}.
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

    /** Makes a group, its record first. */
    static MemoryGroup make(Path stateDirectory, String name, long limitBytes, Cgroups cgroups, Machine machine)
            throws IOException {
        Path record = stateDirectory.resolve(name + RECORD);
        if (Files.exists(record)) {
            throw new IOException("group=" + name + ": there is one already, made by " + owner(record));
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

    /** The groups on record. */
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

    /** The group that a record is of. */
    static MemoryGroup of(Path record, Cgroups cgroups, Machine machine) {
        String file = record.getFileName().toString();
        return new MemoryGroup(record, file.substring(0, file.length() - RECORD.length()), cgroups, machine);
    }

    /** The group's name. */
    public String name() {
        return name;
    }

    /**
     * The same command line, run inside the group from its first moment on, with all that it starts. Memory of a program
     * that is moved in later stays where it was.
     */
    public List<String> inside(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of(
                "sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", programs().toString()));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Moves a running program in; what it starts from now on is in the group too. */
    public void add(long pid) throws IOException {
        machine.write(programs(), Long.toString(pid));
    }

    /** Sets another limit; what the page cache keeps beyond it goes at once. */
    public void limit(long bytes) throws IOException {
        for (int looks = 1; ; looks++) {
            try {
                cgroups.limit(machine, name, bytes);
                return;
            } catch (IOException busyGivingBackPages) {
                if (looks == MAX_LOOKS) {
                    throw busyGivingBackPages;
                }
                machine.pause(LOOK);
            }
        }
    }

    /** What the group uses now. */
    public MemoryUse use() throws IOException {
        return cgroups.use(machine, name);
    }

    /** Ends the programs that are still in the group, and removes it. */
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
        throw new IOException("group=" + name + ": programs in it do not end: "
                + machine.read(programs()).strip());
    }

    private Path programs() {
        return cgroups.directory(name).resolve("cgroup.procs");
    }

    @SuppressWarnings("SystemOut") // at exit there is nobody else to tell
    private void closeAtExit() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("ssdtier: " + e.getMessage() + "; the next ./ssdtier device command clears it");
        }
    }
}
