package org.ssdtier.rowcache.compression;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;

/**
 * The files of the dictionaries in the directory of the SSD tier.
 *
 * <p>Any thread requests that a dictionary be saved or removed. One thread, the writer of the SSD tier, does all I/O, see {@link #step}.
 * A file is written once and synced before its dictionary is used. Its content is overwritten before it is deleted, because it contains
 * pieces of rows.
 */
public final class DictionaryStore {
    /** The pattern of the file names, for a {@link org.ssdtier.segmentlog.device.DirectoryKind}. */
    public static final String NAMES = DictionaryDescriptor.NAMES;
    /** The magic number at the start of a file, 32 bits, little-endian. */
    public static final int MAGIC = DictionaryDescriptor.MAGIC;

    private static final Logger logger = LoggerFactory.getLogger(DictionaryStore.class);

    private final boolean hasDirectory;
    private final CompressionCounters counters;
    private final Deque<Request> requests = new ArrayDeque<>();
    /** The dictionaries that are durable, by number; they are written again if the directory becomes another one. */
    private final Map<Integer, Dictionary> saved = new TreeMap<>();

    private int lastNumber;

    /**
     * Creates a store without dictionaries.
     *
     * @param hasDirectory false if there is no SSD tier: then a dictionary is only in memory
     */
    DictionaryStore(boolean hasDirectory, CompressionCounters counters) {
        this.hasDirectory = hasDirectory;
        this.counters = counters;
    }

    /**
     * A request to save a dictionary or to remove its file.
     *
     * @param ended receives whether the dictionary is durable; null to remove the file
     */
    private record Request(Dictionary dictionary, @Nullable Consumer<Boolean> ended) {}

    // ---- any thread ----

    /** Returns the number of the next dictionary; 0 if there are no more. */
    synchronized int nextNumber() {
        return lastNumber == DictionaryDescriptor.MAX_NUMBER ? 0 : ++lastNumber;
    }

    /**
     * Requests that a dictionary be made durable.
     *
     * @param ended called with the outcome, on any thread
     */
    void save(Dictionary dictionary, Consumer<Boolean> ended) {
        if (hasDirectory) {
            synchronized (this) {
                requests.add(new Request(dictionary, ended));
            }
        } else {
            ended.accept(true);
        }
    }

    /** Requests that the file of a dictionary be removed. */
    synchronized void remove(Dictionary dictionary) {
        saved.remove(dictionary.number());
        if (hasDirectory) {
            requests.add(new Request(dictionary, null));
        }
    }

    /** Returns the dictionaries that were read at the start. */
    synchronized List<Dictionary> saved() {
        return List.copyOf(saved.values());
    }

    // ---- one thread at a time, with the directory ----

    /**
     * Reads the dictionaries of a directory at a start. Damaged ones are removed: their images are misses.
     *
     * @param isWarm whether images in the directory will be used; otherwise all dictionaries are removed
     * @throws IOException if the directory cannot be read or changed
     */
    public void open(Storage storage, boolean isWarm) throws IOException {
        List<String> useless = new ArrayList<>();
        List<Dictionary> found = new ArrayList<>();
        boolean isRead = false;
        try {
            for (String name : names(storage)) {
                Dictionary dictionary = isWarm ? read(storage, name) : null;
                if (dictionary == null) {
                    useless.add(name);
                } else {
                    found.add(dictionary);
                }
            }
            erase(storage, useless);
            isRead = true;
        } finally {
            // all or none: an opening that is abandoned meanwhile must not show some of them
            found.forEach(isRead ? this::put : Dictionary::retire);
        }
    }

    /** Frees the dictionaries that were read by an opening that failed or was abandoned. */
    public synchronized void forget() {
        saved.values().forEach(Dictionary::retire);
        saved.clear();
    }

    /**
     * Does what was requested last: writes or removes one file.
     *
     * @return whether there was anything to do
     * @throws IOException if the file could not be written or removed
     */
    public boolean step(Storage storage) throws IOException {
        Request next;
        synchronized (this) {
            next = requests.poll();
        }
        if (next == null) {
            return false;
        }
        Dictionary dictionary = next.dictionary;
        String name = DictionaryDescriptor.name(dictionary.number());
        if (next.ended == null) {
            erase(storage, names(storage).contains(name) ? List.of(name) : List.of());
            return true;
        }
        boolean isSaved = false;
        try {
            write(storage, dictionary);
            isSaved = true;
        } finally {
            if (isSaved) {
                put(dictionary);
            } else {
                deleteUnfinished(storage, name);
            }
            next.ended.accept(isSaved);
        }
        return true;
    }

