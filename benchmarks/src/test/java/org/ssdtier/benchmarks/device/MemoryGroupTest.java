package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class MemoryGroupTest {
    private static final String OLDER =
            """
            1 1 0:2 / /cg/memory rw - cgroup cgroup rw,memory
            1 1 0:3 / /cg/unified rw - cgroup2 cgroup2 rw
            """;
    private static final String NEWER = "1 1 0:3 / /cg rw - cgroup2 cgroup2 rw\n";
    private static final long LIMIT = 1_400L << 20;

    private final FakeMachine machine = new FakeMachine();

    @TempDir
    private Path records;

    private MemoryGroup make() throws IOException {
        return MemoryGroup.make(records, "node", LIMIT, Cgroups.of(machine).orElseThrow(), machine);
    }

    @Test
    void olderInterface_limitUseAndRemoval() throws Exception {
        machine.mounted(OLDER);
        try (MemoryGroup group = make()) {
            assertEquals("1468006400", machine.read(Path.of("/cg/memory/ssdtier-node/memory.limit_in_bytes")));
            machine.file("/cg/memory/ssdtier-node/memory.usage_in_bytes", "900\n");
            machine.file(
                    "/cg/memory/ssdtier-node/memory.stat",
                    "cache 1\nrss 2\ntotal_cache 350\ntotal_rss 550\nhierarchy x y\n"
                            + "total_inactive_file 200\ntotal_active_file 100\n");
            machine.file("/cg/memory/ssdtier-node/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");
            assertEquals(new MemoryUse(LIMIT, 900, 300, 550, 2), group.use());
            group.add(77);
            assertEquals("77", machine.read(Path.of("/cg/memory/ssdtier-node/cgroup.procs")));
            machine.file("/cg/memory/ssdtier-node/cgroup.procs", "");
        }
        assertTrue(machine.isClean(), machine.leftovers());
        assertEquals(List.of(), MemoryGroup.records(records));
    }

    @Test
    void newerInterface_limitUseAndRemoval() throws Exception {
        machine.mounted(NEWER);
        machine.file("/cg/cgroup.controllers", "cpu io memory pids\n");
        try (MemoryGroup group = make()) {
            assertEquals("+memory", machine.read(Path.of("/cg/cgroup.subtree_control")));
            machine.file("/cg/ssdtier-node/memory.current", "900\n");
            machine.file("/cg/ssdtier-node/memory.stat", "anon 550\nfile 350\ninactive_file 200\nactive_file 100\n");
            machine.file("/cg/ssdtier-node/memory.events", "low 0\noom 0\noom_kill 0\n");
            assertEquals(new MemoryUse(LIMIT, 900, 300, 550, 0), group.use());
        }
        assertTrue(machine.isClean(), machine.leftovers());
    }

    @Test
    void newerInterfaceWithoutMemoryController_isNone() throws Exception {
        machine.mounted(NEWER);
        machine.file("/cg/cgroup.controllers", "cpu\n");
        assertTrue(Cgroups.of(machine).isEmpty());
    }

    @Test
    void program_startsInside() throws Exception {
        machine.mounted(OLDER);
        try (MemoryGroup group = make()) {
            List<String> words = group.inside(List.of("java", "-version"));
            assertEquals(List.of("/cg/memory/ssdtier-node/cgroup.procs", "java", "-version"), words.subList(3, 6));
        }
    }

    @Test
    void limitRefused_leavesNothing() throws Exception {
        machine.mounted(OLDER);
        machine.failAtStep(2);
        assertThrows(IOException.class, this::make);
        assertTrue(machine.isClean(), machine.leftovers());
        assertEquals(List.of(), MemoryGroup.records(records));
    }

    /** Locked pages, for example, are page cache that no limit drops. */
    @Test
    void limitNotReached_hasAMessageWithThePartsOfTheMemory() throws Exception {
        machine.mounted(OLDER);
        try (MemoryGroup group = make()) {
            machine.file("/cg/memory/ssdtier-node/memory.usage_in_bytes", "900\n");
            machine.file(
                    "/cg/memory/ssdtier-node/memory.stat",
                    "total_cache 300\ntotal_rss 600\ntotal_unevictable 250\n"
                            + "total_inactive_file 40\ntotal_active_file 10\n");
            machine.file("/cg/memory/ssdtier-node/memory.oom_control", "oom_kill 0\n");
            machine.refuseWrites("memory.limit_in_bytes");
            assertEquals(
                    "group=node limit=700: not reached: used=900 total_cache=300 total_rss=600 total_unevictable=250"
                            + " total_inactive_file=40 total_active_file=10",
                    assertThrows(IOException.class, () -> group.limit(700)).getMessage());
            machine.heal();
            group.limitPageCache(50);
            assertEquals(
                    "900",
                    machine.read(Path.of("/cg/memory/ssdtier-node/memory.limit_in_bytes")),
                    "beside its 600 and the locked 250");
            machine.file("/cg/memory/ssdtier-node/cgroup.procs", "");
        }
        assertTrue(machine.isClean(), machine.leftovers());
    }

    @Test
    void sameNameTwice_isRefused() throws Exception {
        machine.mounted(OLDER);
        try (MemoryGroup group = make()) {
            assertEquals("node", group.name());
            assertThrows(IOException.class, this::make);
        }
        assertFalse(Files.exists(records.resolve("node.group")));
    }
}
