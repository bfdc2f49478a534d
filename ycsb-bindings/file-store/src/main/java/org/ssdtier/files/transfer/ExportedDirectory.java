package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A directory of this machine that an export fills. Until all that it contains is there, it is no wider than the directory of
 * the store, and its owner can write into it; then it gets the permission bits of the store. If these are not known, its own
 * are kept. Thread-safe.
 */
final class ExportedDirectory {
    private static final int OWNER = 0700;

    private final Path local;
    private final @Nullable ExportedDirectory above;
    private final OptionalInt mode;
    private final Failures failures;
    /** Files and directories that are not there yet, and one for the listing. */
    private final AtomicInteger left = new AtomicInteger(1);

    private ExportedDirectory(Path local, @Nullable ExportedDirectory above, OptionalInt mode, Failures failures) {
        this.local = local;
        this.above = above;
        this.mode = mode;
        this.failures = failures;
    }

    /**
     * Makes a directory, unless it exists; a link is no directory.
     *
     * @param above directory that is not finished before this one, or null
     * @param mode permission bits that it gets in the end, if they are known
     * @param failures receives the failure to set them
     */
    static ExportedDirectory make(Path local, @Nullable ExportedDirectory above, OptionalInt mode, Failures failures)
            throws IOException {
        if (!Files.isDirectory(local, LinkOption.NOFOLLOW_LINKS)) {
            if (mode.isPresent()) {
                Files.createDirectory(local, PosixFilePermissions.asFileAttribute(Modes.permissions(OWNER)));
            } else {
                Files.createDirectory(local);
            }
        } else if (mode.isPresent()) {
            set(local, (Modes.of(local) & mode.getAsInt()) | OWNER);
        }
        if (above != null) {
            above.add();
        }
        return new ExportedDirectory(local, above, mode, failures);
    }

    /** Returns a directory of the caller, whose permissions are kept. */
    static ExportedDirectory existing(Path local, Failures failures) {
        return new ExportedDirectory(local, null, OptionalInt.empty(), failures);
    }

    /** Adds something that it will contain. */
    void add() {
        left.incrementAndGet();
    }

    /** Called when something is there, or has failed, and at the end of the listing. */
    void done() {
        for (ExportedDirectory of = this; of != null && of.left.decrementAndGet() == 0; of = of.above) {
            of.finish();
        }
    }

    private void finish() {
        if (mode.isPresent()) {
            try {
                set(local, mode.getAsInt());
            } catch (IOException | RuntimeException e) {
                failures.add("directory=" + local + ": permissions cannot be set: " + e);
            }
        }
    }

    /** Sets the permissions if they differ: that would clear the set-group-ID bit of a directory in vain. */
    private static void set(Path local, int mode) throws IOException {
        if (Modes.of(local) != mode) {
            Files.getFileAttributeView(local, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setPermissions(Modes.permissions(mode));
        }
    }
}
