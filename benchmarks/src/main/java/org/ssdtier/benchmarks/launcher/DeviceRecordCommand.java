package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.stream.StreamDevice;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device record}. */
@Command(
        name = "record",
        description =
                "Run a command in the directory of a new emulated SSD and record its block trace, with the file and "
                        + "lifetime hint of each write. The device is removed afterwards.",
        mixinStandardHelpOptions = true)
final class DeviceRecordCommand extends DeviceVerb {
    @Parameters(index = "0", paramLabel = "FILE", description = "The trace; overwritten.")
    private Path trace = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments.")
    private List<String> command = List.of();

    @Option(names = "--size", paramLabel = "SIZE", description = "Size of the device (default: ${DEFAULT-VALUE}).")
    private String size = "4GiB";

    @Option(names = "--model", description = "Requests take the model's times (default: they are answered at once).")
    private boolean model;

    @Mixin
    private FlashDriveOptions options = new FlashDriveOptions();

    @Mixin
    private InstallOption install = new InstallOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        DeviceRegistry host = install.require(openRegistry());
        String name = "record-" + ProcessHandle.current().pid();
        try (StreamDevice device = StreamDevice.up(host, name, options.drive(), ByteSize.parse("size", size), trace)) {
            if (model) {
                device.modelOn();
            }
            int exitCode = run(device.mountPoint());
            device.sync();
            print(out(), device.streams());
            return exitCode;
        }
    }

    private int run(Path directory) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .inheritIO()
                .start()
                .waitFor();
    }

    private void print(PrintWriter out, StreamFigures figures) {
        out.printf(
                Locale.ROOT,
                "%s: %d sectors written, %.3f %% resolved, %.2f %% the file system's own%n",
                trace,
                figures.writtenSectors(),
                100 * figures.resolvedShare(),
                100 * figures.systemShare());
        out.flush();
    }
}
