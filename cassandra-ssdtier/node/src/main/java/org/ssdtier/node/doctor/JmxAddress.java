package org.ssdtier.node.doctor;

import org.jspecify.annotations.Nullable;

/**
 * The address of a node's JMX server, and how to log in, as nodetool takes them.
 *
 * @param host the host
 * @param port the port
 * @param user the user; null for none
 * @param password the password; null for none
 * @param usesTls whether the connection is encrypted, with the key stores of the system properties {@code javax.net.ssl.*}
 */
public record JmxAddress(String host, int port, @Nullable String user, @Nullable String password, boolean usesTls) {
    /** The port at which a node serves JMX by default. */
    public static final int DEFAULT_PORT = 7199;

    private static final int MOST_PORT = 65_535;

    /** Checks the port and completes the pair of user and password. */
    public JmxAddress {
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("port=" + port + ", allowed 1 to " + MOST_PORT);
        }
        if ((user == null) != (password == null)) {
            throw new IllegalArgumentException(
                    "user=" + user + ": " + (user == null ? "user" : "password") + " missing, allowed both or none");
        }
    }

    /**
     * Reads {@code HOST} or {@code HOST:PORT}; an IPv6 address with a port is in brackets.
     *
     * @param port the port if the text has none
     * @throws IllegalArgumentException if it is neither
     */
    public static JmxAddress parse(
            String text, int port, @Nullable String user, @Nullable String password, boolean usesTls) {
        int colon = text.lastIndexOf(':');
        boolean isBareAddress = colon >= 0 && text.indexOf(':') < colon && !text.startsWith("[");
        if (colon < 0 || isBareAddress || text.endsWith("]")) {
            return new JmxAddress(unbracketed(text), port, user, password, usesTls);
        }
        String digits = text.substring(colon + 1);
        if (colon == 0 || !digits.matches("\\d{1,5}")) {
            throw new IllegalArgumentException("node=" + text + ", allowed HOST or HOST:PORT");
        }
        return new JmxAddress(unbracketed(text.substring(0, colon)), Integer.parseInt(digits), user, password, usesTls);
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** Returns host and port as in a URL. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
