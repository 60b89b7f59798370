package dev.tenure.examples.directory;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "add-kind",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Adds a kind of alternate key to the directory; all processes must know it before. Existing"
            + " tenants get a key of the kind only with --from-attribute.")
final class AddKindCommand implements Callable<Integer> {
  @Mixin private final KindOption kind = new KindOption();

  @Option(
      names = "--from-attribute",
      paramLabel = "NAME",
      description = "gives each existing tenant the value of this attribute as its key")
  private @Nullable String attribute;

  @Override
  public Integer call() throws AdminException {
    return kind.change(
        attribute == null
            ? Map.of("change", "ADD")
            : Map.of("change", "ADD", "fromAttribute", attribute));
  }
}
