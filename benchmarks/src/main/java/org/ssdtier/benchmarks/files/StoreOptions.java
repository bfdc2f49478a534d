package org.ssdtier.benchmarks.files;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Access;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.cql.Target;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import picocli.CommandLine.Option;

/** The options that name a store, and how its operations reach it. The password is in SSDTIER_FILES_PASSWORD. */
final class StoreOptions {
    @Option(
            names = "--host",
            paramLabel = "HOST",
            split = ",",
            defaultValue = "127.0.0.1",
            description = "Nodes to connect to first (default: ${DEFAULT-VALUE}).")
    private List<String> hosts = List.of();

    @Option(
            names = "--cql-port",
            paramLabel = "PORT",
            defaultValue = "9042",
            description = "Port of the nodes for clients (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--keyspace",
            paramLabel = "NAME",
            defaultValue = "files",
            description = "Keyspace of the store (default: ${DEFAULT-VALUE}).")
    private String keyspace = "";

    @Option(
            names = "--datacenter",
            paramLabel = "NAME",
            defaultValue = "datacenter1",
            description = "Datacentre whose nodes coordinate (default: ${DEFAULT-VALUE}).")
    private String datacentre = "";

    @Option(
            names = "--traversal-datacenter",
            paramLabel = "NAME",
            description = "Datacentre for traverse and verify (default: that of --datacenter).")
    private @Nullable String traversalDatacentre;

    @Option(
            names = "--read-consistency",
            paramLabel = "LEVEL",
            defaultValue = "local_quorum",
            description = "Consistency level of reads (default: ${DEFAULT-VALUE}).")
    private String reads = "";

    @Option(
            names = "--write-consistency",
            paramLabel = "LEVEL",
            defaultValue = "each_quorum",
            description = "Consistency level of writes (default: ${DEFAULT-VALUE}).")
    private String writes = "";

    @Option(
            names = "--traversal-consistency",
            paramLabel = "LEVEL",
            defaultValue = "local_quorum",
            description = "Consistency level of traverse and verify (default: ${DEFAULT-VALUE}).")
    private String traversal = "";

    @Option(names = "--user", paramLabel = "NAME", defaultValue = "", description = "User, if the cluster needs one.")
    private String user = "";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time after which a statement has failed (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--escaped",
            description = "Paths in arguments and output are percent-encoded, for names that are no text.")
    private boolean isEscaped;

    /** Connects for verbs that read and write. */
    Connection connect() throws StoreException {
        return connect(datacentre, List.of(traversalAccess().datacentre()));
    }

    /** Connects for verbs that read everything: these use no node of another datacentre than that of the traversal. */
    Connection connectToTraverse() throws StoreException {
        return connect(traversalAccess().datacentre(), List.of());
    }

    private Connection connect(String local, List<String> others) throws StoreException {
        Allowed.between("--cql-port", port, 1, 65_535);
        Allowed.between("--timeout", timeoutSeconds, 1, 3_600);
        access();
        traversalAccess();
        String password = System.getenv().getOrDefault("SSDTIER_FILES_PASSWORD", "");
        Target target = new Target(hosts, port, local, keyspace, user, password, Duration.ofSeconds(timeoutSeconds));
        return Connection.open(target, others);
    }

    String datacentre() {
        return datacentre;
    }

    Access access() {
        return new Access(datacentre, Access.level(reads), Access.level(writes));
    }

    Access traversalAccess() {
        String of = traversalDatacentre == null ? datacentre : traversalDatacentre;
        return new Access(of, Access.level(traversal), Access.level(writes));
    }

    StorePath path(String argument) {
        return isEscaped ? StorePath.ofEscaped(argument) : StorePath.of(argument);
    }

    String show(StorePath path) {
        return isEscaped ? path.escaped() : path.toString();
    }
}
