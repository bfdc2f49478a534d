package org.ssdtier.benchmarks.smallfiles;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.ycsb.FileStoreClient;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A YCSB database that reads files from a {@link FileSystemServer}. It computes the SHA-256 of every file, so that it
 * does the same work as the client of the store, which compares it.
 */
final class FileSystemClient extends PartialDb {
    private static final Logger logger = LoggerFactory.getLogger(FileSystemClient.class);

    /** Longer than any answer of a server that still works, on the slowest drives. */
    private static final int PATIENCE_MILLIS = 120_000;

    private final int port;
    private @Nullable Link link;

    FileSystemClient(int port) {
        this.port = port;
    }

    /** A connection to a server. Not thread-safe. */
    static final class Link implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;

        private Link(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        }

        /** Connects to a server of this machine. */
        static Link open(int port) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            try {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(PATIENCE_MILLIS);
                return new Link(socket);
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        /** Returns the content of a file; null if there is no such file. */
        byte @Nullable [] read(String path) throws IOException {
            out.writeByte(FileSystemServer.READ);
            out.writeUTF(path);
            out.flush();
            int length = in.readInt();
            if (length < 0) {
                return null;
            }
            byte[] content = new byte[length];
            in.readFully(content);
            return content;
        }

        /**
         * Reads the next files on the server, up to a time and a number.
         *
         * @param bytesPerSecond most bytes per second; {@link Pace#UNLIMITED} = as fast as it can
         * @return the files read
         */
        Traversed walk(int threads, long mostMillis, long mostFiles, long bytesPerSecond) throws IOException {
            socket.setSoTimeout(Math.toIntExact(Math.addExact(mostMillis, PATIENCE_MILLIS)));
            out.writeByte(FileSystemServer.WALK);
            out.writeInt(threads);
            out.writeLong(mostMillis);
            out.writeLong(mostFiles);
            out.writeLong(bytesPerSecond);
            out.flush();
            return new Traversed(threads, in.readLong(), in.readLong(), in.readLong() / 1e9);
        }

        /** Ends the walks that are running. */
        void stopWalks() throws IOException {
            out.writeByte(FileSystemServer.STOP);
            out.flush();
            in.readByte();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    public void init() throws DBException {
        try {
            link = Link.open(port);
        } catch (IOException e) {
            throw new DBException("port=" + port + ": no file server: " + e.getMessage(), e);
        }
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        Link open = link;
        if (open == null) {
            throw new IllegalStateException("the client is not open: init() was not called or failed");
        }
        try {
            byte[] content = open.read(key);
            if (content == null) {
                return Status.NOT_FOUND;
            }
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            result.put(FileStoreClient.CONTENT, new ByteArrayByteIterator(content));
            return hash.length == 0 ? Status.UNEXPECTED_STATE : Status.OK;
        } catch (IOException e) {
            logger.debug("read of {} failed: {}", key, e.toString());
            return Status.ERROR;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public void cleanup() throws DBException {
        Link open = link;
        link = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw new DBException(e.getMessage(), e);
        }
    }
}
