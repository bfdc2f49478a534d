package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * A factory and registry of emulated devices and memory groups on this machine. It keeps a record of each and removes
 * those left by programs that ended without taking them down.
 *
 * <pre>
 * DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), out::println);      // clears leftovers
 * try (Device disk = host.upOrHost(DeviceRequest.of("data", profile, 2, bytes), fallback);
 *         MemoryGroup memory = host.memoryGroup("node", 1_400L &lt;&lt; 20)) {
 *     load(disk.mountPoint());
 *     disk.dropPageCache();
 *     disk.modelOn();
 *     start(memory.inside(command));
 * }
 * </pre>
 */
public final class DeviceRegistry {
    private static final double PROBE_SECONDS = 0.5;

    private final Path stateDirectory;
    private final Path profiles;
    private final DevicePrograms programs;
    private final Machine machine;
    private final Consumer<String> say;

    DeviceRegistry(Path stateDirectory, Path profiles, DevicePrograms programs, Machine machine, Consumer<String> say) {
        this.stateDirectory = stateDirectory;
        this.profiles = profiles;
        this.programs = programs;
        this.machine = machine;
        this.say = say;
    }

    /** Opens the host of a checkout with records in {@code build/device}; removes leftovers of earlier programs. */
    public static DeviceRegistry open(Checkout checkout, Consumer<String> say) throws IOException {
        return open(checkout, checkout.root().resolve("build/device"), say);
    }

    /**
     * Opens the host with records in a directory; removes leftovers of earlier programs.
     *
     * @param say receives progress messages, one line each
     */
    public static DeviceRegistry open(Checkout checkout, Path stateDirectory, Consumer<String> say) throws IOException {
        Path real = Files.createDirectories(stateDirectory).toRealPath();
        Path sources = checkout.root().resolve("benchmarks/device");
        Machine machine = new LinuxMachine();
        DevicePrograms programs =
                new DevicePrograms(sources, checkout.root().resolve("build/device-programs"), machine);
        DeviceRegistry host = new DeviceRegistry(real, sources.resolve("profiles"), programs, machine, say);
        host.clearLeftovers();
        return host;
    }

    /** Returns the profile with the given name. */
    public DeviceProfile profile(String name) throws IOException {
        return DeviceProfile.named(profiles, name);
    }

    /** Returns all profiles. */
    public List<DeviceProfile> profiles() throws IOException {
        return DeviceProfile.all(profiles);
    }

    /** Returns the programs of the devices. */
    DevicePrograms programs() {
        return programs;
    }

    /** Returns the machine of the devices. */
    Machine machine() {
        return machine;
    }

    /** Returns the programs for streams and block traces. */
    public StreamPrograms streamPrograms() {
        return new StreamPrograms(programs, machine);
    }

    /** Returns why no drive can be emulated here and what would help, or empty if one can. */
    public Optional<String> obstacle() throws IOException {
        if (!machine.exists(Mount.MOUNTINFO)) {
            return Optional.of("os=" + System.getProperty("os.name") + ": emulated devices need Linux");
        }
        if (!machine.isRoot()) {
            return Optional.of("user=" + System.getProperty("user.name")
                    + ": emulated devices need root, for mounts and loop devices; run it with sudo");
        }
        for (String node : List.of("/dev/fuse", "/dev/loop-control")) {
            if (!machine.exists(Path.of(node))) {
                return Optional.of("file=" + node + ": missing; emulated devices need it (modprobe fuse, modprobe loop;"
                        + " a container needs --privileged)");
            }
        }
        return programs.missing();
    }

    /**
     * Installs missing packages if possible and reports it. Call it only with the user's consent. See {@link
     * #obstacle}.
     */
    public void installMissing() throws IOException {
        if (machine.exists(Mount.MOUNTINFO) && machine.isRoot()) {
            programs.install(say);
        }
    }