    private static void deleteUnfinished(Storage storage, String name) {
        try {
            storage.delete(name);
        } catch (IOException e) {
            logger.debug("{} was not deleted; the next start finds it damaged", name, e);
        }
    }

    /**
     * Makes a directory, which may be another one than before, hold exactly the durable dictionaries.
     *
     * @throws IOException if that fails
     */
    public void restore(Storage storage) throws IOException {
        List<Dictionary> wanted = saved();
        erase(storage, names(storage));
        for (Dictionary dictionary : wanted) {
            write(storage, dictionary);
        }
    }

    /**
     * Overwrites and deletes the files of all dictionaries, and drops what was requested.
     *
     * @throws IOException if that fails
     */
    void erase(Storage storage) throws IOException {
        List<Request> dropped;
        synchronized (this) {
            saved.clear();
            dropped = List.copyOf(requests);
            requests.clear();
        }
        for (Request request : dropped) {
            if (request.ended != null) {
                request.ended.accept(false);
            }
        }
        IOException failure = erase(storage, names(storage));
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized void put(Dictionary dictionary) {
        saved.put(dictionary.number(), dictionary);
        lastNumber = Math.max(lastNumber, dictionary.number());
    }

    private static List<String> names(Storage storage) throws IOException {
        return storage.names().stream()
                .filter(name -> DictionaryDescriptor.numberOf(name) > 0)
                .sorted()
                .toList();
    }

    private static void write(Storage storage, Dictionary dictionary) throws IOException {
        ByteBuffer file = AlignedBuffers.allocate(DictionaryDescriptor.fileBytes(dictionary));
        DictionaryDescriptor.encode(file, dictionary);
        try (Device device = storage.open(DictionaryDescriptor.name(dictionary.number()))) {
            device.allocate(file.capacity());
            device.write(file, 0);
            device.force();
        }
        storage.force();
    }

    private @Nullable Dictionary read(Storage storage, String name) {
        try (Device device = storage.open(name)) {
            int bytes = (int) Math.min(DictionaryDescriptor.MAX_FILE_BYTES, device.size());
            ByteBuffer file = AlignedBuffers.allocate(bytes / Device.PAGE_BYTES * Device.PAGE_BYTES);
            int count = device.read(file, 0);
            if (count != file.capacity()) {
                throw new EOFException("file=" + name + " bytes=" + count + ", expected " + file.capacity());
            }
            file.clear();
            return DictionaryDescriptor.decode(file, name);
        } catch (IOException | LinkageError e) {
            return lost(name, e);
        }
    }

    private @Nullable Dictionary lost(String name, Throwable cause) {
        counters.damaged.increment();
        logger.warn("Row cache on SSD: {} cannot be used; rows compressed with it are misses: {}", name, cause);
        return null;
    }

    /**
     * Overwrites and deletes files. One that cannot be overwritten is deleted nevertheless.
     *
     * @return the first failure to overwrite a file; null if there was none
     */
    private static @Nullable IOException erase(Storage storage, List<String> names) throws IOException {
        IOException failure = null;
        for (String name : names) {
            try (Device device = storage.open(name)) {
                overwrite(device);
            } catch (IOException e) {
                logger.warn("Row cache on SSD: {} is deleted, but could not be overwritten: {}", name, e.toString());
                failure = failure == null ? e : failure;
            }
            storage.delete(name);
        }
        if (!names.isEmpty()) {
            storage.force();
        }
        return failure;
    }

    private static void overwrite(Device device) throws IOException {
        ByteBuffer zeros = AlignedBuffers.allocate(Device.PAGE_BYTES);
        long pages = (device.size() + Device.PAGE_BYTES - 1) / Device.PAGE_BYTES;
        for (long page = 0; page < pages; page++) {
            zeros.clear();
            device.write(zeros, page * Device.PAGE_BYTES);
        }
        device.force();
    }
}
