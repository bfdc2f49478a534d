package org.ssdtier.node.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXPrincipal;
import javax.management.remote.JMXServiceURL;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** A JMX server with the beans of a node that the doctor reads, and their values as a test sets them. */
final class FakeNode implements AutoCloseable {
    /** The figures of the row cache; tests change them. */
    final FakeTier tier = new FakeTier();

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private final int port;
    private final Registry registry;
    private final JMXConnectorServer server;

    private FakeNode(@Nullable String user, @Nullable String password) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        registry = LocateRegistry.createRegistry(port);
        Map<String, Object> environment = new HashMap<>();
        if (user != null) {
            environment.put(JMXConnectorServer.AUTHENTICATOR, (JMXAuthenticator) given -> {
                if (given instanceof String[] pair && pair[0].equals(user) && pair[1].equals(password)) {
                    Subject subject = new Subject();
                    subject.getPrincipals().add(new JMXPrincipal(user));
                    return subject;
                }
                throw new SecurityException("Invalid username or password");
            });
        }
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), environment, beans);
        server.start();
        register(ManagementFactory.getOperatingSystemMXBean(), "java.lang:type=OperatingSystem");
        register(ManagementFactory.getMemoryMXBean(), "java.lang:type=Memory");
        register(ManagementFactory.getRuntimeMXBean(), "java.lang:type=Runtime");
    }

    /** A bean of a metric of Cassandra. */
    public interface Metric {
        /** Returns the count of a counter or timer. */
        long getCount();

        /** Returns the mean of a histogram. */
        double getMean();

        /** Returns the value of a gauge. */
        Object getValue();
    }

    /** A metric all of whose attributes have one value. */
    private record Constant(double value) implements Metric {
        @Override
        public long getCount() {
            return (long) value;
        }

        @Override
        public double getMean() {
            return value;
        }

        @Override
        public Object getValue() {
            return (long) value;
        }
    }

    /** The values of the bean of a row cache; the doctor calls nothing else of it. */
    static final class FakeTier {
        volatile String state = "ONLINE";
        volatile String reason = "";
        final Map<String, Long> statistics = new HashMap<>();
        final Map<String, Double> ratios = new HashMap<>();
        final Map<String, Map<String, Long>> tables = new HashMap<>();

        private SsdRowCacheMBean bean() {
            return (SsdRowCacheMBean) Proxy.newProxyInstance(
                    FakeNode.class.getClassLoader(),
                    new Class<?>[] {SsdRowCacheMBean.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "getState" -> state;
                        case "getOutageReason" -> reason;
                        case "getStatistics" -> statistics;
                        case "getRatios" -> ratios;
                        case "getSettings" -> Map.of("max_row_size", "1MiB");
                        case "getTables" -> tables;
                        default -> throw new UnsupportedOperationException(method.getName());
                    });
        }
    }

    /** Starts a node that accepts everybody. */
    static FakeNode start() throws IOException {
        return new FakeNode(null, null);
    }

    /** Starts a node that accepts one user. */
    static FakeNode startFor(String user, String password) throws IOException {
        return new FakeNode(user, password);
    }

    /** Adds the bean of the row cache. */
    FakeNode withTier() throws IOException {
        register(tier.bean(), SsdRowCacheMBean.class, SsdRowCacheMBean.NAME);
        return this;
    }

    /** Adds the metrics of a table. */
    FakeNode withTable(String keyspace, String table, Map<String, ? extends Number> metrics) throws IOException {
        for (Map.Entry<String, ? extends Number> metric : metrics.entrySet()) {
            register(
                    new Constant(metric.getValue().doubleValue()),
                    Metric.class,
                    "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table + ",name="
                            + metric.getKey());
        }
        return this;
    }

    private <T> void register(T bean, Class<T> type, String name) throws IOException {
        try {
            register(new StandardMBean(bean, type), name);
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    private void register(Object bean, String name) throws IOException {
        try {
            beans.registerMBean(bean, new ObjectName(name));
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    /** Returns the port of its server. */
    int port() {
        return port;
    }

    /** Returns its address, without a user. */
    JmxAddress address() {
        return new JmxAddress("127.0.0.1", port, null, null, false);
    }

    @Override
    public void close() throws IOException {
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }
}
