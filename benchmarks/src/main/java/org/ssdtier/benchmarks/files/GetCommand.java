package org.ssdtier.benchmarks.files;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.TreeExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files get}. */
@Command(name = "get", description = "Read a file of the store, and check it.", mixinStandardHelpOptions = true)
public final class GetCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "PATH", description = "Its path in the store.")
    private String path = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "A file of this machine; - means standard output.")
    private String file = "";

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath from = options().path(path);
        if (file.equals("-")) {
            try (OutputStream out = new FileOutputStream(FileDescriptor.out)) { // System.out drops its errors
                TreeExport.print(store, from, out);
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
}
