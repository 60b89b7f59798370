package dev.tenure.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Java in a guide is that of a test that runs. */
final class GuideSnippetsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void snippetsOfTestingHandlersAreFromItsTest() throws IOException {
    String test =
        Files.readString(
            ROOT.resolve("examples/src/test/java/dev/tenure/examples/demo/NoteHandlerTest.java"));
    String guide = Files.readString(ROOT.resolve("docs/testing-handlers.md"));
    List<String> snippets =
        JAVA.matcher(guide).results().map(GuideSnippetsTest::withoutIndentation).toList();
    assertFalse(snippets.isEmpty());
    assertEquals(
        List.of(),
        snippets.stream().filter(snippet -> !unindented(test).contains(snippet)).toList());
  }

  private static String withoutIndentation(MatchResult snippet) {
    return unindented(snippet.group(1));
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
