package dev.tenure.examples.addressbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tutorial shows the code that runs, and all that it prints. */
final class TutorialTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Path SOURCES =
      ROOT.resolve("examples/src/main/java/dev/tenure/examples/addressbook");

  private static String printed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new AddressBookCommand(new PrintStream(bytes, true, StandardCharsets.UTF_8)).run();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> blocks(String language) throws IOException {
    String page = Files.readString(ROOT.resolve("docs/tutorial-address-book.md"));
    return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void whatThePageSaysIsPrintedIsPrinted() throws IOException {
    assertEquals(String.join("", blocks("text")), printed());
  }

  @Test
  void secondRunPrintsTheSame() {
    assertEquals(printed(), printed());
  }

  @Test
  void snippetsAreFromTheProgram() throws IOException {
    List<String> snippets = blocks("java");
    String sources = unindented(sources());
    assertTrue(snippets.size() >= 20, snippets.size() + " snippets");
    assertEquals(
        List.of(),
        snippets.stream().filter(snippet -> !sources.contains(unindented(snippet))).toList());
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files.sorted().map(TutorialTest::read).collect(Collectors.joining());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
