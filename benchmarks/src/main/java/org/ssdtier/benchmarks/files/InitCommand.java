package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StoreSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier files init}. */
@Command(
        name = "init",
        description = "Create a store: its keyspace, tables and settings. Done again with the same settings, it does"
                + " nothing.",
        mixinStandardHelpOptions = true)
public final class InitCommand implements Callable<Integer> {
    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            defaultValue = "file-per-row",
            description = "file-per-row or directory-per-row (default: ${DEFAULT-VALUE}).")
    private String model = "";

    @Option(
            names = "--replicas",
            paramLabel = "DC=N",
            split = ",",
            description = "Replicas of each datacentre, such as dc1=3,dc2=1 (default: 1 in that of --datacenter).")
    private Map<String, Integer> replicas = new LinkedHashMap<>();

    @Option(
            names = "--chunk-bytes",
            paramLabel = "N",
            description = "Larger files are kept in chunks of that size (default: 262144).")
    private int chunkBytes = StoreSettings.DEFAULT_CHUNK_BYTES;

    @Option(
            names = "--bucket-files",
            paramLabel = "N",
            description = "Files in a bucket of a directory, above which it is split (default: 1024).")
    private int bucketFiles = StoreSettings.DEFAULT_BUCKET_FILES;

    @Override
    public Integer call() throws IOException {
        StoreSettings settings =
                new StoreSettings(StoreSettings.FORMAT_VERSION, StoreModel.of(model), chunkBytes, bucketFiles);
        Map<String, Integer> of = replicas.isEmpty() ? Map.of(options.datacentre(), 1) : replicas;
        of.forEach((datacentre, count) -> Allowed.between("--replicas " + datacentre, count, 1, 100));
        try (Connection connection = options.connect()) {
            connection.create(settings, of);
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("keyspace", connection.keyspace());
            figures.put("model", settings.model().toString());
            figures.put("chunk_bytes", settings.chunkBytes());
            figures.put("bucket_files", settings.bucketFiles());
            figures.put("format_version", settings.formatVersion());
            json.show(
                    figures,
                    out -> out.println("store keyspace=" + connection.keyspace() + " model="
                            + settings.model() + " chunk-bytes=" + settings.chunkBytes() + " bucket-files="
                            + settings.bucketFiles()));
        }
        return 0;
    }
}
