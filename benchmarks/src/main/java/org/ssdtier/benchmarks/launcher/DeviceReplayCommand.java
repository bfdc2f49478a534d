package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.device.stream.Replay;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.load.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device replay}. */
@Command(
        name = "replay",
        description = "Run a recorded block trace on another emulated SSD, in virtual time.",
        mixinStandardHelpOptions = true)
final class DeviceReplayCommand extends DeviceVerb {
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    private static final int SECTOR_BYTES = 4_096;
    private static final double LEAST_SECONDS = 0.001;

    @Parameters(paramLabel = "FILE", description = "The trace, made by device record.")
    private Path trace = Path.of("");

    @Mixin
    private FlashDriveOptions options = new FlashDriveOptions();

    @Option(
            names = "--from-mib",
            paramLabel = "N",
            description = "Figures of what follows so many MiB of the trace's writes (default: of all).")
    private double fromMebibytes;

    @Option(
            names = "--interval-seconds",
            paramLabel = "N",
            description = "Virtual time of an interval of the result (default: ${DEFAULT-VALUE}).")
    private double intervalSeconds = 10;

    @Option(
            names = "--paced",
            description = "Issue no request earlier than when it was recorded (default: the drive is the only limit).")
    private boolean paced;

    @Option(names = "--no-reads", description = "Leave reads out.")
    private boolean withoutReads;

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        Allowed.require(fromMebibytes >= 0, "from-mib", fromMebibytes, "0 or more");
        Allowed.require(
                intervalSeconds >= LEAST_SECONDS, "interval-seconds", intervalSeconds, LEAST_SECONDS + " or more");
        ReplayResult result = new Replay(trace, fromMebibytes, intervalSeconds, paced, !withoutReads)
                .on(options.drive(), openRegistry());
        json.show(result, out -> print(out, result));
        return 0;
    }

    private static void print(PrintWriter out, ReplayResult result) {
        ReplayResult.Total total = result.total();
        TextTable.print(
                out,
                List.of("stream", "written MiB", "copied MiB", "erased units", "write amplification"),
                result.streams().stream()
                        .map(stream -> List.of(
                                Integer.toString(stream.number()),
                                mebibytes(stream.writtenSectors()),
                                mebibytes(stream.copiedSectors()),
                                Long.toString(stream.erasedUnits()),
                                String.format(Locale.ROOT, "%.3f", stream.writeAmplification())))
                        .toList());
        out.printf(
                Locale.ROOT,
                "%s MiB in %.1f s: %.1f MiB/s, write amplification %.3f, %d units erased, p99.9 of a write %.1f ms%n",
                mebibytes(total.hostSectors()),
                total.seconds(),
                result.mebibytesPerSecond(),
                total.writeAmplification(),
                total.erasedUnits(),
                total.latency().p999Micros() / 1e3);
        out.printf(
                Locale.ROOT,
                "File system's own: %.2f %% of the bytes; file not known in time: %.2f %%%n",
                100 * total.systemShare(),
                100 * total.unknownShare());
        if (!total.isComplete()) {
            out.println("The trace has no end: its drive was killed");
        }
    }

    private static String mebibytes(long sectors) {
        return String.format(Locale.ROOT, "%.1f", sectors * SECTOR_BYTES / BYTES_PER_MEBIBYTE);
    }
}
