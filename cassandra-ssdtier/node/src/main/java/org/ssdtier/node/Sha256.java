package org.ssdtier.node;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Static methods to compute SHA-256 digests as text. */
public final class Sha256 {
    private Sha256() {}

    /** Returns the digest in lower-case hexadecimal, 64 characters. */
    public static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
