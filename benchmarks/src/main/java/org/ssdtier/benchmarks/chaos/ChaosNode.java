package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.ssdtier.benchmarks.node.NodePorts;

/** A node of the cluster, on this machine or another one. Thread-safe in the methods that do not start or end it. */
interface ChaosNode extends AutoCloseable {
    /** Returns the name of the node, for messages. */
    String name();

    /** Returns the address and ports of the node. */
    NodePorts ports();

    /** Returns whether the node is up: started, and not being ended; on this machine also not ended by itself. */
    boolean isUp();

    /** Returns whether the node was started as {@link #use} has it. */
    boolean isAsChosen();

    /** Starts the node and waits until it responds to clients. After {@link #emptyData} it replaces what it was before. */
    void start() throws IOException;

    /** Stops the node as an operator does. */
    void stop() throws IOException;

    /** Ends the node immediately, by SIGKILL. */
    void kill() throws IOException;

    /** Sets whether the next start is that of stock Cassandra, or of one with the jar. */
    void use(boolean stock) throws IOException;

    /**
     * Lets the SSD of the node fail from now on, until {@link #emptySsd}.
     *
     * @return false if that cannot be done here
     */
    boolean breakSsd() throws IOException;

    /** Ends {@link #breakSsd} and deletes what is on the SSD of the node, which is down. */
    void emptySsd() throws IOException;

    /** Deletes all data of the node, which is down. */
    void emptyData() throws IOException;

    /**
     * Runs nodetool.
     *
     * @return its output
     * @throws IOException if it fails, or takes longer than some minutes
     */
    String nodetool(String... words) throws IOException;

    /**
     * Runs a shell script on the node's machine, with the variable {@code home}, the node's directory, in which the data are in
     * {@code data/data}.
     *
     * @return its output
     * @throws IOException if it fails, or takes longer than some minutes
     */
    String script(String script) throws IOException;

    /** Flushes a table, if the node is up. A node that goes down meanwhile does not fail the flush. */
    void flush(String keyspace, String table) throws IOException;

    /**
     * Cuts the network between this node and others, in both directions; not that to clients.
     *
     * @throws IOException if that is not possible here; the message says what would help
     */
    void cutOff(List<NodePorts> others) throws IOException;

    /** Ends {@link #cutOff}, if the node is cut off. */
    void reconnect() throws IOException;

    /** Returns the number of nodes that this one sees alive and in the ring, itself included. */
    int liveNodes() throws IOException;

    /** Returns the number of rows that the SSD has answered since the start; empty if that is not known. */
    OptionalLong ssdHits() throws IOException;

    /** Returns the last lines of the node's log. */
    String lastWords();

    /** Ends the node and deletes its data. */
    @Override
    void close() throws IOException;
}
