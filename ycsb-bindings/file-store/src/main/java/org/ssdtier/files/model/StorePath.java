package org.ssdtier.files.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The absolute path of a file or directory in a store: names of any bytes but {@code /} and NUL, each after a {@code /}.
 * The root is {@code /}. Names of no bytes, {@code .} and {@code ..} are refused. Paths are ordered by their unsigned
 * bytes. Immutable.
 */
public final class StorePath implements Comparable<StorePath> {
    /** The maximum number of bytes of a name. */
    public static final int MAX_NAME_BYTES = 1_024;
    /** The maximum number of bytes of a path; a key of Cassandra has at most 65,535. */
    public static final int MAX_PATH_BYTES = 32_768;

    private static final StorePath ROOT = new StorePath(new byte[] {'/'});

    private final byte[] bytes;

    private StorePath(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the root directory. */
    public static StorePath root() {
        return ROOT;
    }

    /**
     * Returns the path of some text in UTF-8. A leading {@code /} may be omitted, and one at the end is ignored.
     *
     * @throws IllegalArgumentException if it is no path
     */
    public static StorePath of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the path of some bytes; otherwise as {@link #of(String)}. */
    public static StorePath of(byte[] raw) {
        int begin = raw.length > 0 && raw[0] == '/' ? 1 : 0;
        if (raw.length == begin) {
            return ROOT;
        }
        int end = raw[raw.length - 1] == '/' ? raw.length - 1 : raw.length;
        byte[] absolute = new byte[end - begin + 1];
        absolute[0] = '/';
        System.arraycopy(raw, begin, absolute, 1, end - begin);
        StorePath path = new StorePath(absolute);
        path.check();
        return path;
    }

    /** Returns the path of some text with percent-encoded bytes; otherwise as {@link #of(String)}. */
    public static StorePath ofEscaped(String text) {
        return of(unescape(text));
    }

    /** Returns the path of a buffer's remaining bytes; otherwise as {@link #of(String)}. */
    public static StorePath of(ByteBuffer buffer) {
        byte[] raw = new byte[buffer.remaining()];
        buffer.duplicate().get(raw);
        return of(raw);
    }

    private void check() {
        if (bytes.length > MAX_PATH_BYTES) {
            throw refused("bytes=" + bytes.length + ", allowed up to " + MAX_PATH_BYTES);
        }
        int begin = 1;
        for (int i = 1; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                checkName(begin, i);
                begin = i + 1;
            } else if (bytes[i] == 0) {
                throw refused("byte 0 at " + i + ", allowed any other byte");
            }
        }
    }

    private void checkName(int begin, int end) {
        int length = end - begin;
        if (length == 0) {
            throw refused("an empty name, allowed names of 1 to " + MAX_NAME_BYTES + " bytes");
        }
        if (length > MAX_NAME_BYTES) {
            throw refused("a name of bytes=" + length + ", allowed up to " + MAX_NAME_BYTES);
        }
        if (bytes[begin] == '.' && (length == 1 || (length == 2 && bytes[begin + 1] == '.'))) {
            throw refused("a name . or .., allowed any other name");
        }
    }

    private IllegalArgumentException refused(String reason) {
        String text = escaped();
        return new IllegalArgumentException(
                "path=" + (text.length() > 100 ? text.substring(0, 100) + "…" : text) + ": " + reason);
    }

    /** Returns whether this is the root directory. */
    public boolean isRoot() {
        return bytes.length == 1;
    }

    /**
     * Returns the directory that contains this.
     *
     * @throws IllegalStateException if this is the root
     */
    public StorePath parent() {
        int slash = lastSlash();
        return slash == 0 ? ROOT : new StorePath(Arrays.copyOf(bytes, slash));
    }

    /** Returns the bytes of the last name; none for the root. */
    public byte[] name() {
        return Arrays.copyOfRange(bytes, lastSlash() + 1, bytes.length);
    }

    /**
     * Returns the path of a name in this directory.
     *
     * @throws IllegalArgumentException if it is no name
     */
    public StorePath resolve(byte[] name) {
        int prefix = isRoot() ? 0 : bytes.length;
        byte[] child = Arrays.copyOf(bytes, prefix + 1 + name.length);
        child[prefix] = '/';
        System.arraycopy(name, 0, child, prefix + 1, name.length);
        StorePath path = new StorePath(child);
        path.check();
        return path;
    }

    /** Returns whether this is the other path, or below it. */
    public boolean startsWith(StorePath other) {
        if (other.isRoot() || equals(other)) {
            return true;
        }
        int length = other.bytes.length;
        return bytes.length > length && bytes[length] == '/' && Arrays.equals(bytes, 0, length, other.bytes, 0, length);
    }

    /** Returns the bytes of this path below another one, without the slash between them. */
    public byte[] below(StorePath other) {
        int begin = other.isRoot() ? 1 : Math.min(bytes.length, other.bytes.length + 1);
        return Arrays.copyOfRange(bytes, begin, bytes.length);
    }

    private int lastSlash() {
        int slash = bytes.length - 1;
        while (bytes[slash] != '/') {
            slash--;
        }
        return slash;
    }

    /** Returns a copy of the bytes, with the leading slash. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the bytes as a new read-only buffer. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Returns the path percent-encoded, as in a URL. */
    public String escaped() {
        return escape(bytes);
    }

    /** Returns bytes percent-encoded, except letters, digits, slashes and {@code -._~}. */
    public static String escape(byte[] raw) {
        StringBuilder text = new StringBuilder(raw.length + 16);
        for (byte b : raw) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "/-._~".indexOf(c) >= 0);
            if (plain) {
                text.append(c);
            } else {
                text.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            }
        }
        return text.toString();
    }

    /**
     * Returns the bytes of percent-encoded text; other characters are taken in UTF-8.
     *
     * @throws IllegalArgumentException if a {@code %} is not followed by two hexadecimal digits
     */
    public static byte[] unescape(String text) {
        ByteArrayOutputStream raw = new ByteArrayOutputStream(text.length());
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < utf8.length; i++) {
            if (utf8[i] != '%') {
                raw.write(utf8[i]);
                continue;
            }
            int high = i + 2 < utf8.length ? Character.digit(utf8[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(utf8[i + 2], 16);
            if (low < 0) {
                throw new IllegalArgumentException("path: % at " + i + ", allowed % and two hexadecimal digits");
            }
            raw.write((high << 4) | low);
            i += 2;
        }
        return raw.toByteArray();
    }

    /** Returns bytes as text to show: UTF-8 if they are that and can be printed, otherwise percent-encoded. */
    public static String display(byte[] raw) {
        try {
            CharBuffer text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(raw));
            if (text.chars().noneMatch(Character::isISOControl)) {
                return text.toString();
            }
        } catch (CharacterCodingException e) {
            return escape(raw);
        }
        return escape(raw);
    }

    @Override
    public int compareTo(StorePath other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StorePath path && Arrays.equals(bytes, path.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the path as text to show. */
    @Override
    public String toString() {
        return display(bytes);
    }
}
