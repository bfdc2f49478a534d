package org.ssdtier.node.doctor;

import java.io.IOException;
import java.util.List;
import org.ssdtier.node.install.CassandraHome;
import org.ssdtier.node.install.Verification;

/** A check of the drop-in jar: there is one, it comes first, and it is woven for the Cassandra beside it. */
final class InstallationCheck {
    private static final String NAME = "jar";
    private static final String INSTALL = "Stop the node and run: java -jar cassandra-ssdtier-VERSION.jar install ";

    private InstallationCheck() {}

    static List<Finding> of(CassandraHome home) throws IOException {
        List<String> wrong = Verification.of(home);
        if (wrong.isEmpty()) {
            return List.of(Finding.ok(NAME, Verification.describe(home)));
        }
        String remedy =
                home.ours().size() > 1 ? "Stop the node and remove all but one of them" : INSTALL + home.directory();
        return wrong.stream().map(found -> Finding.fail(NAME, found, remedy)).toList();
    }
}
