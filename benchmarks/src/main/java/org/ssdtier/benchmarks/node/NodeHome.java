package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of one node, in the layout of a Cassandra home: {@code bin}, {@code conf}, {@code lib},
 * {@code tools/bin}, and {@code data}, {@code logs}, {@code ssd_row_cache} and {@code run} once it has run.
 *
 * <p>Stock jars are hard links to those of the build where the file system supports it, so they take no additional
 * space and remain when the build is cleaned. The drop-in jar is a copy, because a build may overwrite it.
 */
public final class NodeHome {
    /** The script of the operator tools, which come with the drop-in jar. */
    private static final String TOOLS = "bin/ssdtier";

    /**
     * Environment variable with an archive of loaded classes, for the integration tests. A JVM accepts an archive only
     * with the very files of which it was made, so the drop-in jar is a hard link too.
     */
    private static final String CLASS_ARCHIVE = "NODE_CLASS_ARCHIVE";

    private static final String TIER_BLOCK = "ssd_row_cache";
    private static final String CATALOGUE_BLOCK = "schema_catalogue";
    private static final Pattern JMX_PORT = Pattern.compile("(?m)^JMX_PORT=\"?(\\d+)\"?.*$");
    private static final Pattern HEAP = Pattern.compile("(?m)^-Xm([sx]).*$");

    private final Path directory;

    private NodeHome(Path directory) {
        this.directory = directory;
    }

    /** Assembles or refreshes the directory of a node and writes its configuration. */
    public static NodeHome prepare(NodeSettings settings) throws IOException {
        Checkout checkout = Checkout.locate();
        NodeHome home = new NodeHome(settings.directory());
        HomeMarker.claim(home.directory);
        boolean isNew = !Files.exists(home.yamlFile());
        boolean wasStock = !isNew && home.isStock();
        home.assemble(checkout, settings);
        home.configure(checkout, settings, isNew || wasStock != settings.stock());
        return home;
    }

    /**
     * Returns the directory of an existing node.
     *
     * @throws IOException if there is no node in it
     */
    public static NodeHome open(Path directory) throws IOException {
        NodeHome home = new NodeHome(directory.toAbsolutePath().normalize());
        if (!Files.exists(home.yamlFile())) {
            throw new IOException("directory=" + home.directory + ": no node here (no conf/cassandra.yaml)");
        }
        return home;
    }

    /** Returns the directory, absolute. */
    public Path directory() {
        return directory;
    }

    /** Returns the node's {@code cassandra.yaml}. */
    public Path yamlFile() {
        return directory.resolve("conf/cassandra.yaml");
    }

    /** Returns the node's log file. */
    public Path logFile() {
        return directory.resolve("logs/system.log");
    }

    /** Returns the file with the output of the node's JVM. */
    public Path outputFile() {
        return directory.resolve("logs/stdout.log");
    }

    /** Returns the directory of the SSD tier that {@link #prepare} configures. */
    public Path tierDirectory() {
        return directory.resolve(TIER_BLOCK);
    }

    /** Returns whether there is no drop-in jar in the node's {@code lib}. */
    public boolean isStock() throws IOException {
        Path lib = directory.resolve("lib");
        if (!Files.isDirectory(lib)) {
            return true;
        }
        try (Stream<Path> jars = Files.list(lib)) {
            return jars.noneMatch(Checkout::isDropIn);
        }
    }

    /** Returns the kind of row cache in the configuration. */
    public RowCacheKind rowCache() throws IOException {
        NodeYaml yaml = readYaml();
        if (isZero(yaml.value("row_cache_size").orElse("0MiB"))) {
            return RowCacheKind.NONE;
        }
        if (yaml.has(TIER_BLOCK)
                && yaml.value(TIER_BLOCK + ".enabled").orElse("true").equals("true")) {
            return RowCacheKind.SSDTIER;
        }
        return yaml.value("row_cache_class_name")
                .filter(name -> name.endsWith("SerializingCacheProvider"))
                .map(name -> RowCacheKind.SERIALIZING)
                .orElse(RowCacheKind.OHC);
    }

    /** Returns the ports in the configuration. */
    public NodePorts ports() throws IOException {
        NodeYaml yaml = readYaml();
        NodePorts standard = NodePorts.standard();
        Matcher jmx = JMX_PORT.matcher(Files.readString(environmentFile()));
        return new NodePorts(
                yaml.value("rpc_address").orElse(standard.address()),
                yaml.value("native_transport_port").map(Integer::parseInt).orElse(standard.cql()),
                yaml.value("storage_port").map(Integer::parseInt).orElse(standard.storage()),
                jmx.find() ? Integer.parseInt(jmx.group(1)) : standard.jmx());
    }

