package org.ssdtier.node.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.container.ImageScript.Outcome;

/** The health check asks what a CQL client asks first, and believes nothing but the right answer. */
@Tag("unit")
final class HealthTest {
    /** Heads of frames of protocol version 4 from the server: its opcodes SUPPORTED and ERROR. */
    private static final byte[] SUPPORTED = {(byte) 0x84, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0};

    private static final byte[] ERROR = {(byte) 0x84, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

    @TempDir
    private Path directory;

    @Test
    void supported_isHealthy() throws Exception {
        assertEquals(0, healthWith(SUPPORTED, Map.of()).exitCode());
    }

    @Test
    void error_isNotHealthy() throws Exception {
        assertEquals(1, healthWith(ERROR, Map.of()).exitCode());
    }

    @Test
    void silence_isNotHealthyAfterTheTimeout() throws Exception {
        assertEquals(
                1,
                healthWith(new byte[0], Map.of("CASSANDRA_HEALTH_TIMEOUT", "1")).exitCode());
    }

    @Test
    void nobody_isNotHealthy() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        Outcome outcome = container(port).run("ssdtier-health", Map.of());
        assertEquals(1, outcome.exitCode());
        assertEquals("ssdtier-health: no answer from 127.0.0.1:" + port + "\n", outcome.output());
    }

    @Test
    void tls_isHealthyIfItConnects() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ImageScript container = container(server.getLocalPort());
            assertEquals(
                    0,
                    container
                            .run("ssdtier-health", Map.of("CASSANDRA_HEALTH_TLS", "true"))
                            .exitCode());
        }
    }

    private Outcome healthWith(byte[] answer, Map<String, String> environment) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<byte[]> request = CompletableFuture.supplyAsync(() -> serve(server, answer));
            Outcome outcome = container(server.getLocalPort()).run("ssdtier-health", environment);
            assertArrayEquals(OPTIONS, request.get(10, TimeUnit.SECONDS));
            return outcome;
        }
    }

    /** Answers one request and returns it, once the client has gone. */
    private static byte[] serve(ServerSocket server, byte[] answer) {
        try (Socket client = server.accept()) {
            byte[] request = client.getInputStream().readNBytes(OPTIONS.length);
            client.getOutputStream().write(answer);
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
            return request;
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private ImageScript container(int port) throws IOException {
        return ImageScript.in(directory, "native_transport_port: " + port + "\n");
    }
}
