package org.ssdtier.benchmarks.device.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;

/**
 * A replay of a recorded block trace on another drive in virtual time; the format is documented in {@code trace.h}. The
 * same trace and drive give the same result.
 *
 * @param trace the trace
 * @param fromMebibytes MiB of the trace's writes that only make the drive ready: all figures are those of what follows
 * @param intervalSeconds virtual time of an interval of the result
 * @param isPaced whether the host issues no request earlier than when it was recorded; else the drive alone is the limit
 * @param hasReads whether reads are replayed, too
 */
public record Replay(Path trace, double fromMebibytes, double intervalSeconds, boolean isPaced, boolean hasReads) {
    /** Returns the replay of a trace with all of its requests, and the drive as the only limit. */
    public static Replay of(Path trace, double fromMebibytes, double intervalSeconds) {
        return new Replay(trace, fromMebibytes, intervalSeconds, false, true);
    }

    /** Returns the same without reads. */
    public Replay withoutReads() {
        return new Replay(trace, fromMebibytes, intervalSeconds, isPaced, false);
    }

    /**
     * Runs the trace.
     *
     * @throws IOException if the trace is missing, corrupt, or does not fit the drive
     */
    public ReplayResult on(FlashDrive drive, DeviceRegistry host) throws IOException {
        return run(drive.replayArguments(host.profile(FlashDrive.PROFILE)), host);
    }

    /**
     * Runs the trace with streams by file.
     *
     * @param drive a drive with enough streams; its mapping is for files that are not named
     * @param files lines of a file's number and its stream; -1: what is written to it is left out
     */
    public ReplayResult on(FlashDrive drive, Path files, DeviceRegistry host) throws IOException {
        List<String> words = new ArrayList<>(List.of("--files", files.toString()));
        words.addAll(drive.replayArguments(host.profile(FlashDrive.PROFILE)));
        return run(words, host);
    }

    /** Runs the trace on a drive without flash. */
    public ReplayResult on(DeviceProfile disk, DeviceRegistry host) throws IOException {
        List<String> words = new ArrayList<>(List.of("kind=" + disk.kind()));
        disk.model().forEach((name, value) -> words.add(name + "=" + value));
        return run(words, host);
    }

    private ReplayResult run(List<String> words, DeviceRegistry host) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--trace",
                trace.toString(),
                "--from-mib",
                format(fromMebibytes),
                "--interval-seconds",
                format(intervalSeconds)));
        if (isPaced) {
            arguments.add("--paced");
        }
        if (!hasReads) {
            arguments.add("--no-reads");
        }
        arguments.addAll(words);
        return ReplayResult.parse(host.streamPrograms().replay(arguments));
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
