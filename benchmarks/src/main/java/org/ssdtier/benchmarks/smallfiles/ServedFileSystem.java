package org.ssdtier.benchmarks.smallfiles;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.ycsb.run.RunListener;

/**
 * A file system on a drive like those of the nodes, as full as the paper's, behind a {@link FileSystemServer} with as
 * much page cache as the serving nodes have together.
 */
final class ServedFileSystem implements ServedFiles {
    private static final int LOAD_THREADS = 2;
    private static final int STOP_SECONDS = 30;
    private static final int LOG_LINES = 8;
    /** Blocks of a group of ext4: it is as small a part of the drive as a flexible group of the paper's 350 GB. */
    private static final int GROUP_BLOCKS = 2_048;
    /** Longer than any traversal on fast drives. */
    private static final long FILL_MILLIS = TimeUnit.MINUTES.toMillis(30);

    private final FilesPlan plan;
    private final Path log;
    private final List<AutoCloseable> owned = new ArrayList<>();
    private @Nullable Device drive;
    private @Nullable ProgramMemory memory;
    private @Nullable PageCacheHold hold;
    private @Nullable Process server;
    private int port;
    private boolean isInMemory;

    private ServedFileSystem(FilesPlan plan, Path log) {
        this.plan = plan;
        this.log = log;
    }

    /**
     * Makes a file system with the files, and starts its server.
     *
     * @param directory directory for the log of the server
     * @param host maker of the drive and the memory group
     */
    static ServedFileSystem start(
            FilesPlan plan, FilesArm arm, Path directory, DeviceRegistry host, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path log = Files.createDirectories(directory).resolve(arm + ".log");
        ServedFileSystem served = new ServedFileSystem(plan, log);
        try {
            served.open(arm, host, progress);
            return served;
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                served.close();
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    private void open(FilesArm arm, DeviceRegistry host, Consumer<String> progress)
            throws IOException, InterruptedException {
        FilesScale scale = plan.scale();
        DeviceRequest request = DeviceRequest.of(
                "files-" + arm, host.profile(FilesArm.HDD), FilesArm.SPINDLES, scale.fileSystemBytes());
        EmulatedDevice device = host.up(request);
        owned.add(device);
        drive = device;
        if (arm == FilesArm.XFS) {
            device.formatAsXfs();
        } else {
            device.formatAsExt4(GROUP_BLOCKS);
        }
        progress.accept(String.format(Locale.ROOT, "%s: writing %,d files", arm, scale.files()));
        FilesLoad.of(scale.files(), plan.seed(), () -> new FileSystemLoader(device.mountPoint()))
                .fill(LOAD_THREADS, RunListener.NONE);
        device.dropPageCache();
        ProgramMemory own = host.programMemory("files-" + arm);
        owned.add(own);
        memory = own;
        startServer(own, device.mountPoint());
    }

    private void startServer(ProgramMemory own, Path root) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms128m",
                "-Xmx128m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FileSystemServer.class.getName(),
                root.toString());
        Process started = new ProcessBuilder(own.inside(command))
                .redirectError(log.toFile())
                .start();
        owned.add(() -> end(started));
        server = started;
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.startsWith(FileSystemServer.READY)) {
            throw new IOException("file server: found line=" + line + ", expected " + FileSystemServer.READY
                    + "N; its log ends with:\n" + lastWords());
        }
        port = Integer.parseInt(line.substring(FileSystemServer.READY.length()));
    }

    private static void end(Process process) throws IOException {
        process.destroyForcibly();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("pid=" + process.pid() + ": still running after SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("pid=" + process.pid() + ": interrupted while waiting for its end", e);
        }
    }

    @Override
    public FilesLoad load() {
        return FilesLoad.of(plan.scale().files(), plan.seed(), () -> new FileSystemClient(port));
    }

    @Override
    public void slow(boolean on) throws IOException {
        if (on) {
            drive().modelOn();
        } else {
            drive().modelOff();
        }
    }

    @Override
    public void limitMemory() throws IOException {
        endHold();
        hold = PageCacheHold.begin(memory(), plan.scale().fileSystemCacheBytes());
    }

    private void endHold() throws IOException {
        PageCacheHold open = hold;
        hold = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void enter(FilesPhase phase) throws IOException {
        if (phase == FilesPhase.MEMORY && !isInMemory) {
            endHold();
            memory().liftLimit();
            walk(plan.scale().traversalThreads(), FILL_MILLIS, plan.scale().files(), Pace.UNLIMITED)
                    .require(plan.scale().files());
            isInMemory = true;
        }
    }

    @Override
    public Traversed traverse(int threads, long mostMillis, boolean repeats) throws IOException {
        return repeats
                ? walk(threads, mostMillis, Long.MAX_VALUE, plan.sizes().backupBytesPerSecond())
                : walk(threads, mostMillis, plan.scale().files(), Pace.UNLIMITED);
    }

    private Traversed walk(int threads, long mostMillis, long mostFiles, long bytesPerSecond) throws IOException {
        try (FileSystemClient.Link link = FileSystemClient.Link.open(port)) {
            return link.walk(threads, mostMillis, mostFiles, bytesPerSecond);
        }
    }

    @Override
    public void stopTraversal() throws IOException {
        try (FileSystemClient.Link link = FileSystemClient.Link.open(port)) {
            link.stopWalks();
        }
    }

    @Override
    public ServedCounters counters() throws IOException {
        return new ServedCounters(drive().counters().reads(), 0, 0);
    }

    @Override
    public boolean isAlive() {
        return server != null && server.isAlive();
    }

    @Override
    public String lastWords() {
        File file = log.toFile();
        try {
            List<String> lines = file.exists() ? Files.readAllLines(log) : List.of();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    private Device drive() {
        return required(drive, "drive");
    }

    private ProgramMemory memory() {
        return required(memory, "memory");
    }

    private static <T> T required(@Nullable T part, String name) {
        if (part == null) {
            throw new IllegalStateException(name + ": not there yet");
        }
        return part;
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> reversed = new ArrayList<>(owned);
        Collections.reverse(reversed);
        owned.clear();
        reversed.add(0, this::endHold);
        Closing.all(reversed);
    }
}
