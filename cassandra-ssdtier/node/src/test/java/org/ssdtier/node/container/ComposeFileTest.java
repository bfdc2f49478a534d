package org.ssdtier.node.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.container.ImageScript.Outcome;
import org.yaml.snakeyaml.Yaml;

/** The compose file and the files beside it fit together, and its settings are ones that the image accepts. */
@Tag("unit")
final class ComposeFileTest {
    private static final Path FILE = ImageScript.DOCKER.resolve("compose.yaml");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{\\w+:-([^}]*)}");
    private static final List<String> NODES = List.of("cassandra-1", "cassandra-2", "cassandra-3");

    @TempDir
    private Path directory;

    @Test
    void settingsOfEveryNode_areAcceptedByTheEntrypoint() throws Exception {
        Map<String, Object> services = services();
        for (String node : NODES) {
            Map<String, String> environment = environmentOf(services, node);
            assertTrue(environment.containsKey("CASSANDRA_SSD_ROW_CACHE_SIZE"), environment.toString());
            ImageScript container = ImageScript.in(directory, "row_cache_size: 0MiB\n");
            Files.write(directory.resolve("jmx_prometheus_javaagent.jar"), new byte[0]);
            Outcome outcome = container.start(environment, "cassandra", "-f");
            assertEquals(0, outcome.exitCode(), node + ": " + outcome.output());
        }
    }

    @Test
    void dataAndSsdOfEveryNode_areVolumesOfTheirOwn() throws Exception {
        List<String> volumes = new ArrayList<>();
        for (String node : NODES) {
            List<?> mounts = (List<?>) service(services(), node).get("volumes");
            List<String> targets =
                    mounts.stream().map(mount -> mount.toString().split(":")[1]).toList();
            assertEquals(List.of("/var/lib/cassandra", "/var/lib/ssdtier"), targets);
            mounts.forEach(mount -> volumes.add(mount.toString().split(":")[0]));
        }
        assertEquals(6, volumes.stream().distinct().count(), volumes.toString());
        Map<?, ?> declared = (Map<?, ?>) read().get("volumes");
        assertTrue(declared.keySet().containsAll(volumes), declared.toString());
    }

    @Test
    void filesThatAreMountedOrBuilt_exist() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, Object> service : services().entrySet()) {
            Map<?, ?> settings = (Map<?, ?>) service.getValue();
            if (settings.get("volumes") instanceof List<?> mounts) {
                for (Object mount : mounts) {
                    String source = mount.toString().split(":")[0];
                    boolean isInCheckout = source.startsWith(".");
                    if (isInCheckout && !Files.exists(ImageScript.DOCKER.resolve(source))) {
                        missing.add(source);
                    }
                }
            }
            if (settings.get("build") instanceof Map<?, ?> build) {
                Path file = ImageScript.DOCKER
                        .resolve(build.get("context").toString())
                        .resolve("Dockerfile");
                if (!Files.isRegularFile(file)) {
                    missing.add(file.toString());
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    private static Map<String, Object> read() throws IOException {
        return new Yaml().load(Files.readString(FILE));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> services() throws IOException {
        return (Map<String, Object>) read().get("services");
    }

    private static Map<?, ?> service(Map<String, Object> services, String name) {
        return (Map<?, ?>) services.get(name);
    }

    /** Returns the environment of a service, with the defaults of compose's variables. */
    private static Map<String, String> environmentOf(Map<String, Object> services, String name) {
        Map<String, String> environment = new TreeMap<>();
        Map<?, ?> settings = (Map<?, ?>) service(services, name).get("environment");
        settings.forEach((variable, value) -> environment.put(
                variable.toString(),
                VARIABLE.matcher(value.toString()).replaceAll(found -> Matcher.quoteReplacement(found.group(1)))));
        return environment;
    }
}
