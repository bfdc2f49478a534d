package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Static methods to convert between the permissions of files and their bits. */
final class Modes {
    private static final String ALL = "rwxrwxrwx";

    private Modes() {}

    static int of(Path file) throws IOException {
        String text = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        int mode = 0;
        for (int i = 0; i < ALL.length(); i++) {
            mode = (mode << 1) | (text.charAt(i) == '-' ? 0 : 1);
        }
        return mode;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        StringBuilder text = new StringBuilder(ALL);
        for (int i = 0; i < ALL.length(); i++) {
            if ((mode & (0400 >> i)) == 0) {
                text.setCharAt(i, '-');
            }
        }
        return PosixFilePermissions.fromString(text.toString());
    }
}
