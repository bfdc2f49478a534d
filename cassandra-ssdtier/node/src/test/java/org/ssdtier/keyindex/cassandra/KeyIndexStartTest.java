package org.ssdtier.keyindex.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.keyindex.KeyDraft;
import org.ssdtier.node.embedded.EmbeddedNode;

/** A start of the key indexes that fails, in a node that may have key indexes already. */
@Tag("unit")
final class KeyIndexStartTest {
    @TempDir
    private Path directory;

    /** Checked by removal: the node's start ends with the error. */
    @Test
    void start_threadCannotBeStarted_leavesTheNodeAsItWas() {
        assertStartChangesNothing(settings -> KeyIndexKeeper.start(settings, view -> {}, task -> new Thread(task) {
            @Override
            public void start() {
                throw new InternalError("unable to create native thread");
            }
        }));
    }

    /** Checked by removal: the node's start ends with the exception. */
    @Test
    void start_viewCannotBeRegistered_leavesTheNodeAsItWas() {
        assertStartChangesNothing(settings -> KeyIndexKeeper.start(
                settings,
                view -> {
                    throw new IllegalStateException("registered already");
                },
                Thread::new));
    }

    /** Starts keepers with and without drafts: one of them differs from the node's, should it take its place. */
    private void assertStartChangesNothing(Consumer<KeyIndexSettings> start) {
        EmbeddedNode.start();
        boolean hasDrafts = hasDrafts();
        for (String writeMemory : List.of("0MiB", "1MiB")) {
            KeyIndexConfig config = new KeyIndexConfig();
            config.directory = directory.resolve("keys").toString();
            config.write_memory = new DataStorageSpec.LongBytesBound(writeMemory);
            start.accept(new KeyIndexSettings(config));
            assertEquals(hasDrafts, hasDrafts(), "write_memory=" + writeMemory);
        }
    }

    private static boolean hasDrafts() {
        KeyDraft draft = KeyIndexKeeper.draft(
                new Descriptor(new File("/data"), EmbeddedNode.KEYSPACE, "table1", new SequenceBasedSSTableId(1)));
        return draft != null;
    }
}
