package org.ssdtier.files.cql;

import java.time.Duration;
import java.util.List;

/**
 * The cluster and keyspace of a store.
 *
 * @param hosts addresses of nodes to connect to first
 * @param port port of all nodes for clients
 * @param datacentre datacentre whose nodes coordinate most operations
 * @param keyspace keyspace of the store: a letter and up to 47 letters, digits, underscores
 * @param username name of the user; empty = no authentication
 * @param password password of the user
 * @param requestTimeout time after which a statement has failed
 */
public record Target(
        List<String> hosts,
        int port,
        String datacentre,
        String keyspace,
        String username,
        String password,
        Duration requestTimeout) {
    /** Checks the keyspace, which becomes a part of CQL. */
    public Target {
        hosts = List.copyOf(hosts);
        if (!keyspace.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
            throw new IllegalArgumentException(
                    "keyspace=" + keyspace + ", allowed a letter and up to 47 letters, digits, underscores");
        }
    }

    /** Returns a description without the password. */
    @Override
    public String toString() {
        return "hosts=" + hosts + " port=" + port + " datacentre=" + datacentre + " keyspace=" + keyspace;
    }
}
