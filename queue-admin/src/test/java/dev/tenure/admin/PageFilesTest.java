package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page needs nothing but its own files, and writes no markup from data. */
final class PageFilesTest {
  private static final Path PAGE = Path.of("src/main/resources/dev/tenure/admin/page");
  private static final Pattern IMPORT = Pattern.compile("from \"\\./([^\"]+)\"");
  private static final int LINES_MAX = 300;

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void fetchesNothingFromElsewhere(Path file) throws IOException {
    String text = Files.readString(file).replace("http://www.w3.org/2000/svg", "");
    assertThat(text).doesNotContain("http://", "https://", "//cdn");
  }

  @ParameterizedTest
  @MethodSource("files")
  void makesNoMarkupFromData(Path file) throws IOException {
    assertThat(Files.readString(file))
        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
  }

  @ParameterizedTest
  @MethodSource("files")
  void isShortEnoughToRead(Path file) throws IOException {
    assertThat(Files.readAllLines(file)).hasSizeLessThan(LINES_MAX);
  }

  @ParameterizedTest
  @MethodSource("files")
  void importsOnlyFilesThatAreThere(Path file) throws IOException {
    Matcher imports = IMPORT.matcher(Files.readString(file));
    while (imports.find()) {
      assertThat(PAGE.resolve(imports.group(1))).exists();
    }
  }

  @Test
  void hasNoScriptOrStyleInItsHtml() throws IOException {
    String html = Files.readString(PAGE.resolve("index.html"));
    assertThat(html).doesNotContain("<style", " style=", " onclick=");
    assertThat(html).containsOnlyOnce("<script").contains("src=\"app.js\"></script>");
  }
}
