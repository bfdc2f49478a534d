package org.ssdtier.benchmarks.smallfiles;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.benchmarks.load.Workers;

/**
 * A server of the files of a directory, in a process of its own, so that the page cache of the files is charged to a
 * memory group that a benchmark limits. A connection is served by a thread, one request after the other. A backup reads
 * the files in this process, as on a file server.
 *
 * <p>Requests, in the format of {@link java.io.DataInput}, and answers:
 *
 * <pre>
 * READ  byte, path (UTF)                      length (int, -1 = no such file), content
 * WALK  byte, threads (int), millis (long),   files (long), bytes (long), nanoseconds (long)
 *       files (long), bytes per second (long)
 * STOP  byte                                  1 (byte); ends the walks that are running
 * </pre>
 */
public final class FileSystemServer implements AutoCloseable {
    /** The request for a file. */
    static final int READ = 1;
    /** The request to read files one after the other, up to a time and number. */
    static final int WALK = 2;
    /** The request to end walks. */
    static final int STOP = 3;

    /** The beginning of the line that the process prints when it is ready. */
    static final String READY = "port=";

    private static final int BACKLOG = 256;
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path root;
    private final TreeCycle cycle;
    private final ServerSocket socket;
    private volatile boolean isStopped;

    private FileSystemServer(Path root, ServerSocket socket) {
        this.root = root;
        this.cycle = new TreeCycle(root);
        this.socket = socket;
    }

    /** Starts a server on a free port of the loopback address. */
    static FileSystemServer start(Path root) throws IOException {
        FileSystemServer server =
                new FileSystemServer(root, new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        daemon("file-server-accept", server::accept);
        return server;
    }

    /**
     * Serves the directory that is the only argument until standard input ends. Prints the port.
     *
     * @throws IOException if no port can be opened
     */
    @SuppressWarnings("SystemOut") // the port, for the parent process
    public static void main(String[] arguments) throws IOException {
        try (FileSystemServer server = start(Path.of(arguments[0]))) {
            System.out.println(READY + server.port());
            System.in.transferTo(OutputStream.nullOutputStream()); // until the parent ends: it writes nothing
        }
    }

    /** Returns the port. */
    int port() {
        return socket.getLocalPort();
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                daemon("file-server-client", () -> serve(client));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
            DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(client.getOutputStream(), BUFFER_BYTES));
            while (true) {
                answer(in, out);
                out.flush();
            }
        } catch (IOException clientIsDone) { // or it sees that the connection is closed
            return;
        }
    }

    private void answer(DataInputStream in, DataOutputStream out) throws IOException {
        int request = in.readUnsignedByte();
        switch (request) {
            case READ -> sendFile(in.readUTF(), out);
            case WALK -> {
                Traversed read = walk(
                        in.readInt(),
                        TimeUnit.MILLISECONDS.toNanos(in.readLong()),
                        in.readLong(),
                        new Pace(in.readLong()));
                out.writeLong(read.files());
                out.writeLong(read.bytes());
                out.writeLong(Math.round(read.seconds() * 1e9));
            }
            case STOP -> {
                isStopped = true;
                out.writeByte(1);
            }
            default -> throw new IOException("request=" + request + ", allowed " + READ + " to " + STOP);
        }
    }

    private void sendFile(String path, DataOutputStream out) throws IOException {
        Path file =
                root.resolve(path.startsWith("/") ? path.substring(1) : path).normalize();
        byte[] content;
        try {
            content = file.startsWith(root) ? read(file) : null;
        } catch (FileNotFoundException e) {
            content = null;
        }
        out.writeInt(content == null ? -1 : content.length);
        if (content != null) {
            out.write(content);
        }
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return in.readAllBytes();
        }
    }

    /** Reads the next files of the tree by several threads. */
    private Traversed walk(int threads, long mostNanos, long mostFiles, Pace pace) throws IOException {
        isStopped = false;
        long begin = System.nanoTime();
        AtomicLong taken = new AtomicLong();
        AtomicLong files = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        Workers workers = new Workers("file-server-walk");
        workers.run(threads, () -> {
            while (!isStopped && System.nanoTime() - begin < mostNanos && taken.getAndIncrement() < mostFiles) {
                int length = read(cycle.next()).length;
                bytes.addAndGet(length);
                files.incrementAndGet();
                pace.passed(length);
            }
        });
        return new Traversed(threads, files.get(), bytes.get(), (System.nanoTime() - begin) / 1e9);
    }

    /** Closes the port; connections end with their clients. */
    @Override
    public void close() throws IOException {
        isStopped = true;
        socket.close();
        cycle.close();
    }
}
