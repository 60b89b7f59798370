package dev.tenure.campaigns.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists each mutation with the options that find it, in the order of the test. */
class MutationNamesTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^|]+) \\| `(--[^`]+)` \\| [^|]+ \\|$");

  @Test
  void thePageListsEachMutationAndItsOptions() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/global-index.md"));
    List<String> listed =
        ROW.matcher(page).results().map(each -> each.group(1) + ": " + each.group(2)).toList();
    assertEquals(
        Mutation.all().stream().map(each -> each.name() + ": " + each.arguments()).toList(),
        listed);
  }
}
