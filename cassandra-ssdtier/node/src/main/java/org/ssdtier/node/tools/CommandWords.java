package org.ssdtier.node.tools;

import io.airlift.airline.model.CommandMetadata;
import io.airlift.airline.model.GlobalMetadata;
import io.airlift.airline.model.OptionMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Static methods to prepare a command line for airline, which parses an unknown option as an argument and supports
 * only options with a fixed number of values.
 */
final class CommandWords {
    /** The word that ends the options, as in airline's own help. */
    private static final String END_OF_OPTIONS = "--";

    private static final Set<String> HELP = Set.of("-h", "--help");

    private CommandWords() {}

    /**
     * Returns the words to be parsed: those of the command {@code help} if help is requested, else the same words, with
     * an option that takes several values repeated before each of them.
     *
     * @throws IllegalArgumentException if the command or an option is unknown, or an option has no value; the message
     *     names what is allowed
     */
    static List<String> of(GlobalMetadata tools, List<String> words) {
        if (words.stream().takeWhile(word -> !word.equals(END_OF_OPTIONS)).anyMatch(HELP::contains)) {
            List<String> help = new ArrayList<>(List.of(HelpCommand.NAME));
            words.stream().takeWhile(word -> !isOption(word)).forEach(help::add);
            return help;
        }
        NamedCommand named = NamedCommand.find(tools, words);
        List<String> prepared = new ArrayList<>(words.subList(0, named.nameWords()));
        prepareOptions(named.command(), words.subList(named.nameWords(), words.size()), prepared);
        return prepared;
    }

    private static void prepareOptions(CommandMetadata command, List<String> words, List<String> prepared) {
        String withoutValue = "";
        String repeated = "";
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals(END_OF_OPTIONS)) {
                requireValue(withoutValue);
                prepared.addAll(words.subList(i, words.size()));
                return;
            }
            if (isOption(word)) {
                requireValue(withoutValue);
                OptionMetadata option = option(command, nameOf(word));
                withoutValue = option.getArity() > 0 && word.indexOf('=') < 0 ? word : "";
                repeated = option.isMultiValued() ? nameOf(word) : "";
            } else {
                if (withoutValue.isEmpty() && !repeated.isEmpty()) {
                    prepared.add(repeated);
                }
                withoutValue = "";
            }
            prepared.add(word);
        }
        requireValue(withoutValue);
    }

    /** Returns whether a word is an option; a hyphen alone is a value. */
    private static boolean isOption(String word) {
        return word.startsWith("-") && word.length() > 1;
    }

    private static String nameOf(String option) {
        int equals = option.indexOf('=');
        return equals < 0 ? option : option.substring(0, equals);
    }

    private static OptionMetadata option(CommandMetadata command, String name) {
        return command.getCommandOptions().stream()
                .filter(option -> option.getOptions().contains(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("option=" + name + ", allowed " + options(command)));
    }

    private static String options(CommandMetadata command) {
        return command.getCommandOptions().stream()
                .map(option -> String.join(" ", option.getOptions())
                        + (option.getArity() > 0 ? " " + option.getTitle() + " | " : " | "))
                .sorted()
                .collect(Collectors.joining("", "", "--help"));
    }

    private static void requireValue(String option) {
        if (!option.isEmpty()) {
            throw new IllegalArgumentException("option=" + option + ": value missing");
        }
    }
}