    /**
     * Makes a device; its model is off.
     *
     * @throws IOException if it cannot be made; nothing is left behind
     */
    public EmulatedDevice up(DeviceRequest request) throws IOException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
        }
        Path drive = programs.drive();
        Path probe = programs.probe();
        DeviceState state = claim(request);
        EmulatedDevice device = register(state);
        try {
            device.build(drive, request);
            if (request.profile().hasModel()) {
                device.measured(pathMicros(probe, device.blockDevice()));
            }
            return device;
        } catch (IOException | RuntimeException e) {
            try {
                device.close();
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    /** Returns the device of a record and registers it to be taken down when this program ends. */
    private EmulatedDevice register(DeviceState state) throws IOException {
        try {
            return new EmulatedDevice(state, machine);
        } catch (IllegalStateException thisProgramIsEnding) {
            state.delete();
            throw new IOException(
                    "device=" + state.name() + ": not made because this program is ending", thisProgramIsEnding);
        }
    }

    /**
     * Makes a device. If that is not possible, reports why and returns a directory on the host's disk, with the mode
     * {@code host}.
     */
    public Device upOrHost(DeviceRequest request, Path hostDirectory) throws IOException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isEmpty()) {
            return up(request);
        }
        say.accept("No emulated device: " + obstacle.get());
        say.accept("Using the host's disk in " + hostDirectory + "; results will say device: host");
        return HostDisk.standIn(hostDirectory);
    }

    /** Returns the median time of a 4 KiB read with the model off. */
    private int pathMicros(Path probe, Path blockDevice) throws IOException {
        String line =
                machine.require(probe.toString(), blockDevice.toString(), "random-qd1", Double.toString(PROBE_SECONDS));
        return (int) Math.round(LoadFigures.parse(line).p50Micros());
    }

    /** Writes the record of a new device; two programs cannot claim the same name. */
    private DeviceState claim(DeviceRequest request) throws IOException {
        Path directory = stateDirectory.resolve(request.name());
        Path imageDirectory = request.imageDirectory() == null
                ? directory
                : Files.createDirectories(request.imageDirectory()).toRealPath();
        try (FileChannel lock = lock();
                FileLock held = lock.lock()) {
            if (DeviceState.isIn(directory)) {
                throw new IllegalArgumentException("name=" + request.name() + ": this device is up already, made by "
                        + DeviceState.read(directory).owner() + "; ./ssdtier device down " + request.name());
            }
            Files.createDirectories(directory);
            DeviceState state = new DeviceState(
                    directory,
                    imageDirectory.resolve("ssdtier-" + request.name() + ".image"),
                    request.profile().name(),
                    request.spindles(),
                    request.sizeBytes(),
                    request.isKept() ? Owner.NOBODY : Owner.current(),
                    Owner.NOBODY,
                    0,
                    false,
                    DeviceFault.OFF);
            state.write();
            return state;
        }
    }

    private FileChannel lock() throws IOException {
        return FileChannel.open(stateDirectory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Returns whether {@link #memoryGroup} can make a group here. */
    public boolean canBoundMemory() throws IOException {
        return machine.exists(Mount.MOUNTINFO)
                && machine.isRoot()
                && Cgroups.of(machine).isPresent();
    }

    /**
     * Makes a group of programs with a memory limit.
     *
     * @param limitBytes limit of heap, off-heap and page cache together
     * @throws IOException if this machine has no memory control groups, or this program may not use them
     */
    public MemoryGroup memoryGroup(String name, long limitBytes) throws IOException {
        Optional<Cgroups> cgroups = machine.exists(Mount.MOUNTINFO) ? Cgroups.of(machine) : Optional.empty();
        if (cgroups.isEmpty() || !machine.isRoot()) {
            throw new IOException(
                    "group=" + name + ": no memory control group can be made here; needs root and a mounted"
                            + " cgroup memory controller");
        }
        return MemoryGroup.make(stateDirectory, name, limitBytes, cgroups.get(), machine);
    }

    /** Returns the memory limit for a program to be started; unbounded if memory control groups cannot be used here. */
    public ProgramMemory programMemory(String name) throws IOException {
        return canBoundMemory()
                ? new BoundedMemory(memoryGroup(name, BoundedMemory.UNLIMITED_BYTES))
                : new UnboundedMemory();
    }

    /** Returns all existing devices, including those of other programs. */
    public List<DeviceEntry> list() throws IOException {
        return devices().stream()
                .map(state -> new DeviceEntry(
                        state.name(),
                        state.mode(),
                        state.sizeBytes(),
                        state.modelOn(),
                        state.faultWord(),
                        state.owner().toString(),
                        state.mountPoint().toString()))
                .toList();
    }

    /** Returns the recorded devices. */
    List<DeviceState> devices() throws IOException {
        List<Path> directories;
        try (Stream<Path> entries = Files.list(stateDirectory)) {
            directories = entries.filter(DeviceState::isIn).sorted().toList();
        }
        List<DeviceState> states = new ArrayList<>();
        for (Path directory : directories) {
            states.add(DeviceState.read(directory));
        }
        return states;
    }

    /**
     * Returns a device that an earlier program made and kept.
     *
     * @throws IllegalArgumentException if there is no device with this name
     */
    public EmulatedDevice device(String name) throws IOException {
        return new EmulatedDevice(state(name), machine);
    }

    private DeviceState state(String name) throws IOException {
        List<DeviceState> states = devices();
        return states.stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("device=" + name
                        + ": no such device; existing: "
                        + (states.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ",
                                        states.stream().map(DeviceState::name).toList()))));
    }

    /** Takes a device down, regardless of its owner. */
    public void down(String name) throws IOException {
        new Layers(state(name), machine).takeDown();
    }

    /** Takes down everything recorded, regardless of its owner, and reports it. */
    public void downAll() throws IOException {
        clear(false);
    }

    /** Takes down devices and groups of programs that have ended, and kept devices with missing layers; needs root. */
    public void clearLeftovers() throws IOException {
        if (!machine.exists(Mount.MOUNTINFO)) {
            return;
        }
        if (machine.isRoot()) {
            clear(true);
        } else if (!devices().isEmpty()) {
            say.accept("Not checking " + devices().size() + " devices for leftovers of crashes: needs root");
        }
    }

    private void clear(boolean leftoversOnly) throws IOException {
        List<IOException> failures = new ArrayList<>();
        for (Path record : MemoryGroup.records(stateDirectory)) {
            Owner owner = MemoryGroup.owner(record);
            Optional<Cgroups> cgroups = Cgroups.of(machine);
            if (cgroups.isPresent() && (!leftoversOnly || owner.isGone())) {
                MemoryGroup group = MemoryGroup.of(record, cgroups.get(), machine);
                attempt("memory group " + group.name(), leftoversOnly, owner, failures, group::close);
            }
        }
        for (DeviceState state : devices()) {
            Layers layers = new Layers(state, machine);
            boolean isLeft = state.owner().isGone() || (state.owner().equals(Owner.NOBODY) && !layers.isComplete());
            if (!leftoversOnly || isLeft) {
                attempt("device " + state.name(), leftoversOnly, state.owner(), failures, layers::takeDown);
            }
        }
        if (!failures.isEmpty()) {
            IOException first = failures.remove(0);
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    /** A step that may fail with an I/O error. */
    private interface Step {
        void run() throws IOException;
    }

    private void attempt(String what, boolean isLeft, Owner owner, List<IOException> failures, Step step) {
        try {
            step.run();
            say.accept(
                    isLeft
                            ? "Cleared the " + what + ", left by " + (owner.equals(Owner.NOBODY) ? "a crash" : owner)
                            : "Took down the " + what);
        } catch (IOException e) {
            failures.add(new IOException(what + ": " + e.getMessage(), e));
        }
    }
}
