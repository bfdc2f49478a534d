package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.ssdtier.benchmarks.load.FileTree;

/** The jars of stock nodes of any release, as Maven resolves them, each release in a directory of its own. */
final class CassandraJars {
    private static final Pattern VERSION = Pattern.compile("[0-9]+\\.[0-9]+(\\.[0-9]+|-[a-z]+[0-9]+)");
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
    private static final String JARS = "lib";
    private static final String COMPLETE = "complete";

    private final Path directory;
    private final Consumer<String> progress;

    /**
     * Creates the jars.
     *
     * @param directory parent of the releases' directories; kept from run to run
     * @param progress receives a message before a download
     */
    CassandraJars(Path directory, Consumer<String> progress) {
        this.directory = directory;
        this.progress = progress;
    }

    /** Returns whether a text may be a release, such as 5.0.4 or 6.0-alpha2. */
    static boolean isVersion(String text) {
        return VERSION.matcher(text).matches();
    }

    /** Returns whether a release is none of those that the installer accepts. */
    static boolean isPreview(String version) {
        return !version.startsWith("5.0.");
    }

    /**
     * Returns the directory of the jars of a release, fetched by Maven if necessary.
     *
     * @throws IOException if Maven cannot resolve them; the message names its log
     */
    Path of(String version) throws IOException, InterruptedException {
        Path release = directory.resolve(version);
        Path jars = release.resolve(JARS);
        if (Files.exists(release.resolve(COMPLETE))) {
            return jars;
        }
        progress.accept("Fetching Cassandra " + version + " with Maven");
        FileTree.delete(jars);
        Files.createDirectories(release);
        Path pom = Files.writeString(release.resolve("pom.xml"), pom(version));
        Path log = release.resolve("mvn.log");
        int exitCode = new ProcessBuilder(
                        "mvn",
                        "--batch-mode",
                        "--no-transfer-progress",
                        "-f",
                        pom.toString(),
                        PLUGIN,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + jars)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (exitCode != 0) {
            throw new IOException("version=" + version + " exit=" + exitCode + ": mvn failed; see " + log);
        }
        Files.createFile(release.resolve(COMPLETE));
        return jars;
    }

    /** Returns the Maven file whose only dependency is a release. */
    static String pom(String version) {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>org.ssdtier</groupId>
                  <artifactId>cassandra-jars</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <dependencies>
                    <dependency>
                      <groupId>org.apache.cassandra</groupId>
                      <artifactId>cassandra-all</artifactId>
                      <version>%s</version>
                    </dependency>
                  </dependencies>
                </project>
                """
                .formatted(version);
    }
}
