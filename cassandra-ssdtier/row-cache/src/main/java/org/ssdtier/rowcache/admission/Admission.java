package org.ssdtier.rowcache.admission;

/** The policies by which evicted images are written to the SSD, as named in the options. */
public enum Admission {
    /** Every image. */
    ALL {
        @Override
        public AdmissionPolicy policy(int ghostWords) {
            return new AdmitAll();
        }
    },
    /** Every image while the log has room; after that, only images seen twice, see {@link SecondSight}. */
    SECOND_SIGHT {
        @Override
        public AdmissionPolicy policy(int ghostWords) {
            return new SecondSight(ghostWords);
        }
    };

    /**
     * Creates the policy.
     *
     * @param ghostWords number of 8-byte words that the policy may use to remember rows, at least one
     */
    public abstract AdmissionPolicy policy(int ghostWords);
}
