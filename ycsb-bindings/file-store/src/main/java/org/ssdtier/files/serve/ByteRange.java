package org.ssdtier.files.serve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a file that a request asks for (RFC 9110, 14). Anything but one range of bytes asks for the whole.
 *
 * @param begin first byte
 * @param end byte after the last
 * @param isPart whether it is a part, to be answered with 206
 */
record ByteRange(long begin, long end, boolean isPart) {
    private static final Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    static ByteRange whole(long size) {
        return new ByteRange(0, size, false);
    }

    /** Returns the range of a header. */
    static ByteRange of(@Nullable String header, long size) {
        Matcher one = ONE.matcher(header == null ? "" : header.strip());
        if (!one.matches() || (one.group(1).isEmpty() && one.group(2).isEmpty())) {
            return whole(size);
        }
        if (one.group(1).isEmpty()) {
            long last = Long.parseLong(one.group(2));
            return new ByteRange(Math.max(0, size - last), last == 0 ? 0 : size, true);
        }
        long begin = Long.parseLong(one.group(1));
        if (one.group(2).isEmpty()) {
            return new ByteRange(begin, size, true);
        }
        long last = Long.parseLong(one.group(2));
        return last < begin ? whole(size) : new ByteRange(begin, Math.min(size, last + 1), true);
    }

    /** Returns whether there is such a part. */
    boolean isSatisfiable() {
        return !isPart || begin < end;
    }

    long length() {
        return end - begin;
    }

    /** Returns whether a header If-None-Match names a tag, compared weakly. */
    static boolean matches(@Nullable String header, String tag) {
        if (header == null) {
            return false;
        }
        for (String word : header.split(",", -1)) {
            String stripped = word.strip();
            if (stripped.equals("*") || stripped.equals(tag) || stripped.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }
}
