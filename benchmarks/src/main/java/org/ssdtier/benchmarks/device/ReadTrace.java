package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A trace of the reads that threads ask of an emulated device, by the kernel's event {@code block_bio_queue}, which has the name
 * of the thread (<a href="https://docs.kernel.org/trace/events.html">Event Tracing</a>). Needs root and tracefs.
 */
public final class ReadTrace implements AutoCloseable {
    private static final Path TRACING = Path.of("/sys/kernel/tracing");
    private static final Path INSTANCES = TRACING.resolve("instances");
    private static final String EVENT = "events/block/block_bio_queue";
    /** For each processor: some 100,000 reads. */
    private static final String BUFFER_KIBIBYTES = "8192";

    private static final int MINOR_BITS = 20;
    private static final Pattern READ =
            Pattern.compile(".*-(\\d+) +\\[\\d+].*: block_bio_queue: \\d+,\\d+ R\\w* (\\d+) \\+ (\\d+) \\[(.*)]");
    private static final Pattern ENTRIES = Pattern.compile("# entries-in-buffer/entries-written: (\\d+)/(\\d+) .*");

    private final Machine machine;
    private final Path mount;
    private final Path instance;
    private final FileExtents before;
    private boolean isClosed;

    private ReadTrace(Machine machine, Path mount, Path instance, FileExtents before) {
        this.machine = machine;
        this.mount = mount;
        this.instance = instance;
        this.before = before;
    }

    /**
     * Begins a trace; empty if this machine cannot trace.
     *
     * @param mount directory of the device's file system
     * @param loop name of its block device, such as {@code loop3}
     */
    static Optional<ReadTrace> begin(Machine machine, Path mount, String loop) throws IOException {
        if (!machine.isRoot()) {
            return Optional.empty();
        }
        if (!machine.exists(INSTANCES)) {
            machine.run(List.of("mount", "-t", "tracefs", "tracefs", TRACING.toString()));
        }
        if (!machine.exists(TRACING.resolve(EVENT))) {
            return Optional.empty();
        }
        clear(machine, loop);
        Path instance = instance(loop);
        FileExtents before = FileExtents.below(machine, mount);
        machine.makeDirectory(instance);
        ReadTrace trace = new ReadTrace(machine, mount, instance, before);
        try {
            trace.enable(loop);
        } catch (IOException e) {
            trace.close();
            throw e;
        }
        return Optional.of(trace);
    }

    private static Path instance(String loop) {
        return INSTANCES.resolve("ssdtier-" + loop);
    }

    /** Removes the trace of a program that was killed, because its buffers are the kernel's memory; not one that is in use. */
    static void clear(Machine machine, String loop) throws IOException {
        if (machine.exists(instance(loop))) {
            machine.run(List.of("rmdir", instance(loop).toString()));
        }
    }

    private void enable(String loop) throws IOException {
        String[] number =
                machine.read(Path.of("/sys/block", loop, "dev")).strip().split(":", -1);
        long device = (Long.parseLong(number[0]) << MINOR_BITS) | Long.parseLong(number[1]);
        machine.write(instance.resolve("buffer_size_kb"), BUFFER_KIBIBYTES);
        machine.write(instance.resolve(EVENT).resolve("filter"), "dev == " + device + " && rwbs ~ \"R*\"");
        machine.write(instance.resolve(EVENT).resolve("enable"), "1");
    }

    /**
     * Ends the trace. A sector that belongs to another file now than at the beginning is taken to be the earlier one's.
     *
     * @return the reads; empty if there were more than are kept
     */
    public Optional<List<TracedRead>> end() throws IOException {
        machine.write(instance.resolve(EVENT).resolve("enable"), "0");
        FileExtents after = FileExtents.below(machine, mount);
        String text = machine.read(instance.resolve("trace"));
        close();
        return parse(text, before, after);
    }

    /** Reads the text of a trace; empty if it has lost events. */
    static Optional<List<TracedRead>> parse(String text, FileExtents before, FileExtents after) {
        List<TracedRead> reads = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher entries = ENTRIES.matcher(line);
            if (entries.matches() && !entries.group(1).equals(entries.group(2))) {
                return Optional.empty();
            }
            Matcher read = READ.matcher(line);
            if (read.matches()) {
                long sector = Long.parseLong(read.group(2));
                String file =
                        before.fileAt(sector).or(() -> after.fileAt(sector)).orElse("");
                reads.add(new TracedRead(
                        read.group(4), Integer.parseInt(read.group(1)), file, sector, Integer.parseInt(read.group(3))));
            }
        }
        return Optional.of(reads);
    }

    @Override
    public void close() throws IOException {
        if (!isClosed) {
            isClosed = true;
            machine.removeDirectory(instance);
        }
    }
}
