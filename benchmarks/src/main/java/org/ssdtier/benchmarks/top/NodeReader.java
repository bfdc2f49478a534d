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

    /** Reads all attributes of a bean in one request, since each request costs the node time. */
    private Reading readTier(NodeJmx connection) throws IOException {
        Map<String, Object> tier =
                connection.attributes(TIER, "State", "OutageReason", "Statistics", "Ratios", "Tables");
        Map<String, Double> figures = clientFigures(connection);
        NodeJmx.statistics(required(tier, "Statistics"))
                .forEach((name, value) -> figures.put(name, value.doubleValue()));
        figures.putAll(numbers(required(tier, "Ratios")));
        return new Reading(
                address.toString(),
                nanoClock.getAsLong(),
                String.valueOf(required(tier, "State")),
                String.valueOf(tier.getOrDefault("OutageReason", "")),
                figures,
                tables(tier.get("Tables")));
    }

    private static Object required(Map<String, Object> attributes, String name) throws IOException {
        Object value = attributes.get(name);
        if (value == null) {
            throw new IOException("bean=" + TIER + " attribute=" + name + ": missing");
        }
        return value;
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
            Map<String, Object> latency = latency(connection, CLIENTS + kind + ",name=Latency");
            figures.put("client" + kind + "s", number(latency.get("Count")));
            figures.put("client" + kind + "P50Nanos", 1e3 * number(latency.get("50thPercentile")));
            figures.put("client" + kind + "P99Nanos", 1e3 * number(latency.get("99thPercentile")));
        }
        return figures;
    }

    /** Returns the attributes of a metric; none if the node has no such bean, or not yet. */
    private static Map<String, Object> latency(NodeJmx connection, String bean) throws IOException {
        try {
            return connection.attributes(bean, "Count", "50thPercentile", "99thPercentile");
        } catch (IOException e) {
            if (e.getCause() instanceof JMException) {
                return Map.of();
            }
            throw e;
        }
    }

    /** Returns the look-ups of the tables; none if the node is of a release that does not report them. */
    private static Map<String, Map<String, Double>> tables(@Nullable Object value) {
        Map<String, Map<String, Double>> tables = new HashMap<>();
        if (value instanceof Map<?, ?> all) {
            all.forEach((name, lookups) -> tables.put(String.valueOf(name), numbers(lookups)));
        }
        return tables;
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
