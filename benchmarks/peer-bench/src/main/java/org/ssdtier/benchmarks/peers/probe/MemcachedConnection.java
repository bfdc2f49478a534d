package org.ssdtier.benchmarks.peers.probe;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A connection to a memcached with its text protocol. Not thread-safe. */
final class MemcachedConnection implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES).flip();

    private MemcachedConnection(SocketChannel channel) {
        this.channel = channel;
    }

    static MemcachedConnection open(Path socket) throws IOException {
        return new MemcachedConnection(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** Stores a value. */
    void set(String key, byte[] value) throws IOException {
        out.clear();
        text("set " + key + " 0 0 " + value.length + "\r\n");
        out.put(value);
        text("\r\n");
        send();
        String answer = line();
        if (!answer.equals("STORED")) {
            throw new IOException("memcached: set of key=" + key + " answered " + answer);
        }
    }

    /** Returns a value, or null. */
    byte @Nullable [] get(String key) throws IOException {
        out.clear();
        text("get " + key + "\r\n");
        send();
        String answer = line();
        if (answer.equals("END")) {
            return null;
        }
        if (!answer.startsWith("VALUE ")) {
            throw new IOException("memcached: get of key=" + key + " answered " + answer);
        }
        byte[] value = new byte[Integer.parseInt(answer.substring(answer.lastIndexOf(' ') + 1))];
        for (int at = 0; at < value.length; at++) {
            value[at] = next();
        }
        line();
        line();
        return value;
    }

    /** Returns a counter of the server; 0 if it does not exist. */
    long counter(String name) throws IOException {
        out.clear();
        text("stats\r\n");
        send();
        long value = 0;
        for (String line = line(); !line.equals("END"); line = line()) {
            if (line.startsWith("STAT " + name + " ")) {
                value = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void text(String text) {
        out.put(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void send() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (byte next = next(); next != '\n'; next = next()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private byte next() throws IOException {
        if (!in.hasRemaining()) {
            in.clear();
            if (channel.read(in) < 0) {
                throw new EOFException("memcached has closed the connection");
            }
            in.flip();
        }
        return in.get();
    }
}
