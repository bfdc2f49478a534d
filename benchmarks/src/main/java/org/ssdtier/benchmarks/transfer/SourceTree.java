package org.ssdtier.benchmarks.transfer;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;

/**
 * A tree of real files: copies of those of some directories, because other programs may write to them meanwhile. If it
 * has too few, further copies are hard links to the first.
 */
final class SourceTree {
    private final Path root;
    private final long least;
    private final List<Path> first = new ArrayList<>();
    private long files;
    private long bytes;

    private SourceTree(Path root, long least) {
        this.root = root;
        this.least = least;
    }

    /** Returns the directories with many files of a machine with Maven, a JDK and Python. */
    static List<Path> usual() {
        return Stream.of(
                        Path.of(System.getProperty("user.home"), ".m2", "repository"),
                        Path.of(System.getProperty("java.home")),
                        Path.of("/usr/lib/python3"),
                        Path.of("/usr/share"))
                .filter(Files::isDirectory)
                .toList();
    }

    /** Returns the name of a source in a result, without the paths of one machine's user or JDK. */
    static String described(Path source) {
        Path home = Path.of(System.getProperty("user.home"));
        if (source.equals(Path.of(System.getProperty("java.home")))) {
            return "$JAVA_HOME";
        }
        return source.startsWith(home) ? "~/" + home.relativize(source) : source.toString();
    }

    /**
     * Makes a tree.
     *
     * @param root directory of the tree; deleted if it exists
     * @param least least number of files; files of the sources beyond it are left out
     * @throws IOException if a source does not exist or there are no files
     */
    static SourceTree create(Path root, List<Path> sources, long least) throws IOException {
        for (Path source : sources) {
            if (!Files.isDirectory(source)) {
                throw new IOException("source=" + source + ": no such directory");
            }
        }
        FileTree.delete(root);
        SourceTree tree = new SourceTree(root, least);
        for (int i = 0; i < sources.size() && tree.files < least; i++) {
            tree.copy(sources.get(i).toRealPath(), root.resolve("copy-1").resolve("source-" + (i + 1)));
        }
        if (tree.files == 0) {
            throw new IOException("sources=" + sources + ": no readable files");
        }
        for (int copy = 2; tree.files < least; copy++) {
            tree.link(root.resolve("copy-" + copy));
        }
        return tree;
    }

    private void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && Files.isReadable(file)) {
                    Path copy = to.resolve(from.relativize(file));
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                    first.add(copy);
                    count(copy);
                }
                return files < least ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE; // gone meanwhile, or not readable
            }
        });
    }

    private void link(Path copy) throws IOException {
        Path original = root.resolve("copy-1");
        for (Path file : first) {
            if (files == least) {
                return;
            }
            Path link = copy.resolve(original.relativize(file));
            Files.createDirectories(link.getParent());
            Files.createLink(link, file);
            count(link);
        }
    }

    private void count(Path file) throws IOException {
        files++;
        bytes += Files.size(file);
    }

    Path root() {
        return root;
    }

    /** Returns the number of files. */
    long files() {
        return files;
    }

    /** Returns the bytes of all files; those of links are counted again. */
    long bytes() {
        return bytes;
    }

    /** Returns the bytes of the mean file. */
    long meanBytes() {
        return bytes / files;
    }

    /** Returns the first copies of the files that have at most a number of bytes, below the root. */
    List<Path> upTo(long most) throws IOException {
        List<Path> small = new ArrayList<>();
        for (Path file : first) {
            if (Files.size(file) <= most) {
                small.add(root.relativize(file));
            }
        }
        return small;
    }
}
