package org.ssdtier.benchmarks.files;

import java.io.IOException;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.serve.FileServer;
import org.ssdtier.files.store.FileStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier files serve}. */
@Command(
        name = "serve",
        description = "Serve the files by HTTP, read-only, until it is stopped.",
        mixinStandardHelpOptions = true)
public final class ServeCommand extends StoreCommand {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port; 0 means any that is free (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--address",
            paramLabel = "IP",
            defaultValue = "127.0.0.1",
            description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String address = "";

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Maximum number of connections; more wait (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Override
    void check() {
        Allowed.between("--port", port, 0, 65_535);
        Allowed.between("--connections", connections, 1, 65_535);
    }

    @Override
    int run(Connection connection, FileStore store) throws IOException, InterruptedException {
        try (FileServer server = FileServer.start(store, address, port, connections)) {
            out().println("serving keyspace=" + connection.keyspace() + " at http://" + address + ":" + server.port()
                    + "/");
            out().flush();
            server.join();
        }
        return 0;
    }
}
