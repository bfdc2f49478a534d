package org.ssdtier.benchmarks.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class JmxThreadsTest {
    @Test
    void cpuNanos_countsTheThreadsThatAnswerJmxOnly(@TempDir Path tasks) throws IOException {
        thread(tasks, "1", "RMI TCP Connect", "1500 7 3");
        thread(tasks, "2", "JMX server conn", "20 0 1");
        thread(tasks, "3", "ReadStage-1", "900000 0 1");
        Files.createDirectory(tasks.resolve("4")); // it is ending
        Files.createFile(tasks.resolve("4/comm"));
        assertEquals(1520, JmxThreads.in(tasks).cpuNanos());
    }

    @Test
    @SuppressWarnings("BanJNDI") // the address is that of a server of the test
    void cpuNanos_growWithEachAnswerOfThisProcess() throws Exception {
        JmxThreads threads = JmxThreads.of(ProcessHandle.current().pid());
        JMXConnectorServer server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, ManagementFactory.getPlatformMBeanServer());
        server.start();
        try (JMXConnector connector = JMXConnectorFactory.connect(server.getAddress())) {
            MBeanServerConnection connection = connector.getMBeanServerConnection();
            connection.getMBeanCount();
            long before = threads.cpuNanos();
            for (int i = 0; i < 100; i++) {
                connection.getMBeanCount();
            }
            assertTrue(threads.cpuNanos() > before);
        } finally {
            server.stop();
        }
    }

    private static void thread(Path tasks, String id, String name, String schedstat) throws IOException {
        Path thread = Files.createDirectory(tasks.resolve(id));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
    }
}
