package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The address and ports on which a node listens.
 *
 * @param address an IP address of this machine, for clients and for other nodes
 * @param cql port for clients
 * @param storage port for other nodes
 * @param jmx port for nodetool, always on the loopback address
 */
public record NodePorts(String address, int cql, int storage, int jmx) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int STRETCH_PORTS = 200;
    private static final int STRETCHES = 100;
    private static final int OWN_STRETCH =
            10_000 + (int) (ProcessHandle.current().pid() % STRETCHES) * STRETCH_PORTS;
    private static final AtomicInteger NEXT = new AtomicInteger();

    /** Checks the ranges. */
    public NodePorts {
        requirePort("cql", cql);
        requirePort("storage", storage);
        requirePort("jmx", jmx);
    }

    /** Returns Cassandra's usual ports on 127.0.0.1. */
    public static NodePorts standard() {
        return new NodePorts(LOOPBACK, 9042, 7000, 7199);
    }

    /**
     * Returns three ports on 127.0.0.1 that are free now. Each process searches a port range chosen by its pid, below
     * the ephemeral ports, so that two tests that start nodes concurrently do not usually find the same ports.
     *
     * @throws IOException if fewer than three ports of the range are free
     */
    public static NodePorts free() throws IOException {
        return free(LOOPBACK);
    }

    /**
     * Returns ports as {@link #free()}, for a node with another loopback address. The third, of JMX, is free on
     * 127.0.0.1 too.
     *
     * @throws IOException if fewer than three ports of the range are free
     */
    public static NodePorts free(String address) throws IOException {
        int[] found = new int[3];
        int count = 0;
        for (int tries = 0; tries < STRETCH_PORTS && count < found.length; tries++) {
            int port = OWN_STRETCH + Math.floorMod(NEXT.getAndIncrement(), STRETCH_PORTS);
            if (isFree(address, port) && isFree(LOOPBACK, port)) {
                found[count++] = port;
            }
        }
        if (count < found.length) {
            throw new IOException("address=" + address + " ports=" + OWN_STRETCH + " to "
                    + (OWN_STRETCH + STRETCH_PORTS - 1) + ": fewer than three are free");
        }
        return new NodePorts(address, found[0], found[1], found[2]);
    }

    private static boolean isFree(String address, int port) {
        try {
            bind(address, port);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the address to which clients connect. */
    public InetSocketAddress contactPoint() {
        return new InetSocketAddress(address, cql);
    }

    /**
     * Checks that nothing listens on any of the ports.
     *
     * @throws IOException if a port is in use; the message names the first one and the option to choose another
     */
    public void requireFree() throws IOException {
        requireFree(address, cql, "--port");
        requireFree(address, storage, "--storage-port");
        requireFree(LOOPBACK, jmx, "--jmx-port");
    }

    private static void requireFree(String address, int port, String option) throws IOException {
        try {
            bind(address, port);
        } catch (IOException e) {
            throw new IOException(
                    "address=" + address + " port=" + port + ": in use or not of this machine (" + e.getMessage()
                            + "); stop the program listening there or choose another port with " + option,
                    e);
        }
    }

    /** Binds the port and closes it immediately. */
    private static void bind(String address, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        }
    }

    private static void requirePort(String name, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(name + " port=" + port + ": allowed 1 to 65535");
        }
    }
}
