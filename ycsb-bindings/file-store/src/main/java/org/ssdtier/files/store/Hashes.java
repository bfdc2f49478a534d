package org.ssdtier.files.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Static methods to create message digests. */
public final class Hashes {
    private Hashes() {}

    /** Returns a new SHA-256 digest. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }
}
