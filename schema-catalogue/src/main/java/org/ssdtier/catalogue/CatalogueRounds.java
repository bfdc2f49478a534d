package org.ssdtier.catalogue;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rounds of a catalogue: its comparisons with the dictionaries of all SSTables, and what follows from them. */
final class CatalogueRounds {
    private static final Logger logger = LoggerFactory.getLogger(CatalogueRounds.class);
    /** A checkpoint is made after a round that drops at least one in this many of all definitions. */
    private static final int CHECKPOINT_SHARE = 5;

    private final String place;
    private final DefinitionTable table;
    private final DefinitionHash hash;
    private final CatalogueCounters counters;
    private final LogWriter writer;
    private final FollowerThread follower;

    CatalogueRounds(
            String place,
            DefinitionTable table,
            DefinitionHash hash,
            CatalogueCounters counters,
            LogWriter writer,
            FollowerThread follower) {
        this.place = place;
        this.table = table;
        this.hash = hash;
        this.counters = counters;
        this.writer = writer;
        this.follower = follower;
    }

    /** Runs a round, see {@link SchemaCatalogue#round}. */
    Round run(LiveDictionaries dictionaries) throws IOException {
        BitSet round = table.beginRound();
        if (round == null) {
            return Round.notRun(table.size());
        }
        try {
            table.findLeased(round);
            Survey survey = survey();
            List<String> unreadable = dictionaries.read(survey);
            Findings findings = survey.findings();
            counters.adopted.add(findings.verdict() == Findings.Verdict.OLD_COPY ? 0 : findings.beyond());
            if (findings.verdict() != Findings.Verdict.SOUND) {
                logger.warn("{}: verdict={} {}; rebuilt from the SSTables", place, findings.verdict(), findings);
            }
            if (findings.verdict() == Findings.Verdict.OLD_COPY) {
                return renewed(findings, dictionaries);
            }
            if (!unreadable.isEmpty()) {
                counters.roundsGivenUp.increment();
                return new Round(true, findings, 0, table.size(), false, unreadable);
            }
            return end(round, findings);
        } finally {
            table.giveUpRound(round); // no effect if it has ended
            counters.rounds.increment();
            follower.wake(); // adopted definitions wait for the log
        }
    }

    private Survey survey() {
        return new Survey(writer.instanceId(), table, hash, writer::hasRoomFor, this::syncIfHalfFull);
    }

    /** Writes to the log early, so that adopted definitions do not use up the room for interned ones. */
    private void syncIfHalfFull() {
        if (!follower.isStopping() && follower.isFollowing() && (table.isHalfFull() || writer.needsIds())) {
            writer.sync();
        }
    }

    private Round renewed(Findings findings, LiveDictionaries dictionaries) throws IOException {
        writer.requireNewInstance();
        if (!writer.sync()) {
            throw new IOException(writer.problem());
        }
        Survey survey = survey();
        List<String> unreadable = dictionaries.read(survey);
        counters.adopted.add(survey.findings().beyond());
        return new Round(true, findings, 0, table.size(), false, unreadable);
    }

    private Round end(BitSet round, Findings findings) {
        AtomicReference<Round> done = new AtomicReference<>();
        boolean isDone = writer.isLocked(() -> done.set(drop(round, findings)));
        return isDone ? done.get() : new Round(true, findings, 0, table.size(), false, List.of());
    }

    private Round drop(BitSet round, Findings findings) {
        int[] dropped = writer.isClosed() ? new int[0] : table.endRound(round);
        counters.reclaimed.add(dropped.length);
        boolean worthIt = dropped.length * (long) CHECKPOINT_SHARE >= table.size() + dropped.length;
        boolean checkpointed = dropped.length > 0 && worthIt && writer.checkpoint();
        return new Round(true, findings, dropped.length, table.size(), checkpointed, List.of());
    }
}
