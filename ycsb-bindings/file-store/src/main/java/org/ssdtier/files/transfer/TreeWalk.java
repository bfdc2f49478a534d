package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;

/** A walk through a directory tree of this machine, with the paths that its files have in the store. */
abstract class TreeWalk implements FileVisitor<Path> {
    private final Links links;
    private final Failures failures;
    private final Deque<StorePath> directories = new ArrayDeque<>();
    private final StorePath target;

    TreeWalk(StorePath target, Links links, Failures failures) {
        this.target = target;
        this.links = links;
        this.failures = failures;
    }

    /** Called with each directory, before what it contains. */
    abstract void directory(Path local, StorePath path) throws IOException;

    /** Called after what the last directory contains. */
    void leave() throws IOException {}

    /** Called with each regular file. */
    abstract void file(Path file, StorePath path, BasicFileAttributes attributes) throws IOException;

    final void walk(Path source) throws IOException {
        Set<FileVisitOption> options = links == Links.FOLLOW
                ? EnumSet.of(FileVisitOption.FOLLOW_LINKS)
                : EnumSet.noneOf(FileVisitOption.class);
        Files.walkFileTree(source, options, Integer.MAX_VALUE, this);
    }

    @Override
    public final FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        StorePath path = directories.isEmpty() ? target : path(directory);
        directory(directory, path);
        directories.push(path);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public final FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (attributes.isRegularFile()) {
            file(file, path(file), attributes);
        } else if (attributes.isSymbolicLink()) {
            if (links != Links.SKIP) {
                failures.add("file=" + file + ": a symbolic link"
                        + (links == Links.FOLLOW ? " to nothing" : "; allowed with links=follow or links=skip"));
            }
        } else {
            failures.add("file=" + file + ": a device, pipe or socket, expected a file or directory");
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public final FileVisitResult visitFileFailed(Path file, IOException failure) {
        failures.add("file=" + file + ": "
                + (failure instanceof FileSystemLoopException ? "a symbolic link to a directory above" : failure));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public final FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
        directories.pop();
        leave();
        if (failure != null) {
            failures.add("directory=" + directory + ": " + failure);
        }
        return FileVisitResult.CONTINUE;
    }

    private StorePath path(Path file) {
        return directories.element().resolve(LocalNames.name(file));
    }
}
