package org.ssdtier.node.install;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of who may read a file that is written beside another one. */
@Tag("unit")
final class AsideFileTest {
    @TempDir
    private Path directory;

    /** Checked by removal: otherwise everybody may read the passwords of cassandra.yaml for a moment. */
    @Test
    void newFile_isForItsOwnerAlone_untilItResemblesAnother() throws IOException {
        Path other = Files.createFile(directory.resolve("cassandra.yaml"));
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-rw-r--"));
        try (AsideFile aside = AsideFile.create(directory, Steps.UNWATCHED)) {
            assertEquals("rw-------", permissions(aside));
            aside.resemble(other);
            assertEquals("rw-rw-r--", permissions(aside));
        }
    }

    /** A user who is not in the group of the file gives it to a group of his own. */
    @ParameterizedTest
    @CsvSource({"rw-r-----, rw-------", "rw-rw-r--, rw-r--r--", "rwxrwxrwx, rwxrwxrwx"})
    void otherGroup_mayDoWhatEverybodyMay(String permissions, String changed) {
        assertEquals(
                changed,
                PosixFilePermissions.toString(AsideFile.withoutGroup(PosixFilePermissions.fromString(permissions))));
    }

    private static String permissions(AsideFile file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path()));
    }
}
