package org.ssdtier.benchmarks.node;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Asks a port whether Cassandra answers there, with the smallest request of the native protocol, version 4: an OPTIONS
 * frame, which needs no session and no authentication.
 */
final class CqlProbe {
    private static final int TIMEOUT_MILLIS = 2_000;
    private static final byte[] OPTIONS_FRAME = {0x04, 0, 0, 0, 0x05, 0, 0, 0, 0};
    private static final byte RESPONSE_VERSION_4 = (byte) 0x84;
    private static final byte SUPPORTED = 0x06;

    private CqlProbe() {}

    /** Whether a node answers at the address within two seconds. */
    static boolean answers(InetSocketAddress address) {
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
