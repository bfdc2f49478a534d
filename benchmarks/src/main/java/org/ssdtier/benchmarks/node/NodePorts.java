package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Where a node listens.
 *
 * @param address an IP address of this machine, for clients and for other nodes
 * @param cql port for clients
 * @param storage port for other nodes
 * @param jmx port for nodetool, always on the loopback address
 */
public record NodePorts(String address, int cql, int storage, int jmx) {
    private static final String LOOPBACK = "127.0.0.1";

    /** Checks the ranges. */
    public NodePorts {
        requirePort("cql", cql);
        requirePort("storage", storage);
        requirePort("jmx", jmx);
    }

    /** Cassandra's usual ports on 127.0.0.1. */
    public static NodePorts standard() {
        return new NodePorts(LOOPBACK, 9042, 7000, 7199);
    }

    /** Three ports on 127.0.0.1 that are free now. */
    public static NodePorts free() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket cql = new ServerSocket(0, 1, loopback);
                ServerSocket storage = new ServerSocket(0, 1, loopback);
                ServerSocket jmx = new ServerSocket(0, 1, loopback)) {
            return new NodePorts(LOOPBACK, cql.getLocalPort(), storage.getLocalPort(), jmx.getLocalPort());
        }
    }

    /** Where clients connect. */
    public InetSocketAddress contactPoint() {
        return new InetSocketAddress(address, cql);
    }

    /**
     * Checks that nothing listens on any of the ports.
     *
     * @throws IOException naming the first port that is taken and the option that chooses another
     */
    public void requireFree() throws IOException {
        requireFree(address, cql, "--port");
        requireFree(address, storage, "--storage-port");
        requireFree(LOOPBACK, jmx, "--jmx-port");
    }

    private static void requireFree(String address, int port, String option) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new IOException(
                    "address=" + address + " port=" + port + ": in use or not of this machine (" + e.getMessage()
                            + "); stop what listens there or choose another port with " + option,
                    e);
        }
    }

    private static void requirePort(String name, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(name + " port=" + port + ": allowed 1 to 65535");
        }
    }
}
