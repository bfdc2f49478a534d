package org.ssdtier.benchmarks.node;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A probe that checks whether Cassandra responds at a port. It sends the smallest request of the native protocol,
 * version 4: an OPTIONS frame, which requires neither a session nor authentication.
 */
public final class CqlProbe {
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final byte[] OPTIONS_FRAME = {0x04, 0, 0, 0, 0x05, 0, 0, 0, 0};
    private static final byte RESPONSE_VERSION_4 = (byte) 0x84;
    private static final byte SUPPORTED = 0x06;

    private CqlProbe() {}

    /** Returns whether a node responds at the address; connecting and each read time out after two seconds. */
    public static boolean answers(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(OPTIONS_FRAME);
            byte[] header = new byte[OPTIONS_FRAME.length];
            new DataInputStream(socket.getInputStream()).readFully(header);
            return header[0] == RESPONSE_VERSION_4 && header[4] == SUPPORTED;
        } catch (IOException e) {
            return false;
        }
    }
}
