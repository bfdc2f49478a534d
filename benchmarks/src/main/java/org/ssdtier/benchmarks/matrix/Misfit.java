package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * A Cassandra into which the jar cannot be woven: a copy of a home in which a method of one class has another name, as a later
 * release or a vendor might have it.
 */
final class Misfit {
    private static final String CLASS = "org/apache/cassandra/service/CacheService.class";
    private static final String METHOD = "invalidateRowCacheForCf";
    private static final String RENAMED = "invalidateRowCacheForCx";
    private static final String NAMED = "org.apache.cassandra.service.CacheService." + METHOD;

    private final Path home;

    private Misfit(Path home) {
        this.home = home;
    }

    /**
     * Copies a home and renames the method.
     *
     * @param stock home of a stock node
     * @param to the copy; replaced if it exists
     */
    static Misfit create(Path stock, String version, Path to) throws IOException {
        FileTree.delete(to);
        HomeFiles.copy(stock, to);
        Path jar = to.resolve("lib/cassandra-all-" + version + ".jar");
        Path original = stock.resolve("lib").resolve(jar.getFileName());
        Files.delete(jar);
        Files.copy(original, jar);
        JarEntry.replace(jar, CLASS, Misfit::renamed);
        return new Misfit(to);
    }

    /** Returns a class file with the method renamed: names are in the constant pool, once each. */
    static byte[] renamed(byte[] classFile) throws IOException {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        String changed = text.replace(METHOD, RENAMED);
        if (changed.equals(text)) {
            throw new IOException("class=" + CLASS + ": no method " + METHOD);
        }
        return changed.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Checks that the installer refuses this Cassandra, naming class, method and version, and changes nothing.
     *
     * @return the refusal
     */
    String requireRefusal(InstallerJar installer, String version) throws IOException {
        Map<String, String> before = HomeFiles.of(home);
        ToolResult result = installer.run("install", home);
        String output = result.output().strip();
        boolean isRefused = result.exitCode() == 1 && output.contains(NAMED) && output.contains("version=" + version);
        if (!isRefused) {
            throw new IOException("command=install exit=" + result.exitCode() + ": expected a refusal with exit=1, "
                    + NAMED + " and version=" + version + ", found: " + output);
        }
        HomeFiles.requireEqual(before, HomeFiles.of(home));
        return "refused: " + NAMED + " is missing, version=" + version;
    }
}
