package org.ssdtier.benchmarks.top;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** The live view in a terminal. It is on the terminal's alternate screen, so what was there comes back at the end. */
final class LiveScreen {
    private static final int TAB = '\t';
    private static final int CONTROL_C = 3;
    private static final int CONTROL_L = 12;
    private static final int HEAD_LINE = 2;

    private final Terminal terminal;
    private final Display display;
    private final LongSupplier nanoClock;
    private View view;
    private boolean isPaused;
    private boolean isEnded;
    private Size size = Size.of(80, 24);

    /** A source of samples. */
    interface Source {
        /** Returns the next sample. */
        Sample next() throws IOException;
    }

    /**
     * Creates a view.
     *
     * @param terminal the terminal; closed by the caller
     * @param view the first view
     * @param nanoClock clock of the interval
     */
    LiveScreen(Terminal terminal, View view, LongSupplier nanoClock) {
        this.terminal = terminal;
        this.display = new Display(terminal, true);
        this.view = view;
        this.nanoClock = nanoClock;
    }

    /**
     * Shows samples until the user quits, or some have been shown.
     *
     * @param count number of samples; 0 for no limit
     * @return the last sample
     * @throws IOException if the terminal or the source fails
     */
    Sample run(Source source, long intervalNanos, int count) throws IOException {
        Attributes before = terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        raw.setLocalFlag(Attributes.LocalFlag.ISIG, false); // Control-C is a key, so that the screen is restored
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        try {
            Sample sample = source.next();
            for (int shown = 1; ; shown++) {
                show(sample);
                boolean isLast = count > 0 && shown >= count;
                awaitKeys(sample, isLast ? 0 : intervalNanos);
                if (isEnded || isLast) {
                    return sample;
                }
                sample = source.next();
            }
        } finally {
            terminal.puts(Capability.cursor_visible);
            terminal.puts(Capability.exit_ca_mode);
            terminal.flush();
            terminal.setAttributes(before);
        }
    }

    /** Handles keys for an interval; while paused, until the user continues or quits. */
    private void awaitKeys(Sample sample, long nanos) throws IOException {
        NonBlockingReader keys = terminal.reader();
        long deadlineNanos = nanoClock.getAsLong() + nanos;
        while (!isEnded) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nanoClock.getAsLong());
            if (leftMillis <= 0 && !isPaused) {
                return;
            }
            int key = keys.read(Math.max(1, Math.min(leftMillis <= 0 ? 200 : leftMillis, 200)));
            if (key == NonBlockingReader.EOF) {
                isEnded = true;
            } else if (key != NonBlockingReader.READ_EXPIRED) {
                handle(key);
                show(sample);
            } else if (!size.equals(terminal.getSize())) {
                show(sample);
            }
        }
    }

    private void handle(int key) {
        switch (key) {
            case 'q', 'Q', CONTROL_C -> isEnded = true;
            case 'p', 'P', ' ' -> isPaused = !isPaused;
            case TAB -> view = view.next();
            case CONTROL_L -> display.clear();
            default -> view = View.of(Character.toLowerCase(key)).orElse(view);
        }
    }

    private void show(Sample sample) {
        Size found = terminal.getSize();
        int rows = found.getRows() > 0 ? found.getRows() : 24;
        int columns = found.getColumns() > 0 ? found.getColumns() : 80;
        if (!size.equals(found)) {
            display.clear();
        }
        size = found;
        display.resize(Size.of(columns, rows));
        List<String> page = new Screen(columns, rows).page(sample, view, isPaused);
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < page.size(); i++) {
            boolean isMarked = i == 0 || i == HEAD_LINE || i == page.size() - 1;
            lines.add(
                    isMarked
                            ? new AttributedString(page.get(i), AttributedStyle.BOLD)
                            : new AttributedString(page.get(i)));
        }
        display.update(lines, 0);
        terminal.flush();
    }
}
