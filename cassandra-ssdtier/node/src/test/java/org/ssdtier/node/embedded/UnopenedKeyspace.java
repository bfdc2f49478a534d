package org.ssdtier.node.embedded;

import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.schema.Schema;

/** A keyspace of the schema that is not open, as for a moment while it is created or dropped. Whoever creates it closes it. */
public final class UnopenedKeyspace implements AutoCloseable {
    private final EmbeddedNode node;
    private final String name;

    /**
     * Creates a keyspace and forgets the node's instance of it.
     *
     * @throws ReflectiveOperationException if Cassandra's schema does not forget it
     */
    public UnopenedKeyspace(EmbeddedNode node, String name) throws ReflectiveOperationException {
        this.node = node;
        this.name = name;
        node.process(
                "CREATE KEYSPACE " + name
                        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false");
        Method remove = Schema.class.getDeclaredMethod("maybeRemoveKeyspaceInstance", String.class, Consumer.class);
        remove.setAccessible(true);
        Consumer<Keyspace> unload = keyspace -> {};
        remove.invoke(Schema.instance, name, unload);
    }

    /** Returns whether anything has opened the keyspace. */
    public boolean isOpen() {
        return Schema.instance.getKeyspaceInstance(name) != null;
    }

    /** Opens and drops the keyspace. */
    @Override
    public void close() {
        Keyspace.open(name);
        node.process("DROP KEYSPACE " + name);
    }
}