    /** Returns the process of the node, if it is running. */
    public Optional<ProcessHandle> running() throws IOException {
        OptionalLong pid = readPid();
        if (pid.isEmpty()) {
            return Optional.empty();
        }
        Instant written = Files.getLastModifiedTime(pidFile()).toInstant();
        return ProcessHandle.of(pid.getAsLong())
                .filter(ProcessHandle::isAlive)
                .filter(handle -> new NodeIdentity(directory, written).isOf(handle));
    }

    /**
     * Returns the last lines of the log.
     *
     * @param count maximum number of lines
     */
    public List<String> logTail(int count) throws IOException {
        return tail(logFile(), count);
    }

    /**
     * Returns the last lines that the JVM has printed since its last start.
     *
     * @param count maximum number of lines
     */
    public List<String> outputTail(int count) throws IOException {
        return tail(outputFile(), count);
    }

    /** Returns a program of the node, such as {@code bin/nodetool}. */
    public Path program(String name) {
        return directory.resolve(name);
    }

    Path pidFile() {
        return directory.resolve("run/cassandra.pid");
    }

    /** Returns the text of the {@code cassandra.yaml} in a directory, if there is one. */
    static Optional<String> configurationIn(Path directory) throws IOException {
        Path yaml = new NodeHome(directory).yamlFile();
        return Files.exists(yaml) ? Optional.of(Files.readString(yaml)) : Optional.empty();
    }

    /**
     * Renames the configuration of a failed start to {@code cassandra.yaml.refused} and restores the previous one, so
     * that the next start does not fail because of the same option.
     */
    void setAside(Optional<String> before) throws IOException {
        Path refused = yamlFile().resolveSibling("cassandra.yaml.refused");
        Files.move(yamlFile(), refused, StandardCopyOption.REPLACE_EXISTING);
        if (before.isPresent()) {
            Files.writeString(yamlFile(), before.get());
        }
    }

    private void assemble(Checkout checkout, NodeSettings settings) throws IOException {
        for (String part : List.of("bin", "tools/bin")) {
            copyTree(checkout.scripts().resolve(part), directory.resolve(part), true);
        }
        copyTree(checkout.configuration(), directory.resolve("conf"), false);
        Files.createDirectories(directory.resolve("run"));
        Files.createDirectories(directory.resolve("logs"));
        Path lib = Files.createDirectories(directory.resolve("lib"));
        for (Path jar :
                settings.jars().isPresent() ? Checkout.jarsIn(settings.jars().get()) : checkout.stockJars()) {
            linkOrCopy(jar, lib.resolve(jar.getFileName()));
            if (jar.getFileName().toString().startsWith("cassandra-all-")) {
                writeVersion(jar);
            }
        }
        removeDropIn();
        if (!settings.stock()) {
            copyTree(checkout.dropInScripts(), directory, true);
            Path jar = checkout.dropInJar();
            if (System.getenv(CLASS_ARCHIVE) == null) {
                Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            } else {
                linkOrCopy(jar, lib.resolve(jar.getFileName()));
            }
        }
    }

    /** Writes the file from which cluster management tools read the release. */
    private void writeVersion(Path jar) throws IOException {
        String name = jar.getFileName().toString();
        String version = name.substring("cassandra-all-".length(), name.length() - ".jar".length());
        Files.writeString(directory.resolve("0.version.txt"), version + "\n");
    }

    private void configure(Checkout checkout, NodeSettings settings, boolean chooseRowCache) throws IOException {
        NodeYaml yaml = readYaml();
        for (String key : settings.yaml().keySet()) {
            if (settings.stock() && (key.startsWith(TIER_BLOCK) || key.startsWith(CATALOGUE_BLOCK))) {
                throw new IllegalArgumentException("key=" + key + " stock=true: a stock node has no such key");
            }
        }
        if (settings.stock()) {
            yaml.remove(TIER_BLOCK);
            yaml.remove(CATALOGUE_BLOCK);
        } else if (!yaml.has(TIER_BLOCK)) {
            yaml.copyBlock(readYaml(checkout.configuration().resolve("cassandra.yaml")), TIER_BLOCK);
        }
        RowCacheKind standard = settings.stock() ? RowCacheKind.NONE : RowCacheKind.SSDTIER;
        Optional<RowCacheKind> kind =
                settings.rowCache().or(() -> chooseRowCache ? Optional.of(standard) : Optional.empty());
        kind.ifPresent(value -> setRowCache(yaml, value, settings.stock()));
        settings.ports().ifPresent(ports -> setPorts(yaml, ports));
        settings.seeds().ifPresent(yaml::setSeeds);
        settings.yaml().forEach(yaml::set);
        Files.writeString(yamlFile(), yaml.text());
        if (settings.ports().isPresent()) {
            String jmx = "JMX_PORT=\"" + settings.ports().get().jmx() + "\"";
            edit(environmentFile(), text -> JMX_PORT.matcher(text).replaceAll(jmx));
        }
        if (settings.heap().isPresent()) {
            String heap = settings.heap().get();
            edit(directory.resolve("conf/jvm-server.options"), text -> HEAP.matcher(text)
                    .replaceAll(match -> "-Xm" + match.group(1) + heap));
        }
    }

