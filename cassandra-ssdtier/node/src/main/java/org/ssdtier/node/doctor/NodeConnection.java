package org.ssdtier.node.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.rmi.server.RMIClientSocketFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/** A connection to a node's JMX server. */
final class NodeConnection implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    private final JmxAddress address;
    private final JMXConnector connector;
    private final MBeanServerConnection connection;

    private NodeConnection(JmxAddress address, JMXConnector connector) throws IOException {
        this.address = address;
        this.connector = connector;
        this.connection = connector.getMBeanServerConnection();
    }

    /**
     * Connects to a node. The caller closes the connection.
     *
     * @throws IOException if the node does not answer or refuses the user; the message has its address
     */
    @SuppressWarnings("BanJNDI") // the address is the operator's own
    static NodeConnection open(JmxAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
        } catch (IOException e) {
            throw new IOException("node=" + address + ": no answer: " + reason(e), e);
        }
        Map<String, Object> environment = new HashMap<>();
        if (address.user() != null) {
            environment.put(JMXConnector.CREDENTIALS, new String[] {address.user(), address.password()});
        }
        if (address.usesTls()) {
            RMIClientSocketFactory encrypted = new SslRMIClientSocketFactory();
            environment.put("com.sun.jndi.rmi.factory.socket", encrypted);
        }
        try {
            String url = "service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi";
            return new NodeConnection(address, JMXConnectorFactory.connect(new JMXServiceURL(url), environment));
        } catch (SecurityException e) {
            throw new IOException("node=" + address + ": refused: " + e.getMessage(), e);
        } catch (IOException | NullPointerException e) { // the latter while the node starts: there is no server yet
            throw new IOException("node=" + address + ": no JMX server answers: " + reason(e), e);
        }
    }

    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return root instanceof UnknownHostException ? "unknown host" : message == null ? root.toString() : message;
    }

    /** Returns the address. */
    JmxAddress address() {
        return address;
    }

    /** Returns whether there is a bean. */
    boolean has(String bean) throws IOException {
        return connection.isRegistered(name(bean));
    }

    /** Returns the beans that match a pattern. */
    Set<ObjectName> find(String pattern) throws IOException {
        try {
            return connection.queryNames(name(pattern), null);
        } catch (JMRuntimeException | SecurityException e) {
            throw new IOException("node=" + address + " beans=" + pattern + ": " + e, e);
        }
    }

    /** Returns an attribute; null if there is no such bean or attribute. */
    @Nullable
    Object attribute(String bean, String attribute) throws IOException {
        return attribute(name(bean), attribute);
    }

    /** Returns an attribute; null if there is no such bean or attribute. */
    @Nullable
    Object attribute(ObjectName bean, String attribute) throws IOException {
        try {
            return connection.getAttribute(bean, attribute);
        } catch (InstanceNotFoundException | AttributeNotFoundException none) {
            return null;
        } catch (JMException | JMRuntimeException | SecurityException e) {
            throw new IOException("node=" + address + " bean=" + bean + " attribute=" + attribute + ": " + e, e);
        }
    }

    /** Returns a number; 0 if there is no such bean or attribute, or it is no number. */
    double number(String bean, String attribute) throws IOException {
        Object value = attribute(bean, attribute);
        return value instanceof Number number && !Double.isNaN(number.doubleValue()) ? number.doubleValue() : 0;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }

    private static ObjectName name(String bean) throws IOException {
        try {
            return new ObjectName(bean);
        } catch (JMException e) {
            throw new IOException("bean=" + bean + ": not a bean's name", e);
        }
    }
}
