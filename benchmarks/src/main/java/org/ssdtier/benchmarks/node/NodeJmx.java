package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JMX connection to a running node. Thread-safe. */
public final class NodeJmx implements AutoCloseable {
    private static final String TIER_BEAN = "org.apache.cassandra.db:type=SsdRowCache";
    private static final String KEY_INDEX_BEANS = "org.apache.cassandra.metrics:type=SsdKeyIndex,name=";

    /** Options without a heartbeat, which would print a failure to the console a minute after the node was killed. */
    private static final Map<String, Object> WITHOUT_HEARTBEAT =
            Map.of("jmx.remote.x.client.connection.check.period", 0L);

    private final String address;
    private final Map<String, Object> environment;
    private volatile JMXConnector connector;
    private volatile MBeanServerConnection connection;

    private NodeJmx(String address, Map<String, Object> environment) throws IOException {
        this.address = address;
        this.environment = environment;
        this.connector = open();
        this.connection = connector.getMBeanServerConnection();
    }

    static NodeJmx connect(int port) throws IOException {
        return connect("127.0.0.1:" + port, Map.of());
    }

    /**
     * Connects to a node.
     *
     * @param address {@code HOST:PORT}
     * @param options options of the connector: credentials, the factory of the registry's sockets
     * @throws IOException if the node does not answer
     * @throws SecurityException if it refuses the credentials
     */
    public static NodeJmx connect(String address, Map<String, Object> options) throws IOException {
        Map<String, Object> environment = new HashMap<>(WITHOUT_HEARTBEAT);
        environment.putAll(options);
        return new NodeJmx(address, environment);
    }

    /** Connects to the node after its restart. */
    public void reconnect() throws IOException {
        connector = open();
        connection = connector.getMBeanServerConnection();
    }

    @SuppressWarnings("BanJNDI") // the addresses are those of nodes of ours, or the operator's own
    private JMXConnector open() throws IOException {
        String url = "service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi";
        try {
            return JMXConnectorFactory.connect(new JMXServiceURL(url), environment);
        } catch (NullPointerException e) {
            // the registry of a starting node has no server in it yet
            throw new IOException("node=" + address + ": the node does not serve JMX yet", e);
        }
    }

    /** Returns whether the node has the SSD tier's bean. */
    public boolean hasTier() throws IOException {
        return connection.isRegistered(name(TIER_BEAN));
    }

    /** Returns whether the node has the metrics of key indexes. */
    public boolean hasKeyIndexes() throws IOException {
        return connection.isRegistered(name(KEY_INDEX_BEANS + "Found"));
    }

    /** Returns a metric of the key indexes by name, for example Found. */
    public long keyIndexMetric(String name) throws IOException {
        return asLong(attribute(KEY_INDEX_BEANS + name, "Value"));
    }

    /** Returns the state of the SSD tier, for example ONLINE. */
    public String tierState() throws IOException {
        return String.valueOf(attribute(TIER_BEAN, "State"));
    }

    /** Returns the counters and gauges of the SSD row cache by name, in alphabetical order. */
    public Map<String, Long> tierStatistics() throws IOException {
        return statistics(attribute(TIER_BEAN, "Statistics"));
    }

    /** Returns the numbers of the tier's attribute {@code Statistics}, in alphabetical order. */
    public static Map<String, Long> statistics(Object value) {
        Map<String, Long> statistics = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, number) -> statistics.put(String.valueOf(key), asLong(number)));
        } else if (value instanceof TabularData table) {
            for (Object row : table.values()) {
                CompositeData pair = (CompositeData) row;
                statistics.put(String.valueOf(pair.get("key")), asLong(pair.get("value")));
            }
        } else if (value instanceof CompositeData record) {
            record.getCompositeType().keySet().forEach(key -> statistics.put(key, asLong(record.get(key))));
        }
        return statistics;
    }

    /**
     * Returns a metric of one of Cassandra's caches.
     *
     * @param scope the cache: RowCache, SsdRowCache, ChunkCache
     * @param metric the metric: Hits, Misses, Size
     */
    public double cacheMetric(String scope, String metric) throws IOException {
        String bean = "org.apache.cassandra.metrics:type=Cache,scope=" + scope + ",name=" + metric;
        return metric(bean);
    }

    /**
     * Returns the value of a gauge or the count of a counter or meter.
     *
     * @param bean the metric's name as a JMX object name
     */
    public double metric(String bean) throws IOException {
        try {
            return ((Number) connection.getAttribute(name(bean), "Count")).doubleValue();
        } catch (JMException e) {
            return ((Number) attribute(bean, "Value")).doubleValue();
        }
    }

    /** Returns an attribute of a bean. */
    public Object attribute(String bean, String attribute) throws IOException {
        try {
            return connection.getAttribute(name(bean), attribute);
        } catch (InstanceNotFoundException e) {
            throw new IOException("bean=" + bean + ": the node has no such bean", e);
        } catch (JMException e) {
            throw new IOException("bean=" + bean + " attribute=" + attribute + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns attributes of a bean, read in one request; those that it lacks, or that are null, are left out.
     *
     * @throws IOException if the node has no such bean, or does not answer
     */
    public Map<String, Object> attributes(String bean, String... attributes) throws IOException {
        try {
            Map<String, Object> values = new HashMap<>();
            for (Attribute attribute :
                    connection.getAttributes(name(bean), attributes).asList()) {
                if (attribute.getValue() != null) {
                    values.put(attribute.getName(), attribute.getValue());
                }
            }
            return values;
        } catch (JMException e) {
            throw new IOException("bean=" + bean + ": " + e.getMessage(), e);
        }
    }

    /** Calls an operation of a bean that declares exactly the arguments' classes as parameter types. */
    public Object invoke(String bean, String operation, Object... arguments) throws IOException {
        String[] types = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            types[i] = arguments[i].getClass().getName();
        }
        return invoke(bean, operation, List.of(types), arguments);
    }

    /**
     * Calls an operation of a bean.
     *
     * @param types types of the parameters as the operation declares them: {@code boolean}, {@code java.util.Set}
     */
    public Object invoke(String bean, String operation, List<String> types, Object... arguments) throws IOException {
        try {
            return connection.invoke(name(bean), operation, arguments, types.toArray(String[]::new));
        } catch (JMException e) {
            throw new IOException("bean=" + bean + " operation=" + operation + ": " + e.getMessage(), e);
        }
    }

    /** Sets an attribute of a bean. */
    public void setAttribute(String bean, String attribute, Object value) throws IOException {
        try {
            connection.setAttribute(name(bean), new Attribute(attribute, value));
        } catch (JMException e) {
            throw new IOException("bean=" + bean + " attribute=" + attribute + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }

    private static long asLong(Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static ObjectName name(String bean) throws IOException {
        try {
            return new ObjectName(bean);
        } catch (JMException e) {
            throw new IOException("bean=" + bean + ": not a bean's name", e);
        }
    }
}
