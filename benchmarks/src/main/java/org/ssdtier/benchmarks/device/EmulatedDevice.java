package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;

/** A file system on a drive that takes the time its model says. {@link DeviceHost} makes it. */
public final class EmulatedDevice implements Device {
    private final Machine machine;
    private final Thread atExit;
    private DeviceState state;
    private boolean isClosed;

    /** A device whose layers are all there. */
    EmulatedDevice(DeviceState state, Machine machine) {
        this.state = state;
        this.machine = machine;
        this.atExit = new Thread(this::takeDownAtExit, "take-down-" + state.name());
        if (state.owner().equals(Owner.current())) {
            Runtime.getRuntime().addShutdownHook(atExit);
        }
    }

    /** The device's name. */
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

    /** The block device, such as {@code /dev/loop3}. */
    public Path blockDevice() throws IOException {
        return Path.of("/dev", layers().loop());
    }

    /** What the way through the kernel adds to a request, and the drive takes off the model's time. */
    public int pathMicros() {
        return state.pathMicros();
    }

    /** Says what the way through the kernel takes; counts from the next {@link #modelOn} on. */
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

    /** Lets the drive answer nothing until {@link #goOn}; what it is given waits. */
    public synchronized void stall() throws IOException {
        machine.require("kill", "-s", "STOP", Long.toString(layers().drive().pid()));
    }

    /** Ends a {@link #stall}. */
    public synchronized void goOn() throws IOException {
        machine.require("kill", "-s", "CONT", Long.toString(layers().drive().pid()));
    }

    private void signal(String name) throws IOException {
        String pid = Long.toString(layers().drive().pid());
        machine.require("kill", "-s", name, "-q", Integer.toString(state.pathMicros()), pid);
    }

    @Override
    public void dropPageCache() throws IOException {
        layers().remount();
    }

    @Override
    public DeviceCounters counters() throws IOException {
        return DeviceCounters.parse(machine.read(Path.of("/sys/block", layers().loop(), "stat")));
    }

    @Override
    public FlashCounters flash() throws IOException {
        return machine.exists(state.flash()) ? FlashCounters.parse(machine.read(state.flash())) : FlashCounters.NONE;
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

    @SuppressWarnings("SystemOut") // at exit there is nobody else to tell
    private void takeDownAtExit() {
        try {
            close();
        } catch (IOException e) {
            System.err.println("ssdtier: " + e.getMessage() + "; the next ./ssdtier device command clears it");
        }
    }
}
