package org.ssdtier.node.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.install.CassandraHome;
import org.ssdtier.node.install.RunningNodes;
import org.ssdtier.rowcache.cassandra.MountTable;
import org.ssdtier.rowcache.cassandra.SsdRowCacheBlock;
import org.ssdtier.segmentlog.device.NanoClock;

/** The checks of a Cassandra home on this machine: its files, its configuration, and its process if it runs. */
public final class HomeExamination {
    private static final String YAML = "yaml";
    private static final String STORAGE = "data";
    /** From the home of a package, {@code /usr/share/cassandra}. */
    private static final String STORAGE_OF_PACKAGES = "../../../var/lib/cassandra";

    private static final List<String> JVM_OPTIONS = List.of("jvm-server.options", "jvm17-server.options");

    private final CassandraHome home;
    private final Path processes;
    private final Volumes volumes;
    private final LongSupplier clock;
    private final long probeNanos;
    private final List<Finding> findings = new ArrayList<>();
    private @Nullable ObservedProcess process;

    /**
     * Creates the checks.
     *
     * @param processes the file system of processes
     * @param probeNanos time for the measurement of the devices; 0 for none
     */
    HomeExamination(CassandraHome home, Path processes, Volumes volumes, LongSupplier clock, long probeNanos) {
        this.home = home;
        this.processes = processes;
        this.volumes = volumes;
        this.clock = clock;
        this.probeNanos = probeNanos;
    }

    /**
     * Creates the checks of a home of this machine.
     *
     * @param directory the home
     * @param configuration directory of cassandra.yaml; null if it is where its distribution has it
     * @param probeNanos time for the measurement of the devices; 0 for none
     * @throws IOException if the directory is no Cassandra; the message says why
     */
    public static HomeExamination of(Path directory, @Nullable Path configuration, long probeNanos) throws IOException {
        return new HomeExamination(
                CassandraHome.find(directory, configuration),
                Path.of("/proc"),
                new LinuxVolumes(),
                NanoClock.SYSTEM,
                probeNanos);
    }

    /**
     * Checks everything that can be seen without a connection to the node.
     *
     * @throws IOException if a file cannot be read
     */
    public List<Finding> run() throws IOException {
        findings.addAll(InstallationCheck.of(home));
        findProcess();
        if (home.yaml().isEmpty()) {
            findings.add(Finding.fail(
                    YAML, "home=" + home.directory() + ": no cassandra.yaml found", "Give its directory with --conf"));
            return findings;
        }
        NodeConfiguration yaml;
        try {
            yaml = NodeConfiguration.read(home.yaml().get());
        } catch (IOException e) {
            findings.add(Finding.fail(YAML, String.valueOf(e.getMessage()), "Correct it; the node refuses to start"));
            return findings;
        }
        checkConfiguration(yaml);
        findings.add(
                process == null
                        ? ProcessCheck.installedAllocator()
                        : ProcessCheck.allocator(process.name(), process.allocator()));
        return findings;
    }

    /** Returns the port at which the running node serves JMX; 0 if none runs from the home, or it has no such port. */
    public int jmxPort() {
        return process == null ? 0 : process.jmxPort().orElse(0);
    }

    /** Returns whether a node runs from the home. */
    public boolean isRunning() {
        return process != null;
    }

    private void findProcess() throws IOException {
        List<ObservedProcess> running = new RunningNodes(processes)
                .of(home).stream()
                        .map(pid -> ObservedProcess.read(processes, pid))
                        .toList();
        if (running.size() <= 1) {
            process = running.isEmpty() ? null : running.get(0);
            return;
        }
        Path configuration = home.yaml().map(Path::getParent).orElse(home.directory());
        List<ObservedProcess> ofConfiguration = running.stream()
                .filter(each -> each.hasOnClassPath(configuration))
                .toList();
        if (ofConfiguration.size() == 1) {
            process = ofConfiguration.get(0);
            return;
        }
        findings.add(Finding.warn(
                "process",
                "nodes that run from home=" + home.directory() + ": "
                        + running.stream().map(ObservedProcess::name).collect(Collectors.joining(", ")) + ", of which "
                        + ofConfiguration.size() + " have directory=" + configuration
                        + " on their class path; no process was looked at",
                "Give the directory of one node's cassandra.yaml with --conf, and its JMX port with --port"));
    }

    private void checkConfiguration(NodeConfiguration yaml) throws IOException {
        long machineBytes =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        OptionalLong known = heapBytes(yaml);
        long heapBytes = known.orElse(MemoryCheck.defaultHeapBytes(machineBytes));
        Map<?, ?> keys = yaml.block();
        SsdRowCacheBlock block = keys == null ? null : SsdRowCacheBlock.read(keys, storage(), machineBytes, heapBytes);
        findings.addAll(ConfigurationCheck.of(yaml, block));
        if (block == null || !block.isEnabled()) {
            return;
        }
        CacheDirectory cache = CacheDirectory.of(block, yaml.nodeDirectories(storage()));
        findings.addAll(DirectoryCheck.of(cache, volumes, MountTable.ofThisMachine()));
        if (probeNanos > 0) {
            findings.addAll(ProbeCheck.of(cache.path(), yaml.dataDirectories(storage()), volumes, probeNanos, clock));
        }
        findings.add(nofile(cache));
        findings.add(
                new MemoryCheck(machineBytes, heapBytes, known.isPresent(), block.indexBytes(), rowCacheBytes(yaml))
                        .finding());
    }

    private Finding nofile(CacheDirectory cache) {
        ObservedProcess node = process;
        if (node == null) {
            ObservedProcess own = ObservedProcess.read(processes, "self");
            return ProcessCheck.nofile("a process of this user", own.nofile(), null, cache.segments());
        }
        Long open = node.openFiles();
        return ProcessCheck.nofile(
                node.name(),
                node.nofile(),
                open == null ? null : Math.max(0, open - cache.segments()),
                cache.segments());
    }

    private static long rowCacheBytes(NodeConfiguration yaml) {
        try {
            return yaml.rowCacheBytes();
        } catch (IllegalArgumentException alreadyFound) {
            return 0;
        }
    }

    private Path storage() {
        Path usual = home.directory()
                .resolve(home.isOfPackage() ? STORAGE_OF_PACKAGES : STORAGE)
                .normalize();
        return process == null
                ? usual
                : process.property("cassandra.storagedir").map(Path::of).orElse(usual);
    }

    private OptionalLong heapBytes(NodeConfiguration yaml) throws IOException {
        if (process != null && process.heapBytes().isPresent()) {
            return process.heapBytes();
        }
        List<String> options = new ArrayList<>();
        for (String name : JVM_OPTIONS) {
            Path file = yaml.file().resolveSibling(name);
            if (Files.isReadable(file)) {
                options.addAll(Files.readAllLines(file));
            }
        }
        return ObservedProcess.heapBytes(options);
    }
}
