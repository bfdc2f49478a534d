package org.ssdtier.benchmarks.transfer;

import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link TransferRun}.
 *
 * @param sources directories whose files make up the tree
 * @param files least number of files of the tree
 * @param kills number of times that an import, and an export, is killed
 * @param httpSeconds length of each slot of reads over HTTP
 * @param httpRounds slots of each HTTP server and number of connections
 * @param heap heap of the node
 * @param seed seed of the moments of kills and of the requests
 * @param directory parent of the node's directory and of the trees
 */
record TransferOptions(
        List<Path> sources,
        long files,
        int kills,
        int httpSeconds,
        int httpRounds,
        String heap,
        long seed,
        Path directory) {
    private static final long MOST_FILES = 10_000_000;
    private static final int MOST_TIMES = 100;
    private static final int MOST_SECONDS = 3_600;

    TransferOptions {
        sources = List.copyOf(sources);
        Allowed.require(!sources.isEmpty(), "source", sources, "one directory or more");
        Allowed.between("files", files, 1, MOST_FILES);
        Allowed.between("kills", kills, 1, MOST_TIMES);
        Allowed.between("http-seconds", httpSeconds, 1, MOST_SECONDS);
        Allowed.between("http-rounds", httpRounds, 1, MOST_TIMES);
    }

    /** Returns the place of the tree. It is deleted, so its name is one that no directory of a user has. */
    Path tree() {
        return directory.resolve("ssdtier-transfer-tree");
    }

    /** Returns the place of exports, which is deleted too. */
    Path exported() {
        return directory.resolve("ssdtier-transfer-export");
    }
}
