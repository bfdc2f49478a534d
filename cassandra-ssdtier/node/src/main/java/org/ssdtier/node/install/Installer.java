package org.ssdtier.node.install;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The commands that change a Cassandra. The jar is put into {@code lib/} last of all that can be refused, in one step; everything after
 * it is repeated by the next run.
 */
final class Installer {
    private final DropInJar own;
    private final CassandraWeaver weaver;
    private final RunningNodes nodes;
    private final Steps steps;
    private final PrintStream out;

    /** Creates the commands of a jar. Results go to {@code out}. */
    Installer(DropInJar own, CassandraWeaver weaver, RunningNodes nodes, Steps steps, PrintStream out) {
        this.own = own;
        this.weaver = weaver;
        this.nodes = nodes;
        this.steps = steps;
        this.out = out;
    }

    /**
     * Installs the drop-in jar, and replaces another version of it.
     *
     * @throws InstallRefusal if it is refused; nothing was changed
     * @throws IOException if a file cannot be read or written
     */
    void install(InstallRequest request) throws IOException {
        if (!own.isInstallable()) {
            throw new InstallRefusal("jar=" + own.path() + ": cannot weave, as it is without the weaver; run install"
                    + " from cassandra-ssdtier-" + own.version() + ".jar");
        }
        CassandraHome home = CassandraHome.find(request.cassandra(), request.configuration());
        home.checkVersion();
        checkOutside(home);
        if (request.appendsYaml() && home.yaml().isEmpty()) {
            throw new InstallRefusal(
                    "home=" + home.directory() + ": no cassandra.yaml found; name its directory with --conf");
        }
        checkChangeable(home, request);
        out.println("Cassandra " + home.version() + " in " + home.jar());
        place(home);
        ToolScript script = ToolScript.of(home);
        if (script.install(own.path(), steps)) {
            out.println("wrote " + script.file());
        }
        offerYaml(home, request.appendsYaml());
    }

    /**
     * Removes what {@link #install} has written, so that stock Cassandra is left.
     *
     * @throws InstallRefusal if it is refused; nothing was changed
     * @throws IOException if a file cannot be read or written
     */
    void uninstall(InstallRequest request) throws IOException {
        CassandraHome home = CassandraHome.find(request.cassandra(), request.configuration());
        Optional<YamlBlock> yaml = yamlOf(home);
        List<String> keys = yaml.map(YamlBlock::ourKeys).orElse(List.of());
        if (!keys.isEmpty()) {
            throw new InstallRefusal(
                    "yaml=" + home.yaml().orElseThrow() + " keys=" + keys
                            + ": stock Cassandra refuses to start with them; remove them first, and set row_cache_size to 0MiB");
        }
        CataloguedSSTables catalogued = CataloguedSSTables.of(home);
        checkReadable(home, catalogued);
        checkChangeable(home, request);
        for (Path jar : home.ours()) {
            Files.delete(jar);
            out.println("removed " + jar);
        }
        AsideFile.removeLeftovers(home.lib());
        AsideFile.sync(home.lib());
        ToolScript script = ToolScript.of(home);
        if (script.remove()) {
            out.println("removed " + script.file());
        }
        if (yaml.isPresent() && yaml.get().remove(steps)) {
            out.println("removed the commented block from " + home.yaml().orElseThrow());
        }
        out.println(home.directory() + " is stock Cassandra " + home.version());
        yaml.flatMap(YamlBlock::rowCacheSize)
                .ifPresent(size -> out.println("WARN row_cache_size=" + size + " in "
                        + home.yaml().orElseThrow() + " switches on Cassandra's own row cache; set it to 0MiB"));
        warnOfCopies(home, catalogued);
    }

    /** Checks that stock Cassandra can read what the node has. Nothing overrides it: converting loses nothing. */
    private static void checkReadable(CassandraHome home, CataloguedSSTables catalogued) throws InstallRefusal {
        List<Path> unreadable = catalogued.live();
        if (!home.ours().isEmpty() && !unreadable.isEmpty()) {
            throw new InstallRefusal("sstables=" + unreadable.size() + ", the first: " + unreadable.get(0)
                    + ": stock Cassandra cannot read the format of the schema catalogue and refuses to start;"
                    + " convert them first, see The way back in docs/catalogue.md");
        }
    }

