package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.device.stream.FlashValidation;
import org.ssdtier.benchmarks.load.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier device validate}. */
@Command(
        name = "validate",
        description =
                "Compare the emulated SSD's write amplification with closed forms; the exit code is 1 if a random "
                        + "load deviates by over 2 %% or a sequential one copies anything.",
        mixinStandardHelpOptions = true)
final class DeviceValidateCommand extends DeviceVerb {
    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        FlashValidation validation = FlashValidation.run(openRegistry().streamPrograms());
        json.show(validation, out -> print(out, validation));
        return validation.isGood() ? 0 : 1;
    }

    private static void print(PrintWriter out, FlashValidation validation) {
        List<List<String>> rows = validation.cases().stream()
                .map(each -> List.of(
                        each.load(),
                        String.format(Locale.ROOT, "%.0f %%", 100 * each.spareShare()),
                        Integer.toString(each.streams()),
                        String.format(Locale.ROOT, "%.3f", each.measured()),
                        String.format(Locale.ROOT, "%.3f", each.expected()),
                        String.format(Locale.ROOT, "%+.2f %%", 100 * each.deviation())))
                .toList();
        TextTable.print(
                out,
                List.of(
                        "overwrites",
                        "over-provisioning",
                        "streams",
                        "write amplification",
                        "closed form",
                        "deviation"),
                rows);
        out.println(validation.isGood() ? "All within 2 %" : "NOT within 2 %");
    }
}
