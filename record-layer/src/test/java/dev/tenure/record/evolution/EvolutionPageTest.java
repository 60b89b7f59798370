package dev.tenure.record.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/evolution.md has the rules that are checked, each in its own words. */
final class EvolutionPageTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z-]+)` \\| (.+) \\|$", Pattern.MULTILINE);

  @Test
  void pageAndRulesAreTheSame() throws IOException {
    Map<String, String> page = new TreeMap<>();
    ROW.matcher(Files.readString(ROOT.resolve("docs/evolution.md")))
        .results()
        .forEach(row -> page.put(row.group(1), row.group(2)));

    assertEquals(new TreeMap<>(MetaDataEvolution.rules()), page);
  }
}
