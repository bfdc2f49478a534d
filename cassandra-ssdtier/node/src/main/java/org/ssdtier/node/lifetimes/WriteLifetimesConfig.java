package org.ssdtier.node.lifetimes;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The block {@code write_lifetimes} of cassandra.yaml. Cassandra's own loader fills it in and refuses unknown keys. The field names
 * are the keys. {@link WriteLifetimesOptions} checks the values, which are words of {@link Lifetime}.
 */
public final class WriteLifetimesConfig {
    /** True if the kernel receives the lifetimes of the files. */
    public boolean enabled = false;

    /** The lifetime of a segment of the commit log. */
    public String commit_log = "short";

    /** The lifetime of an SSTable written by a flush. */
    public String flush = "medium";

    /** {@code by_tier}: the lifetime of a compaction's SSTables is that of its tier; a word: all have that one. */
    public String compaction = "by_tier";

    /** The lifetimes of the tiers from 1, one to four words; the last one is that of all further tiers. */
    public List<String> compaction_tiers = new ArrayList<>(List.of("long", "extreme"));

    /** The lifetime of an SSTable received from another node. */
    public String stream = "long";

    /** The lifetime of a file of hints for another node. */
    public String hints = "medium";

    /** The lifetime of a segment of the row cache. */
    public String row_cache = "medium";

    /** The lifetime of a segment of the schema catalogue. */
    public String schema_catalogue = "extreme";

    /** Returns the block as printed in the node's start-up log. */
    @Override
    public String toString() {
        StringJoiner block = new StringJoiner(", ", "{", "}");
        for (Field option : WriteLifetimesConfig.class.getFields()) {
            try {
                block.add(option.getName() + "=" + option.get(this));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("a public field", e);
            }
        }
        return block.toString();
    }
}
