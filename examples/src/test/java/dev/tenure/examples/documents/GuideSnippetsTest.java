package dev.tenure.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Java in a guide is that of a program or test that runs. */
final class GuideSnippetsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern PROTO = Pattern.compile("```proto\\n(.*?)```", Pattern.DOTALL);

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
  void snippetsOfPlannerExtensionsAreFromTheGeohashIndex() throws IOException {
    assertShows(
        "planner-extensions.md",
        EXAMPLES.resolve("main/java/dev/tenure/examples/geohash"),
        EXAMPLES.resolve("test/java/dev/tenure/examples/geohash"));
  }

  @Test
  void snippetsOfTheGlobalIndexAreFromTheShardInAMap() throws IOException {
    assertShows("global-index.md", EXAMPLES.resolve("test/java/dev/tenure/examples/globalindex"));
  }

  @Test
  void snippetsOfTheChangeFeedAreFromTheTaskList() throws IOException {
    assertShows("change-feed.md", EXAMPLES.resolve("main/java/dev/tenure/examples/sync"));
  }

  @Test
  void snippetsOfTheQueuesGuidesAreFromTheirTests() throws IOException {
    Path guides = EXAMPLES.resolve("test/java/dev/tenure/examples/guides");
    assertShows("producers.md", guides);
    assertShows("tenants.md", guides);
    assertShows("moves.md", guides);
    assertShows("handlers.md", guides);
    assertShows("operating-a-backlog.md", guides);
  }

  @Test
  void snippetsOfQueriesAreFromTheirTest() throws IOException {
    Path test = EXAMPLES.resolve("test/java/dev/tenure/examples/recipes/QueryGuideTest.java");
    assertShows("queries.md", test);
  }

  @Test
  void snippetsOfFiltersAreFromTheirTest() throws IOException {
    assertShows(
        "filters.md", ROOT.resolve("record-layer/src/test/java/dev/tenure/record/query/text"));
  }

  @Test
  void snippetsOfTheRecipesAreFromTheTestsThatTheyName() throws IOException {
    Path tests = EXAMPLES.resolve("test/java/dev/tenure/examples/recipes");
    Path messages = EXAMPLES.resolve("main/proto/tenure/examples/recipes.proto");
    for (String page : recipes()) {
      String text = Files.readString(ROOT.resolve("docs").resolve(page));
      Matcher test = Pattern.compile("that of\\s`(\\w+Test)`").matcher(text);
      assertTrue(test.find(), page);
      assertShows(page, tests.resolve(test.group(1) + ".java"));
      assertShows(PROTO, page, messages);
    }
  }

  @Test
  void everyRecipeIsInTheListAndSaysWhatItsReaderCanDo() throws IOException {
    String list = Files.readString(ROOT.resolve("docs/recipes/README.md"));
    for (String page : recipes()) {
      String name = page.substring(page.indexOf('/') + 1);
      assertTrue(list.contains("](" + name + ")"), name);
      List<String> lines = Files.readAllLines(ROOT.resolve("docs").resolve(page));
      assertTrue(lines.get(2).startsWith("After this page you can "), page);
    }
  }

  private static List<String> recipes() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/recipes"))) {
      return files
          .map(file -> "recipes/" + file.getFileName())
          .filter(page -> !page.endsWith("README.md"))
          .sorted()
          .toList();
    }
  }

  private static void assertShows(String page, Path... sources) throws IOException {
    assertShows(JAVA, page, sources);
  }

  private static void assertShows(Pattern language, String page, Path... sources)
      throws IOException {
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
        language
            .matcher(Files.readString(ROOT.resolve("docs").resolve(page)))
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