    private void warnOfCopies(CassandraHome home, CataloguedSSTables catalogued) {
        if (home.yaml().isEmpty()) {
            out.println(
                    "WARN home=" + home.directory() + ": no cassandra.yaml found, so only the default data directories"
                            + " were searched for SSTables in the format of the schema catalogue");
        }
        for (Path directory : catalogued.missing()) {
            out.println("WARN data=" + directory + " does not exist; if it has SSTables in the format of the schema"
                    + " catalogue, stock Cassandra cannot read them");
        }
        List<Path> copies = catalogued.copies();
        if (!copies.isEmpty()) {
            out.println("WARN snapshots and backups have " + copies.size() + " SSTables in the format of the schema"
                    + " catalogue, the first: " + copies.get(0) + "; stock Cassandra cannot read them");
        }
    }

    /** Checks that the running jar is none of those to replace: its rest could not be read any more. */
    private void checkOutside(CassandraHome home) throws IOException {
        for (Path jar : home.ours()) {
            if (Files.isSameFile(jar, own.path())) {
                throw new InstallRefusal(
                        "jar=" + own.path() + ": lies in lib, where the installation replaces it; move it to"
                                + " another directory, and run install from there");
            }
        }
    }

    private void checkChangeable(CassandraHome home, InstallRequest request) throws IOException {
        if (!request.forcesRunning()) {
            List<String> running = nodes.of(home);
            if (!running.isEmpty()) {
                throw new InstallRefusal(
                        "home=" + home.directory() + " pid=" + String.join(",", running)
                                + ": a node runs from it; stop it, or add --force-running: a change takes effect at its next start");
            }
        }
        if (!Files.isWritable(home.lib())) {
            throw new InstallRefusal("directory=" + home.lib() + ": user " + System.getProperty("user.name")
                    + " cannot write to it; run the installer as its owner");
        }
    }

    /** Weaves, and puts the jar into place. At every moment one whole jar of ours is there, or none as before. */
    private void place(CassandraHome home) throws IOException {
        Path target = home.installed(own.version());
        try (ScratchDirectory woven = ScratchDirectory.create()) {
            weaver.weave(home, own.path(), woven.path());
            try (AsideFile aside = AsideFile.create(home.lib(), steps)) {
                write(woven.path(), home.version(), aside.out());
                if (home.ours().equals(List.of(target)) && Files.mismatch(aside.path(), target) < 0) {
                    out.println("already installed: " + target);
                    return;
                }
                aside.resemble(home.jar());
                Path replaced = removeAllButOne(home, target);
                aside.moveTo(replaced);
                if (!replaced.equals(target)) {
                    Files.move(replaced, target, StandardCopyOption.ATOMIC_MOVE);
                    AsideFile.sync(home.lib());
                    steps.reached(Steps.Step.MOVED);
                }
            }
        }
        out.println("installed " + target + ", woven for Cassandra " + home.version());
    }

    private void write(Path woven, String release, OutputStream file) throws IOException {
        OutputStream buffered = new BufferedOutputStream(file, 1 << 16);
        own.write(woven, release, buffered);
        buffered.flush();
    }

    /** Returns the jar of ours to replace, after removing further ones; the target if there is none. */
    private Path removeAllButOne(CassandraHome home, Path target) throws IOException {
        List<Path> ours = home.ours();
        for (Path further : ours.subList(Math.min(1, ours.size()), ours.size())) {
            Files.delete(further);
            out.println("removed " + further);
        }
        Path replaced = ours.isEmpty() ? target : ours.get(0);
        if (!ours.isEmpty()) {
            out.println("replaces " + replaced.getFileName());
        }
        return replaced;
    }

    private void offerYaml(CassandraHome home, boolean appends) throws IOException {
        Optional<YamlBlock> yaml = yamlOf(home);
        String name = home.yaml().map(Path::toString).orElse("cassandra.yaml");
        if (yaml.isPresent() && yaml.get().ourKeys().contains("ssd_row_cache")) {
            out.println("ssd_row_cache is set in " + name + "; restart the node");
        } else if (yaml.isPresent() && yaml.get().isPresent()) {
            out.println("the commented block is in " + name);
        } else if (yaml.isPresent() && appends) {
            yaml.get().append(steps);
            out.println("appended a commented block to " + name);
        } else {
            out.println(name + " was not changed; the block for it:");
            out.print(YamlBlock.TEXT);
        }
    }

    private static Optional<YamlBlock> yamlOf(CassandraHome home) throws IOException {
        return home.yaml().isPresent() ? Optional.of(YamlBlock.in(home.yaml().get())) : Optional.empty();
    }
}
