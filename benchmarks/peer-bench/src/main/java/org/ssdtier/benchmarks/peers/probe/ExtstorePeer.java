package org.ssdtier.benchmarks.peers.probe;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * memcached with extstore: keys and item headers are in memory, values in a file that is read through the page cache.
 * It runs as a server process with a socket in the peer's directory; each concurrent request has its own connection.
 */
final class ExtstorePeer implements Peer {
    private static final long HEADER_BYTES_PER_ROW = 120;
    private static final long SLAB_MEBIBYTES = 24;
    private static final int BACKLOG_ROWS = 8_192;
    private static final int RESTS = 50;
    private static final int START_MILLIS = 10_000;

    private final Process server;
    private final Path socket;
    private final ConcurrentLinkedDeque<MemcachedConnection> idle = new ConcurrentLinkedDeque<>();
    private final MemcachedConnection control;
    private long puts;

    private ExtstorePeer(Process server, Path socket) throws IOException, InterruptedException {
        this.server = server;
        this.socket = socket;
        this.control = connect();
    }

    static ExtstorePeer open(PeerSettings settings) throws IOException, InterruptedException {
        // Relative to the working directory, because the path of a socket is limited to about a hundred bytes.
        Path socket =
                Path.of("").toAbsolutePath().relativize(settings.directory().resolve("socket"));
        Files.deleteIfExists(socket);
        long memoryMebibytes =
                SLAB_MEBIBYTES + ((settings.memoryBytes() + settings.rows() * HEADER_BYTES_PER_ROW) >> 20);
        Path file = settings.directory().resolve("extstore");
        List<String> command = List.of(
                settings.program(),
                "-s",
                socket.toString(),
                "-u",
                System.getProperty("user.name"),
                "-t",
                "2",
                "-m",
                Long.toString(memoryMebibytes),
                "-o",
                "ext_page_size=16,ext_wbuf_size=4,ext_threads=16,ext_item_size=200,ext_item_age=0,ext_max_sleep=1000,"
                        + "hot_lru_pct=1,warm_lru_pct=1,ext_path=" + file + ":"
                        + (settings.diskBytes() >> 20) + "m");
        Process server = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(settings.directory().resolve("memcached.log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        return new ExtstorePeer(server, socket);
    }

    @Override
    public void put(long number, byte[] value) throws IOException {
        MemcachedConnection connection = borrow();
        connection.set(Rows.keyText(number), value);
        idle.addFirst(connection);
        puts++;
    }

    @Override
    public byte @Nullable [] get(long number) throws IOException {
        MemcachedConnection connection = borrow();
        byte[] value = connection.get(Rows.keyText(number));
        idle.addFirst(connection);
        return value;
    }

    /**
     * Waits for the backlog of writes; otherwise most rows of a burst would be evicted from memory before they are
     * written.
     */
    @Override
    public void throttle() throws IOException, InterruptedException {
        awaitWritten(BACKLOG_ROWS);
    }

    @Override
    public void settle() throws IOException, InterruptedException {
        awaitWritten(0);
    }

    @Override
    public long serverPid() {
        return server.pid();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        control.close();
        for (MemcachedConnection connection : idle) {
            connection.close();
        }
        server.destroy();
        if (!server.waitFor(START_MILLIS, TimeUnit.MILLISECONDS)) {
            server.destroyForcibly().waitFor();
        }
        Files.deleteIfExists(socket);
    }

    /** Waits until at most this number of rows is waiting to be written, or no row was written in 50 checks. */
    private void awaitWritten(long backlog) throws IOException, InterruptedException {
        long written = control.counter("extstore_objects_written");
        int resting = 0;
        while (puts - written > backlog && resting < RESTS) {
            Thread.sleep(2);
            long now = control.counter("extstore_objects_written");
            resting = now == written ? resting + 1 : 0;
            written = now;
        }
    }

    private MemcachedConnection borrow() throws IOException {
        MemcachedConnection connection = idle.pollFirst();
        return connection == null ? MemcachedConnection.open(socket) : connection;
    }

    private MemcachedConnection connect() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS);
        while (server.isAlive() && System.nanoTime() < deadline) {
            if (Files.exists(socket)) {
                try {
                    return MemcachedConnection.open(socket);
                } catch (ConnectException notYetListening) {
                    Thread.onSpinWait();
                }
            }
            Thread.sleep(2);
        }
        server.destroyForcibly();
        throw new IOException("memcached: no answer within " + START_MILLIS + " ms, or it has ended");
    }
}
