package org.ssdtier.benchmarks.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServerFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the reader on a JMX server without beans, as of a node that begins to start, and without any server. */
@Tag("unit")
final class NodeReaderTest {
    @Test
    void nodeWithoutBeans_isReached_andHasNoTier_untilItIsGone() throws IOException {
        int port = freePort();
        Registry registry = LocateRegistry.createRegistry(port);
        JMXConnectorServer server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"),
                Map.of(),
                MBeanServerFactory.newMBeanServer());
        server.start();
        NodeReader reader =
                new NodeReader(new NodeAddress("127.0.0.1", port), Map.of(), new AtomicLong()::incrementAndGet);
        try (Readings readings = new Readings(List.of(reader), System::nanoTime)) {
            Reading reading = readings.read().get(0);
            assertEquals(Reading.WITHOUT_TIER, reading.state());
            assertTrue(reading.isReached());
            assertEquals(0, reading.figures().get("clientReads"));
            server.stop();
            UnicastRemoteObject.unexportObject(registry, true);
            assertFalse(readings.read().get(0).isReached());
            assertEquals("Connection refused", readings.read().get(0).cause());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
