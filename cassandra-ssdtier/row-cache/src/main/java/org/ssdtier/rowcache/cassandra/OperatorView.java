package org.ssdtier.rowcache.cassandra;

import javax.management.NotCompliantMBeanException;
import javax.management.StandardMBean;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.utils.MBeanWrapper;
import org.ssdtier.segmentlog.device.NanoClock;

/** The operators' view of the cache: JMX, metrics and the virtual keyspace {@code system_ssdtier}. */
final class OperatorView {
    private OperatorView() {}

    /** Registers all of them; called once per start of a node, before it serves clients. */
    static void register(SsdRowCache cache) {
        SsdRowCacheControl control = new SsdRowCacheControl(cache);
        try {
            MBeanWrapper.instance.registerMBean(
                    new StandardMBean(control, SsdRowCacheMBean.class), SsdRowCacheMBean.NAME);
        } catch (NotCompliantMBeanException e) {
            throw new IllegalStateException(e);
        }
        SsdRowCacheMetrics.register(new RecentStats(() -> cache.tiers().stats(), NanoClock.SYSTEM), cache.options());
        SsdRowCacheMetrics.registerCurve(
                () -> cache.tiers().counters().samples().curve());
        VirtualKeyspaceRegistry.instance.register(TierTables.keyspace(cache, control));
    }
}
