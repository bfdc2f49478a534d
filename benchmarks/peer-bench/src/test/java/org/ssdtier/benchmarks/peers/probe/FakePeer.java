package org.ssdtier.benchmarks.peers.probe;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** An in-memory store with a selectable fault. */
final class FakePeer implements Peer {
    /** The fault of the store. */
    enum Fault {
        NONE,
        LOSES_EVERY_TENTH_ROW,
        KEEPS_THE_FIRST_VERSION,
        FLIPS_A_BYTE,
        DROPS_THE_FIRST_PUT
    }

    private final ConcurrentMap<Long, byte[]> rows = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, Boolean> dropped = new ConcurrentHashMap<>();
    private final Fault fault;

    FakePeer(Fault fault) {
        this.fault = fault;
    }

    @Override
    public void put(long number, byte[] value) {
        if (fault == Fault.KEEPS_THE_FIRST_VERSION) {
            rows.putIfAbsent(number, value);
        } else if (fault != Fault.DROPS_THE_FIRST_PUT || dropped.putIfAbsent(number, true) != null) {
            rows.put(number, value);
        }
    }

    @Override
    public byte @Nullable [] get(long number) {
        byte[] value = rows.get(number);
        if (value == null || (fault == Fault.LOSES_EVERY_TENTH_ROW && number % 10 == 0)) {
            return null;
        }
        byte[] answer = value.clone();
        if (fault == Fault.FLIPS_A_BYTE) {
            answer[answer.length - 1] ^= 1;
        }
        return answer;
    }

    @Override
    public void close() {
        rows.clear();
    }
}
