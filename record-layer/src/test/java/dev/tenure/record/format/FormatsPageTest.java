package dev.tenure.record.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of docs/formats.md name what there is, and all there is. */
final class FormatsPageTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)#?([^)]*)\\)");
  private static final Pattern FORMAT_BYTE = Pattern.compile("static final byte(\\[\\])? FORMAT =");
  private static final int COLUMNS = 7;
  private static final int CODE = 3;
  private static final int GOLDEN = 4;
  private static final int OTHER_BYTES = 5;

  private static List<String[]> rows() {
    return read(ROOT.resolve("docs/formats.md"))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| format |"))
        .map(line -> line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
        .toList();
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map(match -> match.group(1)).toList();
  }

  private static Set<String> named(int column) {
    return rows().stream()
        .flatMap(row -> quoted(row[column]).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyRowTellsCodeVersionAndPage() {
    List<String[]> rows = rows();
    assertTrue(rows.size() > 20, "rows: " + rows.size());
    for (String[] row : rows) {
      assertEquals(COLUMNS, row.length, String.join("|", row));
      for (int column = 0; column <= CODE; column++) {
        assertTrue(!row[column].isBlank(), String.join("|", row));
      }
    }
  }

  @Test
  void namedClassesAndTestsExist() {
    Set<String> main = names(files("/src/main/java/", ".java"));
    Set<String> tests = names(files("/src/test/java/", ".java"));

    assertEquals(Set.of(), without(named(CODE), main));
    assertEquals(Set.of(), without(named(OTHER_BYTES), tests));
  }

  @Test
  void everyGoldenFileIsNamedAndEveryNamedOneExists() {
    Set<String> golden =
        files("/src/test/resources/golden/", "").stream()
            .map(file -> file.toString().replace('\\', '/').replaceFirst(".*/golden/", ""))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(golden, named(GOLDEN));
  }

  @Test
  void everyClassWithAFormatByteIsNamed() {
    Set<String> versioned =
        names(
            files("/src/main/java/", ".java").stream()
                .filter(file -> FORMAT_BYTE.matcher(read(file)).find())
                .toList());

    assertTrue(versioned.size() > 8, versioned::toString);
    assertEquals(Set.of(), without(versioned, named(CODE)));
  }

  @Test
  void linksLeadToHeadings() {
    List<String> broken = new ArrayList<>();
    for (String[] row : rows()) {
      Matcher links = LINK.matcher(row[1]);
      while (links.find()) {
        Path page = ROOT.resolve("docs").resolve(links.group(1));
        String anchor = links.group(2);
        boolean found = Files.exists(page) && (anchor.isEmpty() || anchors(page).contains(anchor));
        if (!found) {
          broken.add(links.group());
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static Set<String> anchors(Path page) {
    return read(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(java.util.Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> without(Set<String> names, Set<String> known) {
    Set<String> rest = new TreeSet<>(names);
    rest.removeAll(known);
    return rest;
  }

  private static Set<String> names(List<Path> files) {
    return files.stream()
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> files(String below, String suffix) {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().replace('\\', '/').contains(below))
          .filter(file -> file.toString().endsWith(suffix))
          .filter(
              file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|data|\\.git)/.*"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
