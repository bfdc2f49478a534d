package org.ssdtier.benchmarks.ring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.PageCacheHold;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.NodeJmx;
import org.ssdtier.benchmarks.node.NodeProcess;
import org.ssdtier.benchmarks.node.NodeSettings;

/** A node with drives and a memory group of its own, which end with it. */
public final class DrivenNode implements Ring.Member, AutoCloseable {
    private static final int LOG_LINES = 8;

    private final String name;
    private final DeviceRegistry host;
    private final List<AutoCloseable> owned = new ArrayList<>();
    private final List<Device> drives = new ArrayList<>();
    private final ProgramMemory memory;
    private @Nullable PageCacheHold hold;
    private @Nullable NodeProcess process;
    private @Nullable NodeJmx jmx;

    /**
     * Makes the memory group of a node; {@link #addDrive} and {@link #start} do the rest.
     *
     * @param name name of the node, and of its memory group
     * @param host maker of drives and memory groups
     */
    public DrivenNode(String name, DeviceRegistry host) throws IOException {
        this.name = name;
        this.host = host;
        this.memory = host.programMemory(name);
        owned.add(memory);
    }

    /** Makes a drive for the node, with its model off. */
    public Device addDrive(DeviceRequest request) throws IOException {
        Device drive = host.up(request);
        owned.add(drive);
        drives.add(drive);
        return drive;
    }

    /** Starts the node inside its memory group and waits until it responds to clients. */
    public void start(NodeSettings.Builder settings) throws IOException {
        NodeProcess started = NodeProcess.start(
                settings.commandPrefix(memory.inside(List.of())).build());
        owned.add(started::kill);
        process = started;
        NodeJmx connection = started.jmx();
        owned.add(() -> close(started, connection));
        jmx = connection;
    }

    /** Closes the JMX connection; that of a node that has ended cannot be closed and does not need to be. */
    private static void close(NodeProcess of, NodeJmx connection) throws IOException {
        if (of.isAlive()) {
            connection.close();
        }
    }

    /** Turns the models of the drives on or off. */
    public void slow(boolean on) throws IOException {
        for (Device drive : drives) {
            if (on) {
                drive.modelOn();
            } else {
                drive.modelOff();
            }
        }
    }

    /** Limits the page cache to a number of bytes until {@link #liftMemory}. */
    public void limitMemory(long pageCacheBytes) throws IOException {
        endHold();
        hold = PageCacheHold.begin(memory, pageCacheBytes);
    }

    /** Ends {@link #limitMemory}. */
    public void liftMemory() throws IOException {
        endHold();
        memory.liftLimit();
    }

    private void endHold() throws IOException {
        PageCacheHold open = hold;
        hold = null;
        if (open != null) {
            open.close();
        }
    }

    /** Gives the pages of files in the page cache back, except for some bytes. */
    public void emptyPageCache(long leftBytes) throws IOException {
        endHold();
        memory.limitPageCache(leftBytes);
        memory.liftLimit();
    }

    /** Returns the page cache charged to the node, in bytes. */
    public long pageCacheBytes() throws IOException {
        return memory.pageCacheBytes();
    }

    /** Returns the bytes of the node's process, heap and off-heap. */
    public long processBytes() throws IOException {
        return memory.processBytes();
    }

    /** Returns whether the process has started and not ended. */
    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Returns whether the process has ended after a complete start. */
    public boolean hasEnded() {
        return process != null && !process.isAlive();
    }

    /** Returns the last lines of the node's log, with its name. */
    public String lastWords() {
        try {
            return name + (isAlive() ? "" : " (ended)") + ":\n"
                    + String.join("\n", process().home().logTail(LOG_LINES));
        } catch (IOException | IllegalStateException e) {
            return name + ": its log cannot be read: " + e.getMessage();
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the node's process. */
    public NodeProcess process() {
        return required(process);
    }

    @Override
    public NodeJmx jmx() {
        return required(jmx);
    }

    /** Returns nodetool's commands for a keyspace. */
    public NodeVerbs verbs(String keyspace) {
        return new NodeVerbs(jmx(), keyspace);
    }

    private <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("node=" + name + ": not started");
        }
        return part;
    }

    /** Kills the node, then takes down its drives and its memory group. */
    @Override
    public void close() throws IOException {
        List<AutoCloseable> reversed = new ArrayList<>(owned);
        Collections.reverse(reversed);
        owned.clear();
        reversed.add(0, this::endHold);
        Closing.all(reversed);
    }
}
