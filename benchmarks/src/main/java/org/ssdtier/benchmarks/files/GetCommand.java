package org.ssdtier.benchmarks.files;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.TreeExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files get}. */
@Command(name = "get", description = "Read a file of the store, and check it.", mixinStandardHelpOptions = true)
public final class GetCommand extends StoreCommand {
    private static final int BUFFER_BYTES = 64 << 10;

    @Parameters(index = "0", paramLabel = "PATH", description = "Its path in the store.")
    private String path = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "A file of this machine; - means standard output.")
    private String file = "";

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath from = options().path(path);
        if (file.equals("-")) {
            try (OutputStream out = new FileOutputStream(FileDescriptor.out)) { // System.out drops its errors
                write(store, from, out);
            }
            return 0;
        }
        Path to = Path.of(file).toAbsolutePath();
        Path unfinished = Files.createTempFile(to.getParent(), "", ".ssdtier-unfinished");
        try {
            FileStat stat = TreeExport.writeTo(store, from, unfinished);
            TreeExport.finish(unfinished, to, stat);
            json().show(describe(stat), out -> out.println(to + " " + stat.size() + " " + stat.sha256()));
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return 0;
    }

    /**
     * Writes a file to a stream, and reads it again if it is replaced before its first byte is written.
     *
     * @throws StoreException if it is replaced later
     */
    static void write(FileStore store, StorePath from, OutputStream out) throws IOException {
        store.reading(from, content -> {
            long written = 0;
            try (InputStream in = content.stream()) {
                byte[] buffer = new byte[BUFFER_BYTES];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    out.write(buffer, 0, count);
                    written += count;
                }
            } catch (StoreException.Replaced e) {
                if (written > 0) {
                    throw new StoreException("path=" + from + ": replaced after bytes=" + written
                            + " were written; to a FILE, it would be read again");
                }
                throw e;
            }
            return true;
        });
    }
}
