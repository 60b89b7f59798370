package dev.tenure.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Java in a guide is that of a program or test that runs. */
final class GuideSnippetsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  private static final Path EXAMPLES = ROOT.resolve("examples/src");

  @Test
  void snippetsOfTestingHandlersAreFromItsTests() throws IOException {
    assertShows(
        "testing-handlers.md",
        EXAMPLES.resolve("test/java/dev/tenure/examples/demo/NoteHandlerTest.java"),
        EXAMPLES.resolve("test/java/dev/tenure/examples/guides/LateAnswersGuideTest.java"),
        ROOT.resolve("spring-boot-starter-test/src/test/java"));
  }

  @Test
  void snippetsOfIndexTypesAreFromTheGeohashIndex() throws IOException {
    assertShows(
        "index-types.md",
        EXAMPLES.resolve("main/java/dev/tenure/examples/geohash"),
        EXAMPLES.resolve("test/java/dev/tenure/examples/geohash"));
  }

  @Test
  void snippetsOfTheChangeFeedAreFromTheTaskList() throws IOException {
    assertShows("change-feed.md", EXAMPLES.resolve("main/java/dev/tenure/examples/sync"));
  }

  @Test
  void snippetsOfTheQueuesGuidesAreFromTheirTests() throws IOException {
    Path guides = EXAMPLES.resolve("test/java/dev/tenure/examples/guides");
    assertShows("producers.md", guides);
    assertShows("handlers.md", guides);
    assertShows("operating-a-backlog.md", guides);
  }

  private static void assertShows(String page, Path... sources) throws IOException {
    StringBuilder code = new StringBuilder();
    for (Path source : sources) {
      try (Stream<Path> files = Files.walk(source)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          code.append(Files.readString(file));
        }
      }
    }
    String all = unindented(code.toString());
    List<String> snippets =
        JAVA.matcher(Files.readString(ROOT.resolve("docs").resolve(page)))
            .results()
            .map(snippet -> unindented(snippet.group(1)))
            .toList();
    assertFalse(snippets.isEmpty());
    assertEquals(List.of(), snippets.stream().filter(snippet -> !all.contains(snippet)).toList());
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^ +", "");
  }
}
