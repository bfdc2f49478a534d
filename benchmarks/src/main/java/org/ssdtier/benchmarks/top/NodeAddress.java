package org.ssdtier.benchmarks.top;

/**
 * The address of a node's JMX server.
 *
 * @param host the host, without brackets
 * @param port the port
 */
record NodeAddress(String host, int port) {
    private static final int MOST_PORT = 65_535;

    NodeAddress {
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("port=" + port + ", allowed 1 to " + MOST_PORT);
        }
    }

    /**
     * Reads {@code HOST} or {@code HOST:PORT}; an IPv6 address with a port is in brackets.
     *
     * @param port the port if the text has none
     * @throws IllegalArgumentException if it is neither
     */
    static NodeAddress parse(String text, int port) {
        int colon = text.lastIndexOf(':');
        boolean isBareAddress = colon >= 0 && text.indexOf(':') < colon && !text.startsWith("[");
        if (colon < 0 || isBareAddress || text.endsWith("]")) {
            return new NodeAddress(unbracketed(text), port);
        }
        String digits = text.substring(colon + 1);
        if (colon == 0 || !digits.matches("\\d{1,5}")) {
            throw new IllegalArgumentException("node=" + text + ", allowed HOST or HOST:PORT");
        }
        return new NodeAddress(unbracketed(text.substring(0, colon)), Integer.parseInt(digits));
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
