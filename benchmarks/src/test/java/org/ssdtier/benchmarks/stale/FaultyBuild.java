package org.ssdtier.benchmarks.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.ssdtier.benchmarks.node.Checkout;

/** A drop-in jar with one class compiled anew from a changed source, in place of the jar of a home. */
final class FaultyBuild {
    private final String className;
    private final String source;

    private FaultyBuild(String className, String source) {
        this.className = className;
        this.source = source;
    }

    /**
     * Begins with the source of a class as it is.
     *
     * @param module directory of its module below the root
     */
    static FaultyBuild of(String module, String className) throws IOException {
        Path file =
                Checkout.locate().root().resolve(module + "/src/main/java/" + className.replace('.', '/') + ".java");
        return new FaultyBuild(className, Files.readString(file));
    }

    /** Replaces code that is there exactly once. */
    FaultyBuild replace(String code, String changed) {
        assertEquals(2, source.split(java.util.regex.Pattern.quote(code), -1).length, "in " + className + ": " + code);
        return new FaultyBuild(className, source.replace(code, changed));
    }

    /**
     * Compiles the class and puts it into the drop-in jar of a home.
     *
     * @param lib directory of the home's jars
     * @param work directory for source and classes
     */
    void into(Path lib, Path work) throws IOException {
        Path classes = compile(lib, work);
        Path jar = only(jarsIn(lib).stream()
                .filter(file -> file.getFileName().toString().startsWith("000-"))
                .toList());
        Path copy = work.resolve("copy.jar"); // the home's may be a link to the build's
        Files.copy(jar, copy);
        int replaced = 0;
        try (FileSystem content = FileSystems.newFileSystem(copy);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path entry = content.getPath(classes.relativize(file).toString());
                assertTrue(Files.exists(entry), "in the jar: " + entry);
                Files.write(entry, Files.readAllBytes(file));
                replaced++;
            }
        }
        assertTrue(replaced > 0, "classes=" + classes);
        Files.delete(jar);
        Files.move(copy, jar);
    }

    private Path compile(Path lib, Path work) throws IOException {
        Path file = work.resolve("source/" + className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Path classes = Files.createDirectories(work.resolve("classes"));
        List<String> path = new ArrayList<>();
        jarsIn(lib).forEach(jar -> path.add(jar.toString()));
        path.add(System.getProperty("java.class.path")); // JSpecify
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "-d",
                        classes.toString(),
                        "-cp",
                        String.join(File.pathSeparator, path),
                        file.toString());
        assertEquals(0, exit, "javac " + file);
        return classes;
    }

    private static List<Path> jarsIn(Path lib) throws IOException {
        try (Stream<Path> files = Files.list(lib)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static Path only(List<Path> files) {
        assertEquals(1, files.size(), files.toString());
        return files.get(0);
    }
}
