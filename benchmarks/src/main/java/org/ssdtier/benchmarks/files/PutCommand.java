package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.ContentTypes;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.TreeImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files put}. */
@Command(name = "put", description = "Write a file into the store.", mixinStandardHelpOptions = true)
public final class PutCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A file of this machine; - means standard input.")
    private String file = "";

    @Parameters(index = "1", paramLabel = "PATH", description = "Its path in the store.")
    private String path = "";

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath to = options().path(path);
        FileStat stat;
        if (file.equals("-")) {
            FileAttributes attributes =
                    new FileAttributes(Instant.now(), FileAttributes.DEFAULT_MODE, ContentTypes.of(to));
            stat = store.put(to, System.in, attributes);
        } else {
            Path from = Path.of(file);
            if (!Files.isRegularFile(from)) {
                throw new IOException("file=" + file + ": no such file");
            }
            FileAttributes attributes = new FileAttributes(
                    Files.getLastModifiedTime(from).toInstant(), TreeImport.mode(from), ContentTypes.of(to));
            try (InputStream in = Files.newInputStream(from)) {
                stat = store.put(to, in, attributes);
            }
        }
        json().show(describe(stat), out -> out.println(options().show(to) + " " + stat.size() + " " + stat.sha256()));
        return 0;
    }
}
