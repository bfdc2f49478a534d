package org.ssdtier.node.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A running node, as the file system of processes (proc(5)) shows it.
 *
 * @param name the process in messages
 * @param words words of its command line
 * @param nofile its limit of open files; null if not known
 * @param openFiles number of its open files; null if not known
 * @param allocator path of the jemalloc that it has loaded; empty if it has not, null if not known
 */
record ObservedProcess(
        String name, List<String> words, @Nullable Long nofile, @Nullable Long openFiles, @Nullable String allocator) {
    private static final Pattern NOFILE = Pattern.compile("(?m)^Max open files\\s+(\\d+|unlimited)\\s");
    private static final Pattern JEMALLOC = Pattern.compile("(/\\S*jemalloc\\S*)");
    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kKmMgGtT]?)");
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final List<String> PORTS =
            List.of("cassandra.jmx.remote.port", "cassandra.jmx.local.port", "com.sun.management.jmxremote.port");

    /** Returns a process; what its files do not say is null. */
    static ObservedProcess read(Path processes, String pid) {
        Path directory = processes.resolve(pid);
        String words = text(directory.resolve("cmdline"));
        String maps = text(directory.resolve("maps"));
        return new ObservedProcess(
                "pid=" + pid,
                words == null ? List.of() : List.of(words.split("\0", -1)),
                nofile(directory.resolve("limits")),
                count(directory.resolve("fd")),
                maps == null ? null : jemalloc(maps));
    }

    /** Returns the port at which it serves JMX, if its command line has one. */
    OptionalInt jmxPort() {
        return PORTS.stream()
                .flatMap(name -> property(name).stream())
                .filter(value -> value.matches("\\d{1,5}"))
                .mapToInt(Integer::parseInt)
                .findFirst();
    }

    /** Returns a system property of its command line. */
    Optional<String> property(String name) {
        String start = "-D" + name + "=";
        return words.stream()
                .filter(word -> word.startsWith(start))
                .map(word -> word.substring(start.length()))
                .reduce((first, last) -> last);
    }

    /** Returns whether its class path has a directory. */
    boolean hasOnClassPath(Path directory) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (CLASS_PATH.contains(words.get(i))) {
                return Arrays.stream(words.get(i + 1).split(":", -1))
                        .filter(element -> !element.isEmpty())
                        .anyMatch(element -> real(Path.of(element)).equals(real(directory)));
            }
        }
        return false;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }

    /** Returns its maximum heap size in bytes, if its command line has one. */
    OptionalLong heapBytes() {
        return heapBytes(words);
    }

    /** Returns the maximum heap size of the last option that sets it. */
    static OptionalLong heapBytes(List<String> options) {
        OptionalLong bytes = OptionalLong.empty();
        for (String option : options) {
            Matcher heap = HEAP.matcher(option);
            if (heap.matches()) {
                int shift = heap.group(2).isEmpty()
                        ? 0
                        : 10
                                * (1
                                        + "kmgt"
                                                .indexOf(Character.toLowerCase(
                                                        heap.group(2).charAt(0))));
                bytes = OptionalLong.of(Long.parseLong(heap.group(1)) << shift);
            }
        }
        return bytes;
    }

    private static @Nullable Long nofile(Path limits) {
        String text = text(limits);
        Matcher limit = NOFILE.matcher(text == null ? "" : text);
        if (!limit.find()) {
            return null;
        }
        return limit.group(1).equals("unlimited") ? Long.MAX_VALUE : Long.valueOf(limit.group(1));
    }

    private static @Nullable Long count(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static String jemalloc(String maps) {
        Matcher library = JEMALLOC.matcher(maps);
        return library.find() ? library.group(1) : "";
    }

    private static @Nullable String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return null;
        }
    }
}
