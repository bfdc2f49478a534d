package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file system on a drive whose requests take the time given by its model. Made by {@link DeviceRegistry}. */
public final class EmulatedDevice implements Device {
    private final Machine machine;
    private final Thread atExit;
    private DeviceState state;
    private boolean isBase;
    private boolean isClosed;

    /** Creates the object for a recorded device; builds no layers. */
    EmulatedDevice(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
        this.atExit = new Thread(this::takeDownAtExit, "take-down-" + state.name());
        if (state.owner().equals(Owner.current())) {
            Runtime.getRuntime().addShutdownHook(atExit);
        }
    }

    /** Builds all layers of the device. */
    synchronized void build(Path driveProgram, DeviceRequest request) throws IOException {
        Layers layers = layers();
        try {
            layers.build(driveProgram, request);
        } finally {
            state = layers.state();
        }
    }

    /** Returns the device's name. */
    public String name() {
        return state.name();
    }

    @Override
    public String mode() {
        return state.mode();
    }

    @Override
    public Path mountPoint() {
        return state.mountPoint();
    }

    /** Returns the block device, such as {@code /dev/loop3}. */
    public Path blockDevice() throws IOException {
        return Path.of("/dev", layers().loop());
    }

    /** Returns the file with the counters of the drive's translation layer; it exists only if there is one. */
    public Path flashFile() {
        return state.flash();
    }

    /**
     * Returns the time that the path through the kernel adds to a request; the drive subtracts it from the model's
     * time.
     */
    public int pathMicros() {
        return state.pathMicros();
    }

    /** Sets the time of the path through the kernel; takes effect at the next {@link #modelOn}. */
    synchronized void measured(int pathMicros) throws IOException {
        state = state.withPathMicros(pathMicros);
        state.write();
    }

    @Override
    public synchronized void modelOn() throws IOException {
        machine.require("sync", "--file-system", mountPoint().toString());
        signal("USR1");
        state = state.withModelOn(true);
        state.write();
    }

    @Override
    public synchronized void modelOff() throws IOException {
        signal("USR2");
        state = state.withModelOn(false);
        state.write();
    }

    /** Begins a fault after ending the current one, if any. */
    public synchronized void beginFault(FaultSetting setting) throws IOException {
        if (state.isFaulty()) {
            endFault();
        }
        state = state.withFault(setting.fault().toString());
        state.write();
        new DeviceFaults(state, machine).begin(setting);
    }

    /**
     * Ends the current fault, if any. Blocked requests continue, and the file system is writable again.
     *
     * @throws IOException if the file system must be mounted again but is in use; the message names the processes
     */
    public synchronized void endFault() throws IOException {
        new DeviceFaults(state, machine).end();
        state = state.withFault(DeviceFault.OFF);
        state.write();
    }

    /** Returns the number of requests affected by the drive's fault since it began. */
    public long faultHits() throws IOException {
        return new DeviceFaults(state, machine).hits();
    }

    /**
     * Unmounts the file system for good, and returns the file with the data: a base for other devices of the same size. It
     * is to be closed after them.
     *
     * @see DeviceRequest#onBase
     */
    public synchronized Path toBase() throws IOException {
        isBase = true;
        layers().unmount();
        return state.image();
    }

    private void requireNoBase() {
        if (isBase) {
            throw new IllegalStateException("device=" + state.name() + ": the base of others, which must not change");
        }
    }

    private void signal(String name) throws IOException {
        String pid = Long.toString(layers().drive().pid());
        machine.require("kill", "-s", name, "-q", Integer.toString(state.pathMicros()), pid);
    }

    /**
     * Makes an empty XFS in place of the ext4; the device has at least 300 MiB. No file may be open.
     *
     * @throws IOException if it cannot be made, for example without the package xfsprogs
     */
    public synchronized void formatAsXfs() throws IOException {
        requireNoBase();
        layers().reformat(List.of("mkfs.xfs", "-q", "-f", "-K"));
    }

    /**
     * Makes an empty ext4 with smaller block groups. ext4 keeps the files of a directory in neighbouring groups; those of
     * the default size are a large part of a small drive. No file may be open.
     *
     * @param groupBlocks blocks of 4 KiB in a group, a multiple of 8 from 256 to 32,768
     */
    public synchronized void formatAsExt4(int groupBlocks) throws IOException {
        requireNoBase();
        List<String> command = new ArrayList<>(Layers.EXT4);
        command.addAll(List.of("-g", Integer.toString(groupBlocks), "-G", "1"));
        layers().reformat(command);
    }

    @Override
    public synchronized void dropPageCache() throws IOException {
        requireNoBase();
        layers().remount();
    }

    @Override
    public DeviceCounters counters() throws IOException {
        return DeviceCounters.parse(machine.read(Path.of("/sys/block", layers().loop(), "stat")));
    }

    @Override
    public Optional<DeviceCounters> below() throws IOException {
        return DiskBelow.counters(state.image());
    }

    @Override
    public FlashCounters flash() throws IOException {
        return machine.exists(state.flash()) ? FlashCounters.parse(machine.read(state.flash())) : FlashCounters.NONE;
    }

    @Override
    public BusyCounters busy() throws IOException {
        return machine.exists(state.busy()) ? BusyCounters.parse(machine.read(state.busy())) : BusyCounters.NONE;
    }

    @Override
    public FrontCounters front() throws IOException {
        return machine.exists(state.front()) ? FrontCounters.parse(machine.read(state.front())) : FrontCounters.NONE;
    }

    @Override
    public void emptyFront() throws IOException {
        if (machine.exists(state.front())) {
            machine.write(state.front(), "empty");
        }
    }

    @Override
    public Optional<ReadTrace> traceReads() throws IOException {
        return ReadTrace.begin(machine, mountPoint(), layers().loop());
    }

    @Override
    public synchronized void close() throws IOException {
        if (isClosed) {
            return;
        }
        layers().takeDown();
        isClosed = true;
        if (state.owner().equals(Owner.current())) {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException thisIsTheExit) {
                return;
            }
        }
    }

    private Layers layers() {
        return new Layers(state, machine);
    }

    @SuppressWarnings("SystemOut") // no logger at exit
    private void takeDownAtExit() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("ssdtier: " + e.getMessage() + "; the next ./ssdtier device command removes it");
        }
    }
}
