package org.ssdtier.catalogue.cassandra.config;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The choice of the tables that are written in the format {@code catalogued}: those whose own definition says so and,
 * if it says nothing, those that match a pattern {@code keyspace.table} or {@code keyspace.*}. Tables of Cassandra's
 * own keyspaces are never chosen, so that a node still starts after the jar is removed.
 *
 * @param enabled whether any table may be chosen
 * @param patterns as the operator wrote them
 */
public record TableChoice(boolean enabled, List<String> patterns) {
    /** The description of the allowed patterns, for messages. */
    static final String ALLOWED = "a list of keyspace.table or keyspace.*, names as in CQL without quotes";

    /** The choice of no table. */
    public static final TableChoice NONE = new TableChoice(false, List.of());

    private static final Pattern SYNTAX = Pattern.compile("\\w{1,48}\\.(\\w{1,48}|\\*)");

    /** Makes the patterns unmodifiable. */
    public TableChoice {
        patterns = List.copyOf(patterns);
    }

    static boolean isPattern(String pattern) {
        return SYNTAX.matcher(pattern).matches();
    }

    /** Returns whether a pattern names one of Cassandra's own keyspaces. */
    public static boolean isOfCassandra(String pattern) {
        return SchemaConstants.isSystemKeyspace(pattern.substring(0, pattern.indexOf('.')));
    }

    /** Returns whether a table is written in the format. */
    public boolean has(TableMetadata table) {
        if (!enabled || SchemaConstants.isSystemKeyspace(table.keyspace)) {
            return false;
        }
        Boolean own = TableExtension.of(table.params.extensions);
        return own != null
                ? own
                : patterns.contains(table.keyspace + "." + table.name) || patterns.contains(table.keyspace + ".*");
    }
}
