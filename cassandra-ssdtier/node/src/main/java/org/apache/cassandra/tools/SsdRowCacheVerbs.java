package org.apache.cassandra.tools;

import io.airlift.airline.Cli;
import org.apache.cassandra.tools.NodeTool.NodeToolCmdRunnable;

/** Makes nodetool's command line with the group {@code ssdrowcache} in it. In this package for what nodetool keeps to it. */
public final class SsdRowCacheVerbs {
    private SsdRowCacheVerbs() {}

    /** Instead of {@code Cli.builder} in {@code NodeTool.execute}. */
    @SuppressWarnings("rawtypes") // stands in for a generic method whose type argument is package-private
    public static Cli.CliBuilder builder(String name) {
        return Cli.<NodeToolCmdRunnable>builder(name);
    }
}
