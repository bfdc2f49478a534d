package org.ssdtier.files.store;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StoreException;

/**
 * The slices that a traversal has finished, in a text file: a line that names the traversal, then a line per slice. A
 * line that was cut by a crash is ignored. Thread-safe.
 */
public final class Checkpoint implements AutoCloseable {
    private static final String HEADER = "ssdtier files checkpoint 1 ";

    private final BitSet done = new BitSet();
    private final @Nullable Writer writer;

    private final @Nullable Path file;

    private Checkpoint(@Nullable Writer writer, @Nullable Path file) {
        this.writer = writer;
        this.file = file;
    }

    /** Returns a checkpoint that is not kept. */
    public static Checkpoint none() {
        return new Checkpoint(null, null);
    }

    /**
     * Opens a checkpoint; if the file does not exist, it is created.
     *
     * @param traversal name of the traversal: the store, and what is done with its files; one line
     * @throws StoreException if the file belongs to another traversal
     */
    public static Checkpoint open(Path file, String traversal) throws IOException {
        String header = HEADER + traversal;
        boolean isNew = !Files.exists(file) || Files.size(file) == 0;
        List<String> lines = isNew ? List.of(header) : lines(file);
        if (!lines.get(0).equals(header)) {
            throw new StoreException("checkpoint=" + file + " of traversal=" + lines.get(0) + ", expected " + header
                    + "; remove it to begin anew");
        }
        Checkpoint checkpoint = new Checkpoint(
                Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), file);
        checkpoint.write(isNew ? header : "");
        for (String line : lines.subList(1, lines.size())) {
            if (line.matches("[0-9]{1,6} done")) {
                checkpoint.done.set(Integer.parseInt(line.substring(0, line.indexOf(' '))));
            }
        }
        return checkpoint;
    }

    private static List<String> lines(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** Returns whether a slice is finished. */
    synchronized boolean isDone(int slice) {
        return done.get(slice);
    }

    /** Records that a slice is finished. */
    synchronized void setDone(int slice) throws IOException {
        done.set(slice);
        write(slice + " done");
    }

    /** Returns the number of finished slices. */
    public synchronized int count() {
        return done.cardinality();
    }

    /** Deletes the file, after the end of the traversal: the next one with this file is a new one. */
    public synchronized void delete() throws IOException {
        close();
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }

    private void write(String line) throws IOException {
        if (writer != null) {
            writer.write(line + "\n");
            writer.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }
}