    private void setRowCache(NodeYaml yaml, RowCacheKind kind, boolean stock) {
        if (!stock) {
            yaml.set(TIER_BLOCK + ".enabled", String.valueOf(kind == RowCacheKind.SSDTIER));
            if (!tierDirectory()
                    .toString()
                    .equals(yaml.value(TIER_BLOCK + ".directory").orElse(""))) {
                yaml.set(TIER_BLOCK + ".directory", "\"" + tierDirectory() + "\"");
                yaml.set(TIER_BLOCK + ".allow_shared_device", "true"); // a node's home has everything on one device
                yaml.set(TIER_BLOCK + ".size", "1GiB");
                yaml.set(TIER_BLOCK + ".index_memory", "64MiB");
            }
        }
        yaml.remove("row_cache_class_name");
        boolean wasOff = isZero(yaml.value("row_cache_size").orElse("0MiB"));
        if (kind == RowCacheKind.NONE) {
            yaml.set("row_cache_size", "0MiB");
        } else if (wasOff) {
            yaml.set("row_cache_size", "64MiB");
        }
        if (kind == RowCacheKind.OHC) {
            yaml.set("row_cache_class_name", "org.apache.cassandra.cache.OHCProvider");
        } else if (kind == RowCacheKind.SERIALIZING) {
            yaml.set("row_cache_class_name", "org.apache.cassandra.cache.SerializingCacheProvider");
        }
    }

    private static void setPorts(NodeYaml yaml, NodePorts ports) {
        yaml.set("listen_address", ports.address());
        yaml.set("rpc_address", ports.address());
        yaml.set("native_transport_port", String.valueOf(ports.cql()));
        yaml.set("storage_port", String.valueOf(ports.storage()));
        yaml.setSeeds(ports.address() + ":" + ports.storage());
    }

    private static List<String> tail(Path file, int count) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    private OptionalLong readPid() throws IOException {
        if (!Files.exists(pidFile())) {
            return OptionalLong.empty();
        }
        String text = Files.readString(pidFile()).strip();
        return text.matches("\\d+") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private NodeYaml readYaml() throws IOException {
        return readYaml(yamlFile());
    }

    private static NodeYaml readYaml(Path file) throws IOException {
        return NodeYaml.parse(Files.readString(file));
    }

    private Path environmentFile() {
        return directory.resolve("conf/cassandra-env.sh");
    }

    private static void edit(Path file, UnaryOperator<String> change) throws IOException {
        Files.writeString(file, change.apply(Files.readString(file)));
    }

    private static boolean isZero(String size) {
        return size.replaceAll("[^0-9]", "").matches("0*");
    }

    private void removeDropIn() throws IOException {
        Files.deleteIfExists(directory.resolve(TOOLS));
        try (Stream<Path> jars = Files.list(directory.resolve("lib"))) {
            for (Path jar : jars.filter(Checkout::isDropIn).toList()) {
                Files.delete(jar);
            }
        }
    }

    private static void linkOrCopy(Path from, Path to) throws IOException {
        if (Files.exists(to) && Files.size(to) == Files.size(from)) {
            return;
        }
        Files.deleteIfExists(to);
        try {
            Files.createLink(to, from);
        } catch (UnsupportedOperationException | IOException e) {
            Files.copy(from, to);
        }
    }

    private static void copyTree(Path from, Path to, boolean replace) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> copyFile(file, to.resolve(from.relativize(file)), replace));
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void copyFile(Path from, Path to, boolean replace) {
        try {
            Files.createDirectories(to.getParent());
            if (replace || !Files.exists(to)) {
                Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("file=" + to + ": cannot be written: " + e.getMessage(), e);
        }
    }
}
