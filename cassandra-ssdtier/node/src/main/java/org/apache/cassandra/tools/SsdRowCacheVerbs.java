package org.apache.cassandra.tools;

import io.airlift.airline.Cli;
import org.apache.cassandra.tools.NodeTool.NodeToolCmdRunnable;
import org.ssdtier.node.nodetool.InvalidateCommand;
import org.ssdtier.node.nodetool.PauseCommand;
import org.ssdtier.node.nodetool.ResizeCommand;
import org.ssdtier.node.nodetool.ResumeCommand;
import org.ssdtier.node.nodetool.StatsCommand;

/** Makes nodetool's command line with the group {@code ssdrowcache} in it. In this package for what nodetool keeps to it. */
public final class SsdRowCacheVerbs {
    private SsdRowCacheVerbs() {}

    /** Instead of {@code Cli.builder} in {@code NodeTool.execute}. */
    @SuppressWarnings("rawtypes") // stands in for a generic method whose type argument is package-private
    public static Cli.CliBuilder builder(String name) {
        Cli.CliBuilder<NodeToolCmdRunnable> builder = Cli.builder(name);
        builder.withGroup("ssdrowcache")
                .withDescription("Watch and control the SSD row cache")
                .withDefaultCommand(StatsCommand.class)
                .withCommand(StatsCommand.class)
                .withCommand(InvalidateCommand.class)
                .withCommand(ResizeCommand.class)
                .withCommand(PauseCommand.class)
                .withCommand(ResumeCommand.class);
        return builder;
    }
}
