package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The kernel's control groups, version 1 or 2, whichever is mounted with a controller; see the kernel's {@code
 * Documentation/admin-guide/cgroup-v1/memory.rst}, {@code scheduler/sched-bwc.rst} and {@code admin-guide/cgroup-v2.rst}.
 *
 * @param root mount point of the control groups
 * @param isUnified whether it is version 2, the unified hierarchy
 */
record Cgroups(Path root, boolean isUnified) {
    private static final String PREFIX = "ssdtier-";

    /** Figures of a group's memory, as either version names them. */
    private static final List<String> STATES = List.of(
            "cache",
            "rss",
            "mapped_file",
            "dirty",
            "writeback",
            "file",
            "anon",
            "kernel",
            "file_mapped",
            "file_dirty",
            "file_writeback",
            "shmem",
            "unevictable",
            "inactive_file",
            "active_file");

    /** Returns the control groups with the memory controller, or empty if it is not mounted. */
    static Optional<Cgroups> of(Machine machine) throws IOException {
        return of(machine, "memory");
    }

    /** Returns the control groups with a controller, or empty if it is not mounted. */
    static Optional<Cgroups> of(Machine machine, String controller) throws IOException {
        for (Mount mount : Mount.all(machine)) {
            if (mount.type().equals("cgroup") && mount.options().contains(controller)) {
                return Optional.of(new Cgroups(mount.point(), false));
            }
        }
        for (Mount mount : Mount.all(machine)) {
            Path controllers = mount.point().resolve("cgroup.controllers");
            if (mount.type().equals("cgroup2")
                    && machine.exists(controllers)
                    && List.of(machine.read(controllers).strip().split(" ", -1)).contains(controller)) {
                return Optional.of(new Cgroups(mount.point(), true));
            }
        }
        return Optional.empty();
    }

    Path directory(String name) {
        return root.resolve(PREFIX + name);
    }

    /** Makes a group with a memory limit that does not include swap. */
    void make(Machine machine, String name, long limitBytes) throws IOException {
        Path group = directory(name);
        if (isUnified) {
            machine.write(root.resolve("cgroup.subtree_control"), "+memory");
        }
        machine.makeDirectory(group);
        limit(machine, name, limitBytes);
        if (isUnified && machine.exists(group.resolve("memory.swap.max"))) {
            machine.write(group.resolve("memory.swap.max"), "0");
        }
    }

    /** Makes a group that may use some processors' time, in periods of some length. */
    void makeOfProcessors(Machine machine, String name, double processors, long periodMicros) throws IOException {
        Path group = directory(name);
        if (isUnified) {
            machine.write(root.resolve("cgroup.subtree_control"), "+cpu");
        }
        machine.makeDirectory(group);
        long quotaMicros = Math.round(processors * periodMicros);
        if (isUnified) {
            machine.write(group.resolve("cpu.max"), quotaMicros + " " + periodMicros);
        } else {
            machine.write(group.resolve("cpu.cfs_period_us"), Long.toString(periodMicros));
            machine.write(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
        }
    }

    void limit(Machine machine, String name, long limitBytes) throws IOException {
        String file = isUnified ? "memory.max" : "memory.limit_in_bytes";
        machine.write(directory(name).resolve(file), Long.toString(limitBytes));
    }

    MemoryUse use(Machine machine, String name) throws IOException {
        Path group = directory(name);
        Map<String, Long> stat = numbers(machine.read(group.resolve("memory.stat")));
        Map<String, Long> kills =
                numbers(machine.read(group.resolve(isUnified ? "memory.events" : "memory.oom_control")));
        String listed = isUnified ? "" : "total_"; // locked pages of files are on neither list
        return new MemoryUse(
                number(machine, group.resolve(isUnified ? "memory.max" : "memory.limit_in_bytes")),
                number(machine, group.resolve(isUnified ? "memory.current" : "memory.usage_in_bytes")),
                figure(stat, listed + "inactive_file", group) + figure(stat, listed + "active_file", group),
                figure(stat, isUnified ? "anon" : "total_rss", group),
                kills.getOrDefault("oom_kill", 0L));
    }

    /** Returns the parts of a group's memory that explain why a limit is not reached. */
    String describe(Machine machine, String name) throws IOException {
        Map<String, Long> stat = numbers(machine.read(directory(name).resolve("memory.stat")));
        return STATES.stream()
                .map(state -> isUnified ? state : "total_" + state)
                .filter(stat::containsKey)
                .map(state -> state + "=" + stat.get(state))
                .collect(Collectors.joining(" ", "used=" + use(machine, name).usedBytes() + " ", ""));
    }

    /** Removes a group without programs. Drops its page cache first, which would otherwise outlive it. */
    void remove(Machine machine, String name) throws IOException {
        Path group = directory(name);
        if (!machine.exists(group)) {
            return;
        }
        if (isUnified && machine.exists(group.resolve("memory.reclaim"))) {
            try {
                machine.write(group.resolve("memory.reclaim"), "1T");
            } catch (IOException lessThanThatWasThere) {
                // The kernel reclaims as much as it can and then returns an error.
            }
        } else if (!isUnified) {
            machine.write(group.resolve("memory.force_empty"), "0");
        }
        machine.removeDirectory(group);
    }

    private static long number(Machine machine, Path file) throws IOException {
        String text = machine.read(file).strip();
        return text.equals("max") ? Long.MAX_VALUE : Long.parseLong(text);
    }

    private static long figure(Map<String, Long> stat, String name, Path group) throws IOException {
        Long value = stat.get(name);
        if (value == null) {
            throw new IOException("file=" + group.resolve("memory.stat") + " figure=" + name + ": missing");
        }
        return value;
    }

    private static Map<String, Long> numbers(String text) {
        return text.lines()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
    }
}
