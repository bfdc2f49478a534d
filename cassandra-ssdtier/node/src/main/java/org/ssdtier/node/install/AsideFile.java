package org.ssdtier.node.install;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that is written beside the one it replaces, synced, and renamed over it, so that a reader finds either the old file or the
 * new one, whole. Its name does not end in {@code .jar}: no class path contains it. What an interrupted run leaves is removed by the
 * next one.
 */
final class AsideFile implements AutoCloseable {
    /** Prefix of the names of all such files. */
    static final String PREFIX = ".ssdtier-aside-";

    /** The old file may contain passwords, so only the owner may read the new one until it is complete. */
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path path;
    private final FileChannel channel;
    private final Steps steps;
    private boolean isMoved;

    private AsideFile(Path path, FileChannel channel, Steps steps) {
        this.path = path;
        this.channel = channel;
        this.steps = steps;
    }

    /**
     * Creates the file, empty, for its owner alone. The caller closes it, which removes it unless it was moved.
     *
     * @param directory the directory of the file to replace
     * @throws IOException if it cannot be written
     */
    static AsideFile create(Path directory, Steps steps) throws IOException {
        removeLeftovers(directory);
        Path path = directory.resolve(PREFIX + ProcessHandle.current().pid());
        FileChannel channel =
                FileChannel.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ALONE);
        return new AsideFile(path, channel, steps);
    }

    /** Removes the files of interrupted runs from a directory. */
    static void removeLeftovers(Path directory) throws IOException {
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }

    /** Returns the file's path. */
    Path path() {
        return path;
    }

    /** Returns a stream to the end of the file. It need not be closed. */
    OutputStream out() {
        return Channels.newOutputStream(channel);
    }

    /**
     * Gives the file the permissions of another one, and first its group and owner where that is allowed. In a group that is not
     * that of the other file, nobody is allowed more than everybody else.
     */
    void resemble(Path other) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(other, PosixFileAttributes.class);
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        try {
            view.setGroup(attributes.group());
        } catch (FileSystemException e) {
            // A member may give a file to the group, so that the node can still read it; others may not.
        }
        try {
            view.setOwner(attributes.owner());
        } catch (FileSystemException e) {
            // Only root may give a file away; anybody else who may write here keeps it.
        }
        boolean isSameGroup = view.readAttributes().group().equals(attributes.group());
        view.setPermissions(isSameGroup ? attributes.permissions() : withoutGroup(attributes.permissions()));
    }

    /** Returns permissions with those of the group replaced by those of everybody. */
    static Set<PosixFilePermission> withoutGroup(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> changed = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission each : permissions) {
            if (!each.name().startsWith("GROUP_")) {
                changed.add(each);
            }
            if (each.name().startsWith("OTHERS_")) {
                changed.add(PosixFilePermission.valueOf(each.name().replace("OTHERS_", "GROUP_")));
            }
        }
        return changed;
    }

    /** Allows everybody to read and to execute the file. */
    void allowExecution() throws IOException {
        Set<PosixFilePermission> permissions = EnumSet.allOf(PosixFilePermission.class);
        permissions.remove(PosixFilePermission.GROUP_WRITE);
        permissions.remove(PosixFilePermission.OTHERS_WRITE);
        Files.setPosixFilePermissions(path, permissions);
    }

    /** Syncs the file and renames it over another one in the same directory, or to a new name. */
    void moveTo(Path target) throws IOException {
        steps.reached(Steps.Step.WRITTEN);
        channel.force(true);
        steps.reached(Steps.Step.SYNCED);
        Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
        isMoved = true;
        sync(target.getParent());
        steps.reached(Steps.Step.MOVED);
    }

    /** Syncs a directory: the names of its files. */
    static void sync(Path directory) throws IOException {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    /** Removes the file, unless it was moved. Idempotent. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            if (!isMoved) {
                Files.deleteIfExists(path);
            }
            channel.close();
        }
    }
}
