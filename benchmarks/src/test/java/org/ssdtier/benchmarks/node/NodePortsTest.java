package org.ssdtier.benchmarks.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class NodePortsTest {
    private static final int FIRST_CLIENT_PORT = 32_768;

    @Test
    void free_twice_givesSixPortsThatNoClientIsGiven() throws IOException {
        Set<Integer> ports = new HashSet<>();
        for (NodePorts found : List.of(NodePorts.free(), NodePorts.free())) {
            ports.addAll(List.of(found.cql(), found.storage(), found.jmx()));
        }
        assertEquals(6, ports.size());
        assertTrue(ports.stream().allMatch(port -> port < FIRST_CLIENT_PORT), ports.toString());
    }

    @Test
    void requireFree_ofATakenPort_namesPortAndOption() throws IOException {
        NodePorts ports = NodePorts.free();
        try (ServerSocket taken = new ServerSocket(ports.cql(), 1, InetAddress.getByName(ports.address()))) {
            IOException refused = assertThrows(IOException.class, ports::requireFree);
            assertTrue(refused.getMessage().contains("port=" + taken.getLocalPort()), refused.getMessage());
            assertTrue(refused.getMessage().contains("--port"), refused.getMessage());
        }
    }
}
