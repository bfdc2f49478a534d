package org.ssdtier.benchmarks.chaos;

import java.io.IOException;

/** A player of faults. */
final class FaultPlayer {
    private FaultPlayer() {}

    /**
     * Plays a fault, and waits until the cluster is whole again.
     *
     * @throws IOException if something did not work, or not in time
     */
    static void play(ChaosFault fault, Scene scene) throws IOException, InterruptedException {
        switch (fault) {
            case KILL -> NodeFaults.kill(scene);
            case STOP -> NodeFaults.stop(scene);
            case SCHEMA -> DataFaults.changeSchema(scene);
            case COMPACT -> DataFaults.compact(scene);
            case SSD_DIES -> NodeFaults.loseSsd(scene);
            case SNAPSHOT -> DataFaults.loadSnapshot(scene);
            case REPAIR_FULL -> DataFaults.repair(scene, true);
            case REPAIR_INCREMENTAL -> DataFaults.repair(scene, false);
            case PARTITION -> NetworkCut.play(scene);
            case BOOTSTRAP -> MoveFaults.bootstrap(scene);
            case CLEANUP -> DataFaults.cleanUp(scene);
            case REPLACE -> MoveFaults.replace(scene);
            case DECOMMISSION -> MoveFaults.decommission(scene);
            case ROLLING_RESTART -> NodeFaults.restartAll(scene);
            case ROLLING_CHANGE -> NodeFaults.changeAll(scene);
        }
    }
}
