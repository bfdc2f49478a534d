package org.ssdtier.node.lifetimes;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The lifetime of each kind of file. */
final class LifetimePlan {
    private final Map<FileKind, Lifetime> lifetimes = new EnumMap<>(FileKind.class);

    /**
     * Creates a plan in which no kind has an expected lifetime.
     *
     * @param compaction lifetimes of the tiers from 1; the last one is that of all further tiers
     */
    LifetimePlan(List<Lifetime> compaction) {
        for (FileKind kind : FileKind.values()) {
            lifetimes.put(kind, Lifetime.NONE);
        }
        for (int tier = 1; tier <= CompactionTiers.MAX; tier++) {
            lifetimes.put(FileKind.ofTier(tier), compaction.get(Math.min(tier, compaction.size()) - 1));
        }
    }

    /** Sets the lifetime of a kind; returns this. */
    LifetimePlan with(FileKind kind, Lifetime lifetime) {
        lifetimes.put(kind, lifetime);
        return this;
    }

    Lifetime of(FileKind kind) {
        return lifetimes.getOrDefault(kind, Lifetime.NONE);
    }

    /** Returns the plan as kind=lifetime pairs. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        lifetimes.forEach((kind, lifetime) -> text.append(text.isEmpty() ? "" : " ")
                .append(kind.word())
                .append('=')
                .append(lifetime.word()));
        return text.toString();
    }
}
