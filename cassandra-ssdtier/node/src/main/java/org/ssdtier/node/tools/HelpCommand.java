package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import io.airlift.airline.Help;
import io.airlift.airline.model.CommandGroupMetadata;
import io.airlift.airline.model.CommandMetadata;
import io.airlift.airline.model.GlobalMetadata;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.inject.Inject;
import org.jspecify.annotations.Nullable;

/** The command {@code ssdtier help}. */
@Command(name = HelpCommand.NAME, description = "Print the commands, or the options of one of them")
public final class HelpCommand implements ToolCommand {
    static final String NAME = "help";

    @Inject
    private @Nullable GlobalMetadata tools;

    @Arguments(title = "COMMAND", usage = "[COMMAND [VERB]]", description = "A command, such as catalogue list")
    private List<String> names = new ArrayList<>();

    @Override
    public int run(PrintStream out) {
        GlobalMetadata all = Objects.requireNonNull(tools);
        if (names.size() == 1) {
            for (CommandGroupMetadata group : all.getCommandGroups()) {
                if (group.getName().equals(names.get(0))) {
                    print(group, out);
                    return 0;
                }
            }
        }
        if (!names.isEmpty()) {
            NamedCommand.find(all, names); // rejects an unknown name
        }
        StringBuilder text = new StringBuilder();
        Help.help(all, names, text);
        out.print(text);
        return 0;
    }

    /** Prints the verbs of a group. airline's own text omits their arguments and says that the verb may be omitted. */
    private static void print(CommandGroupMetadata group, PrintStream out) {
        out.printf(Locale.ROOT, "usage: ssdtier %s <verb> [<args>]%n%n", group.getName());
        out.printf(Locale.ROOT, "%s. The verbs are:%n", group.getDescription());
        for (CommandMetadata verb : group.getCommands()) {
            out.printf(Locale.ROOT, "    %-10s%s%n", verb.getName(), verb.getDescription());
        }
        out.printf(Locale.ROOT, "%nSee 'ssdtier help %s <verb>' for the options of a verb.%n", group.getName());
    }
}
