package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The extents of the files of a file system on its block device, as {@code filefrag} of e2fsprogs prints them. */
final class FileExtents {
    private static final int BLOCK_BYTES = 4_096;
    private static final int SECTORS_PER_BLOCK = BLOCK_BYTES / 512;
    private static final Pattern FILE = Pattern.compile("File size of (.*) is \\d+ \\(\\d+ blocks? of \\d+ bytes\\)");
    /** Number, logical blocks, physical blocks. */
    private static final Pattern EXTENT =
            Pattern.compile("\\s*\\d+:\\s*\\d+\\.\\.\\s*\\d+:\\s*(\\d+)\\.\\.\\s*(\\d+):.*");

    private final NavigableMap<Long, Extent> extents = new TreeMap<>();

    private FileExtents() {}

    private record Extent(long end, String file) {}

    /** Reads the extents of all files below a directory; those that are deleted meanwhile are left out. */
    static FileExtents below(Machine machine, Path directory) throws IOException {
        List<String> files = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file.toString());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException deleted) {
                return FileVisitResult.CONTINUE;
            }
        });
        if (files.isEmpty()) {
            return new FileExtents();
        }
        List<String> command = new ArrayList<>(List.of("filefrag", "-e", "-b" + BLOCK_BYTES));
        command.addAll(files);
        return parse(machine.run(command).output());
    }

    /** Reads what {@code filefrag -e -b4096} has printed. */
    static FileExtents parse(String printed) {
        FileExtents extents = new FileExtents();
        String file = "";
        for (String line : printed.lines().toList()) {
            Matcher name = FILE.matcher(line);
            Matcher extent = EXTENT.matcher(line);
            if (name.matches()) {
                file = String.valueOf(Path.of(name.group(1)).getFileName());
            } else if (extent.matches()) {
                long first = Long.parseLong(extent.group(1)) * SECTORS_PER_BLOCK;
                long end = (Long.parseLong(extent.group(2)) + 1) * SECTORS_PER_BLOCK;
                extents.extents.put(first, new Extent(end, file));
            }
        }
        return extents;
    }

    /** Returns the name of the file to which a sector belongs. */
    Optional<String> fileAt(long sector) {
        Map.Entry<Long, Extent> before = extents.floorEntry(sector);
        return before != null && sector < before.getValue().end
                ? Optional.of(before.getValue().file)
                : Optional.empty();
    }
}
