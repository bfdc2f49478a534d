package org.ssdtier.node.tools;

import io.airlift.airline.model.CommandGroupMetadata;
import io.airlift.airline.model.CommandMetadata;
import io.airlift.airline.model.GlobalMetadata;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that the first words of a command line name.
 *
 * @param command the command's options and arguments
 * @param nameWords number of words of its name: 2 for a verb of a group, else 1
 */
record NamedCommand(CommandMetadata command, int nameWords) {
    /**
     * Finds the command that the first words name.
     *
     * @throws IllegalArgumentException if there is none; the message names the allowed ones
     */
    static NamedCommand find(GlobalMetadata tools, List<String> words) {
        List<String> names = names(tools.getDefaultGroupCommands());
        for (CommandGroupMetadata group : tools.getCommandGroups()) {
            names.add(group.getName());
            if (!words.isEmpty() && words.get(0).equals(group.getName())) {
                List<CommandMetadata> verbs = group.getCommands();
                return new NamedCommand(first(words.subList(1, words.size()), verbs, "verb", names(verbs)), 2);
            }
        }
        return new NamedCommand(first(words, tools.getDefaultGroupCommands(), "command", names), 1);
    }

    private static List<String> names(List<CommandMetadata> commands) {
        return new ArrayList<>(commands.stream().map(CommandMetadata::getName).toList());
    }

    private static CommandMetadata first(
            List<String> words, List<CommandMetadata> commands, String kind, List<String> allowed) {
        String found = words.isEmpty() ? " missing" : "=" + words.get(0);
        return commands.stream()
                .filter(command -> !words.isEmpty() && command.getName().equals(words.get(0)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(kind + found + ", allowed " + String.join(" | ", allowed)));
    }
}
