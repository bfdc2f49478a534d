package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;

/**
 * A storage that stops at its n-th write, force or deletion and then returns what is left. After a kill that is
 * everything that was written; after a power cut it is what was forced, and of each other write what a {@link Fate}
 * decides.
 */
final class CrashStorage implements Storage {
    private static final int SECTOR_BYTES = 512;

    /** A source of decisions on what happens to each thing that was not forced. */
    interface Fate {
        /** The number of choices: it survives, it does not, only its first half does, only its second half does. */
        int CHOICES = 4;

        /** Returns a choice, 0 to {@link #CHOICES} - 1. */
        int next();
    }

    private final Map<String, Medium> media = new TreeMap<>();
    private final Map<String, Medium> deleted = new TreeMap<>();
    private final Set<String> created = new HashSet<>();
    private @Nullable Runnable beforeSegmentWrite;
    private BooleanSupplier failsJournal = () -> false;
    private BooleanSupplier failsDeletions = () -> false;
    private long operations;
    private long cutAt = Long.MAX_VALUE;

    /** Cuts the storage at an operation; the next one is 0. */
    void cutAt(long operation) {
        cutAt = operations + operation;
    }

    /** Returns the number of operations so far. */
    long operations() {
        return operations;
    }

    boolean isCut() {
        return operations > cutAt;
    }

    /** Cuts the storage now. */
    void cut() {
        cutAt = operations - 1;
    }

    /** Sets a hook that is called before each write to a segment; null for none. */
    void beforeSegmentWrite(@Nullable Runnable hook) {
        beforeSegmentWrite = hook;
    }

    /**
     * Makes each write and force of journal and checkpoints fail if {@code fails} is true. The written data may survive
     * anyway.
     */
    void failJournal(BooleanSupplier fails) {
        failsJournal = fails;
    }

    /** Makes each deletion of a file fail if {@code fails} is true. */
    void failDeletions(BooleanSupplier fails) {
        failsDeletions = fails;
    }

    /** Returns the fingerprint of each file, of what can be read now. */
    Map<String, Long> fingerprints() {
        Map<String, Long> fingerprints = new TreeMap<>();
        media.forEach((name, medium) -> fingerprints.put(name, medium.visible.fingerprint()));
        return fingerprints;
    }

    /** Returns what is left after a kill. */
    CrashStorage afterKill() {
        CrashStorage left = new CrashStorage();
        media.forEach((name, medium) -> left.media.put(name, left.new Medium(name, medium.visible)));
        return left;
    }

    /** Returns what is left after a power cut. */
    CrashStorage afterPowerCut(Fate fate) {
        CrashStorage left = new CrashStorage();
        media.forEach((name, medium) -> {
            if (!created.contains(name) || fate.next() != 1) {
                left.media.put(name, left.new Medium(name, medium.survivor(fate)));
            }
        });
        deleted.forEach((name, medium) -> {
            if (!media.containsKey(name) && fate.next() == 1) {
                left.media.put(name, left.new Medium(name, medium.survivor(fate)));
            }
        });
        return left;
    }

    @Override
    public Device open(String name) {
        return media.computeIfAbsent(name, absent -> {
            created.add(name);
            return new Medium(name, new SharedPages());
        });
    }

    @Override
    public List<String> names() {
        return List.copyOf(media.keySet());
    }

    @Override
    public void delete(String name) throws IOException {
        operate();
        if (failsDeletions.getAsBoolean()) {
            throw new IOException("disturbed");
        }
        Medium medium = media.remove(name);
        if (medium != null && !created.remove(name)) {
            deleted.put(name, medium);
        }
    }

    @Override
    public void force() throws IOException {
        operate();
        created.clear();
        deleted.clear();
    }

    @Override
    public String describe() {
        return "directory=(crash)";
    }

    @Override
    public void close() {}

    private void operate() throws IOException {
        operations++;
        if (isCut()) {
            throw new IOException("power is off");
        }
    }

    /** A write that may not be durable. */
    private record Write(long position, ByteBuffer bytes) {}

    private final class Medium implements Device {
        private final String name;
        private final SharedPages visible;
        private final SharedPages durable;
        private final List<Write> unforced = new ArrayList<>();

        Medium(String name, SharedPages content) {
            this.name = name;
            visible = content.copy();
            durable = content.copy();
        }

        @Override
        public int read(ByteBuffer destination, long position) throws IOException {
            if (isCut()) {
                throw new IOException("power is off");
            }
            return visible.read(destination, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            Runnable hook = beforeSegmentWrite;
            if (hook != null && name.startsWith("segment-")) {
                hook.run();
            }
            ByteBuffer bytes = ByteBuffer.allocate(source.remaining());
            bytes.put(0, source, source.position(), source.remaining());
            if (!isCut()) {
                unforced.add(new Write(position, bytes)); // the write during which the power is cut may survive, too
            }
            operate();
            source.position(source.limit());
            visible.write(bytes.duplicate(), position);
            failIfAsked();
        }

        @Override
        public void force() throws IOException {
            operate();
            failIfAsked();
            unforced.forEach(write -> durable.write(write.bytes().duplicate(), write.position()));
            unforced.clear();
        }

        @Override
        public void allocate(long sizeBytes) throws IOException {
            if (isCut()) {
                throw new IOException("power is off");
            }
            visible.allocate(sizeBytes);
            durable.allocate(sizeBytes);
        }

        @Override
        public void discard() {
            visible.discard();
            durable.discard();
            unforced.clear();
        }

        @Override
        public long size() {
            return visible.sizeBytes();
        }

        @Override
        public void close() {}

        private void failIfAsked() throws IOException {
            if (!name.startsWith("segment-") && !name.startsWith("manifest") && failsJournal.getAsBoolean()) {
                throw new IOException("fails once");
            }
        }

        private SharedPages survivor(Fate fate) {
            SharedPages left = durable.copy();
            for (Write write : unforced) {
                int half = Math.max(SECTOR_BYTES, write.bytes().limit() / 2);
                switch (fate.next()) {
                    case 0 -> left.write(write.bytes().duplicate(), write.position());
                    case 2 -> left.write(write.bytes().slice(0, half), write.position());
                    case 3 ->
                        left.write(write.bytes().slice(half, write.bytes().limit() - half), write.position() + half);
                    default -> {} // nothing of it survives
                }
            }
            return left;
        }
    }
}
