package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.ssdtier.files.transfer.Progress;

/** A line with the progress of a transfer, its rate and the time left: in place on a terminal, else every 10 s. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 24;
    private static final long TERMINAL_MILLIS = 250;
    private static final long LOG_MILLIS = 10_000;

    private final Progress progress;
    private final PrintWriter out;
    private final boolean isTerminal;
    private final long beginNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(body -> {
        Thread thread = new Thread(body, "progress");
        thread.setDaemon(true);
        return thread;
    });

    private ProgressBar(Progress progress, PrintWriter out, boolean isTerminal) {
        this.progress = progress;
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Shows the progress until it is closed. */
    static ProgressBar show(Progress progress, PrintWriter out) {
        ProgressBar bar = new ProgressBar(progress, out, isTerminal());
        long millis = bar.isTerminal ? TERMINAL_MILLIS : LOG_MILLIS;
        var unused = bar.timer.scheduleAtFixedRate(bar::draw, millis, millis, TimeUnit.MILLISECONDS);
        return bar;
    }

    /** Returns whether standard error is a terminal. */
    private static boolean isTerminal() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString().matches("/dev/(pts/|tty).*");
        } catch (IOException e) {
            return false;
        }
    }

    double seconds() {
        return (System.nanoTime() - beginNanos) / 1e9;
    }

    private void draw() {
        String line = line(progress, seconds());
        out.print(isTerminal ? "\r" + line + "\u001b[K" : line + System.lineSeparator());
        out.flush();
    }

    /** Returns the line after some seconds. */
    static String line(Progress progress, double seconds) {
        long files = progress.files();
        long total = progress.totalFiles();
        StringBuilder line = new StringBuilder();
        if (total > 0) {
            double share = Math.min(1, (double) files / total);
            int filled = (int) (share * WIDTH);
            line.append('[')
                    .append("#".repeat(filled))
                    .append(".".repeat(WIDTH - filled))
                    .append("] ");
            line.append(String.format(Locale.ROOT, "%3.0f %%  %,d of %,d files", share * 100, files, total));
        } else {
            line.append(String.format(Locale.ROOT, "%,d files", files));
        }
        double rate = seconds > 0 ? files / seconds : 0;
        line.append(String.format(
                Locale.ROOT, "  %,.0f files/s  %.1f MB/s", rate, seconds > 0 ? progress.bytes() / seconds / 1e6 : 0));
        if (total > files && rate > 0) {
            line.append("  left ").append(duration((long) ((total - files) / rate)));
        }
        return line.toString();
    }

    private static String duration(long seconds) {
        return seconds >= 3_600
                ? String.format(Locale.ROOT, "%d h %02d min", seconds / 3_600, seconds / 60 % 60)
                : String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        if (isTerminal) {
            draw();
            out.println();
            out.flush();
        }
    }
}
