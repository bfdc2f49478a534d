package org.apache.cassandra.tools;

import io.airlift.airline.Cli;
import org.apache.cassandra.tools.NodeTool.NodeToolCmdRunnable;
import org.ssdtier.node.nodetool.CurveCommand;
import org.ssdtier.node.nodetool.InvalidateCommand;
import org.ssdtier.node.nodetool.PauseCommand;
import org.ssdtier.node.nodetool.ResizeCommand;
import org.ssdtier.node.nodetool.ResumeCommand;
import org.ssdtier.node.nodetool.StatsCommand;

/** A factory of nodetool's command line with the group {@code ssdrowcache}. In this package because it needs package-private types. */
public final class SsdRowCacheVerbs {
    private SsdRowCacheVerbs() {}

    /** Replaces {@code Cli.builder} in {@code NodeTool.execute}. */
    @SuppressWarnings("rawtypes") // replaces a generic method whose type argument is package-private
    public static Cli.CliBuilder builder(String name) {
        Cli.CliBuilder<NodeToolCmdRunnable> builder = Cli.builder(name);
        builder.withGroup("ssdrowcache")
                .withDescription("Monitor and control the SSD row cache")
                .withDefaultCommand(StatsCommand.class)
                .withCommand(StatsCommand.class)
                .withCommand(CurveCommand.class)
                .withCommand(InvalidateCommand.class)
                .withCommand(ResizeCommand.class)
                .withCommand(PauseCommand.class)
                .withCommand(ResumeCommand.class);
        return builder;
    }
}
