package org.ssdtier.node.tools;

import java.io.IOException;
import java.io.PrintStream;

/** A command of {@code bin/ssdtier}. airline creates it and sets the fields of its options and arguments. */
public interface ToolCommand {
    /**
     * Runs the command.
     *
     * @param out stream for the result
     * @return the exit code: 0 if all is well, 1 if not
     * @throws IOException if the command fails; the message names what was found
     * @throws IllegalArgumentException if a value is not allowed; the message names it and what is allowed
     */
    int run(PrintStream out) throws IOException;
}
