package org.ssdtier.benchmarks.top;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.NodeJmx;

/** A reader of one node, which connects again after a failure. Used by one thread at a time. */
final class NodeReader implements AutoCloseable {
    private static final String TIER = "org.apache.cassandra.db:type=SsdRowCache";
    private static final String CLIENTS = "org.apache.cassandra.metrics:type=ClientRequest,scope=";
    private static final int CONNECT_MILLIS = 2_000;
    /** The logger of the JDK's JMX connector, kept because its level is. It would print lost connections into the screen. */
    private static final Logger logger = Logger.getLogger("javax.management.remote");

    static {
        logger.setLevel(Level.OFF);
    }

    private final NodeAddress address;
    private final Map<String, Object> environment;
    private final LongSupplier nanoClock;
    private @Nullable NodeJmx jmx;

    /**
     * Creates a reader, which is not connected yet.
     *
     * @param environment options of the JMX connector
     */
    NodeReader(NodeAddress address, Map<String, Object> environment, LongSupplier nanoClock) {
        this.address = address;
        this.environment = environment;
        this.nanoClock = nanoClock;
    }

    /** Returns the address. */
    NodeAddress address() {
        return address;
    }

    /** Reads the node. A failure is part of the reading. */
    Reading read() {
        try {
            NodeJmx connection = connected();
            return connection.hasTier() ? readTier(connection) : readWithoutTier(connection);
        } catch (IOException | SecurityException e) {
            close();
            return Reading.unreached(address.toString(), nanoClock.getAsLong(), reason(e));
        }
    }

    private Reading readTier(NodeJmx connection) throws IOException {
        Map<String, Double> figures = clientFigures(connection);
        connection.tierStatistics().forEach((name, value) -> figures.put(name, value.doubleValue()));
        figures.putAll(numbers(connection.attribute(TIER, "Ratios")));
        return new Reading(
                address.toString(),
                nanoClock.getAsLong(),
                connection.tierState(),
                String.valueOf(connection.attribute(TIER, "OutageReason")),
                figures,
                tables(connection));
    }

    private Reading readWithoutTier(NodeJmx connection) throws IOException {
        return new Reading(
                address.toString(),
                nanoClock.getAsLong(),
                Reading.WITHOUT_TIER,
                "",
                clientFigures(connection),
                Map.of());
    }

    private static Map<String, Double> clientFigures(NodeJmx connection) throws IOException {
        Map<String, Double> figures = new HashMap<>();
        for (String kind : new String[] {"Read", "Write"}) {
            String bean = CLIENTS + kind + ",name=Latency";
            figures.put("client" + kind + "s", number(attribute(connection, bean, "Count")));
            figures.put("client" + kind + "P50Nanos", 1e3 * number(attribute(connection, bean, "50thPercentile")));
            figures.put("client" + kind + "P99Nanos", 1e3 * number(attribute(connection, bean, "99thPercentile")));
        }
        return figures;
    }

    /** Returns the look-ups of the tables; none if the node is of a release that does not report them. */
    private static Map<String, Map<String, Double>> tables(NodeJmx connection) throws IOException {
        Map<String, Map<String, Double>> tables = new HashMap<>();
        if (attribute(connection, TIER, "Tables") instanceof Map<?, ?> all) {
            all.forEach((name, lookups) -> tables.put(String.valueOf(name), numbers(lookups)));
        }
        return tables;
    }

    /** Returns an attribute; null if the node has no such bean or attribute, or not yet. */
    private static @Nullable Object attribute(NodeJmx connection, String bean, String name) throws IOException {
        try {
            return connection.attribute(bean, name);
        } catch (IOException e) {
            if (e.getCause() instanceof JMException) {
                return null;
            }
            throw e;
        }
    }

    private static Map<String, Double> numbers(@Nullable Object value) {
        Map<String, Double> numbers = new HashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, number) -> numbers.put(String.valueOf(name), number(number)));
        }
        return numbers;
    }

    private static double number(@Nullable Object value) {
        double number = value instanceof Number found ? found.doubleValue() : 0;
        return Double.isNaN(number) ? 0 : number;
    }

    private NodeJmx connected() throws IOException {
        NodeJmx connection = jmx;
        if (connection == null) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
            }
            connection = NodeJmx.connect(address.toString(), environment);
            jmx = connection;
        }
        return connection;
    }

    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return root instanceof UnknownHostException ? "unknown host" : message == null ? root.toString() : message;
    }

    @Override
    public void close() {
        NodeJmx connection = jmx;
        jmx = null;
        if (connection != null) {
            try {
                connection.close();
            } catch (IOException alreadyBroken) {
                return; // the connection is given up anyway
            }
        }
    }
}
