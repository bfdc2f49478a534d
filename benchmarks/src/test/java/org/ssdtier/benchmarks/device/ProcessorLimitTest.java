package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ProcessorLimitTest {
    private static final String OLDER =
            """
            1 1 0:1 / /cg/cpuset rw - cgroup cgroup rw,cpuset
            1 1 0:2 / /cg/cpu rw - cgroup cgroup rw,cpu,cpuacct
            """;
    private static final String NEWER = "1 1 0:3 / /cg rw - cgroup2 cgroup2 rw\n";

    private final FakeMachine machine = new FakeMachine();

    @Test
    void olderInterface_limitAndRemoval() throws IOException {
        machine.mounted(OLDER);
        try (ProcessorLimit limit = ProcessorLimit.on(77, 0.4, machine)) {
            assertEquals("10000", machine.read(Path.of("/cg/cpu/ssdtier-processors-77/cpu.cfs_period_us")));
            assertEquals("4000", machine.read(Path.of("/cg/cpu/ssdtier-processors-77/cpu.cfs_quota_us")));
            assertEquals("77", machine.read(Path.of("/cg/cpu/ssdtier-processors-77/cgroup.procs")));
        }
        assertTrue(machine.isClean(), machine.leftovers());
    }

    @Test
    void newerInterface_limitAndRemoval() throws IOException {
        machine.mounted(NEWER);
        machine.file("/cg/cgroup.controllers", "cpuset cpu io memory pids\n");
        try (ProcessorLimit limit = ProcessorLimit.on(77, 1.5, machine)) {
            assertEquals("+cpu", machine.read(Path.of("/cg/cgroup.subtree_control")));
            assertEquals("15000 10000", machine.read(Path.of("/cg/ssdtier-processors-77/cpu.max")));
            assertEquals("77", machine.read(Path.of("/cg/ssdtier-processors-77/cgroup.procs")));
        }
        assertTrue(machine.isClean(), machine.leftovers());
    }

    @Test
    void noController_orNoRoot_isRefused() throws IOException {
        machine.mounted(NEWER);
        machine.file("/cg/cgroup.controllers", "cpuset io memory pids\n");
        assertThrows(IOException.class, () -> ProcessorLimit.on(77, 0.4, machine));
        machine.mounted(OLDER);
        machine.withoutRoot();
        IOException refused = assertThrows(IOException.class, () -> ProcessorLimit.on(77, 0.4, machine));
        assertEquals("processors=0.4: a limit needs root and a mounted control group with cpu", refused.getMessage());
    }

    @Test
    void failureAtAnyStep_leavesNoGroup() {
        machine.mounted(OLDER);
        for (int step = 2; step <= 4; step++) {
            machine.failAtStep(step);
            assertThrows(IOException.class, () -> ProcessorLimit.on(77, 0.4, machine));
            assertTrue(machine.isClean(), machine.leftovers());
        }
    }

    @Test
    void groupInUse_isRemovedWhenItIsFree() throws IOException {
        machine.mounted(OLDER);
        ProcessorLimit limit = ProcessorLimit.on(77, 0.4, machine);
        machine.failAtStep(1);
        limit.close();
        assertTrue(machine.isClean(), machine.leftovers());
    }
}
