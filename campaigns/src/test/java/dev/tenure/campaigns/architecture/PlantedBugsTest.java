package dev.tenure.campaigns.architecture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each bug of {@code bugs.tsv} can still be planted, its file has the texts that it replaces; and
 * there is what is to find it, a world or a test.
 */
class PlantedBugsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final int TEXTS_FROM = 3;
  private static final String BY_TEST = "test:";

  static List<String> bugs() throws IOException {
    return Files.readAllLines(ROOT.resolve("campaigns/planted-bugs/bugs.tsv"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void bugCanBePlanted(String line) throws IOException {
    String[] columns = line.split("\t", -1);
    assertTrue(columns.length > TEXTS_FROM, line);
    String source = Files.readString(ROOT.resolve(columns[TEXTS_FROM - 1]));
    List<String> texts = Arrays.asList(columns).subList(TEXTS_FROM, columns.length);
    for (int i = 0; i < texts.size(); i += 2) {
      assertTrue(source.contains(texts.get(i)), columns[0] + ": " + texts.get(i));
      String planted = i + 1 < texts.size() ? texts.get(i + 1) : "";
      source = source.replaceFirst(Pattern.quote(texts.get(i)), Matcher.quoteReplacement(planted));
    }
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void whatFindsItIsThere(String line) throws IOException {
    String by = line.split("\t", -1)[1];
    if (!by.startsWith(BY_TEST)) {
      assertTrue(World.names().contains(by), line);
      return;
    }
    String[] moduleAndTest = by.substring(BY_TEST.length()).split(":", -1);
    Path tests = ROOT.resolve(moduleAndTest[0]).resolve("src/test/java");
    try (Stream<Path> files = Files.walk(tests)) {
      assertTrue(
          files.anyMatch(file -> file.endsWith(moduleAndTest[1] + ".java")), by + " is no test");
    }
  }
}
