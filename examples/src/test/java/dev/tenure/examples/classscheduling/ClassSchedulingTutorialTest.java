package dev.tenure.examples.classscheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The class scheduling tutorial shows the code that runs, and all that it prints. */
final class ClassSchedulingTutorialTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Path SOURCES =
      ROOT.resolve("examples/src/main/java/dev/tenure/examples/classscheduling");

  private static List<String> blocks(String language) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/tutorial-class-scheduling.md"));
    return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void whatThePageSaysIsPrintedIsPrintedByARunThatKeepsAllRules() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    boolean verified = new ClassSchedulingCommand(out).run();
    assertEquals(String.join("", blocks("text")), bytes.toString(StandardCharsets.UTF_8));
    assertTrue(verified);
  }

  @Test
  void snippetsAreFromTheProgram() throws IOException {
    List<String> snippets = blocks("java");
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.sorted().toList()) {
        sources.append(unindented(Files.readString(file)));
      }
    }
    assertTrue(snippets.size() >= 10, snippets.size() + " snippets");
    assertEquals(
        List.of(),
        snippets.stream().filter(snippet -> sources.indexOf(unindented(snippet)) < 0).toList());
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
