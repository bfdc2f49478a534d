package org.ssdtier.node.install;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.ssdtier.node.Sha256;
import org.ssdtier.node.WovenClasses;

/** A check of an installed drop-in jar against the Cassandra beside it: what the guard at a start checks, without a start. */
public final class Verification {
    private final CassandraHome home;
    private final List<String> findings = new ArrayList<>();

    private Verification(CassandraHome home) {
        this.home = home;
    }

    /**
     * Checks a home.
     *
     * @return what is wrong, a line each; empty if a start would be accepted
     * @throws IOException if a file cannot be read
     */
    public static List<String> of(CassandraHome home) throws IOException {
        Verification verification = new Verification(home);
        verification.check();
        return verification.findings;
    }

    /**
     * Describes the drop-in jar of a home in which nothing is wrong.
     *
     * @throws IOException if it cannot be read
     */
    public static String describe(CassandraHome home) throws IOException {
        DropInJar installed = DropInJar.read(home.ours().get(0));
        return installed.path() + ", version " + installed.version() + ", woven for Cassandra " + installed.cassandra()
                + ", the one in " + home.jar();
    }

    private void check() throws IOException {
        if (home.ours().size() != 1) {
            findings.add("lib=" + home.lib() + ": drop-in jars found: "
                    + (home.ours().isEmpty() ? "none, this is stock Cassandra" : home.ours()) + "; allowed: one");
            return;
        }
        Path jar = home.ours().get(0);
        if (!jar.getFileName().toString().startsWith(CassandraHome.PREFIX)) {
            findings.add("jar=" + jar + ": its name does not begin with " + CassandraHome.PREFIX
                    + ", so it may come after Cassandra on the class path");
        }
        try {
            checkSums(jar);
            checkClasses(DropInJar.read(jar));
        } catch (ZipException | EOFException e) {
            findings.add("jar=" + jar + ": damaged: " + e.getMessage());
        }
    }

    /** Checks every entry against its checksum, which a class loader does not do. */
    private static void checkSums(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(file.entries())) {
                CRC32 sum = new CRC32();
                try (InputStream in = file.getInputStream(entry)) {
                    sum.update(in.readAllBytes());
                }
                if (sum.getValue() != entry.getCrc()) {
                    throw new ZipException(entry.getName() + " has a wrong checksum");
                }
            }
        }
    }

    private void checkClasses(DropInJar jar) throws IOException {
        try (ZipFile cassandra = new ZipFile(home.jar().toFile());
                ZipFile ours = new ZipFile(jar.path().toFile())) {
            List<String> others = new ArrayList<>();
            for (Map.Entry<String, String> woven : jar.woven().entrySet()) {
                String entry = WovenClasses.entryOf(woven.getKey());
                if (ours.getEntry(entry) == null) {
                    findings.add("jar=" + jar.path() + ": has no " + entry);
                }
                if (!sha256(cassandra, entry).equals(woven.getValue())) {
                    others.add(woven.getKey());
                }
            }
            if (!others.isEmpty()) {
                findings.add("jar=" + jar.path() + ": woven for another Cassandra (" + jar.cassandra() + "), found "
                        + home.version() + "; " + others.size() + " classes differ, the first: " + others.get(0)
                        + "; install again");
            }
        }
    }

    private static String sha256(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            return "none";
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return Sha256.hex(in.readAllBytes());
        }
    }
}
