package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import io.airlift.airline.Help;
import io.airlift.airline.model.GlobalMetadata;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
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
        boolean isGroup = names.size() == 1
                && all.getCommandGroups().stream()
                        .anyMatch(group -> group.getName().equals(names.get(0)));
        if (!names.isEmpty() && !isGroup) {
            NamedCommand.find(all, names); // rejects an unknown name
        }
        StringBuilder text = new StringBuilder();
        Help.help(all, names, text);
        out.print(text);
        return 0;
    }
}
