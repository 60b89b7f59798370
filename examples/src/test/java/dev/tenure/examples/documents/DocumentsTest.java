package dev.tenure.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link and every type or file name in the documents leads somewhere. */
final class DocumentsTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  private static final Pattern JAVA_FILE = Pattern.compile("([A-Z][A-Za-z0-9]+)\\.java");
  private static final Pattern QUALIFIED = Pattern.compile("`(dev\\.tenure(?:\\.[a-z]+)*)[.`]");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][a-z0-9]*)+)[`.]");

  /** A file that a document shows in whole, below its path. */
  private static final Pattern SHOWN =
      Pattern.compile("^`[^`]*/([A-Za-z]+)\\.java`:$", Pattern.MULTILINE);

  private static final int README_LINES_MAX = 150;
  private static final int ARCHITECTURE_LINES_MAX = 300;

  /** Where types of others that the documents speak of may be. */
  private static final List<String> OTHERS =
      List.of(
          "com.apple.foundationdb.",
          "com.apple.foundationdb.async.",
          "com.apple.foundationdb.tuple.",
          "com.apple.foundationdb.subspace.",
          "com.apple.foundationdb.directory.",
          "org.rocksdb.",
          "java.lang.",
          "java.time.",
          "java.util.",
          "java.util.random.",
          "java.util.concurrent.");

  /** Names of loggers, which are written like packages. */
  private static final Set<String> LOGGERS = Set.of("dev.tenure.admin.audit");

  @Test
  void linksLeadToFiles() {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher links = LINK.matcher(read(document));
      while (links.find()) {
        String target = links.group(1);
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target).normalize())) {
          broken.add(ROOT.relativize(document) + " → " + target);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void namedTypesExist() {
    Set<String> types = sourceNames();
    List<String> unknown = new ArrayList<>();
    for (Path document : documents()) {
      String text = read(document);
      Stream.concat(JAVA_FILE.matcher(text).results(), TYPE.matcher(text).results())
          .map(match -> match.group(1))
          .filter(name -> !types.contains(name) && !isOfOthers(name))
          .forEach(name -> unknown.add(ROOT.relativize(document) + ": " + name));
    }
    assertEquals(List.of(), unknown);
  }

  @Test
  void namedPackagesExist() {
    List<String> unknown = new ArrayList<>();
    for (Path document : documents()) {
      QUALIFIED
          .matcher(read(document))
          .results()
          .map(match -> match.group(1))
          .filter(name -> !packageExists(name) && !LOGGERS.contains(name))
          .forEach(name -> unknown.add(ROOT.relativize(document) + ": " + name));
    }
    assertEquals(List.of(), unknown);
  }

  @Test
  void everyModuleHasAReadme() {
    Matcher modules =
        Pattern.compile("<module>([^<]+)</module>").matcher(read(ROOT.resolve("pom.xml")));
    List<String> missing = new ArrayList<>();
    while (modules.find()) {
      if (!Files.exists(ROOT.resolve(modules.group(1)).resolve("README.md"))) {
        missing.add(modules.group(1));
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void theVersionsToImportAreThoseOfTheBuild() {
    Pattern version =
        Pattern.compile("<artifactId>(tenure|tenure-bom)</artifactId>\\s*<version>(.*?)<");
    Matcher build = version.matcher(read(ROOT.resolve("pom.xml")));
    Matcher imported = version.matcher(read(ROOT.resolve("bom/pom.xml")));
    Matcher described = version.matcher(read(ROOT.resolve("bom/README.md")));
    assertTrue(build.find() && imported.find() && described.find());
    assertEquals(build.group(2), imported.group(2));
    assertEquals(build.group(2), described.group(2));
  }

  @Test
  void frontPagesAreShort() throws IOException {
    assertTrue(Files.readAllLines(ROOT.resolve("README.md")).size() <= README_LINES_MAX);
    assertTrue(
        Files.readAllLines(ROOT.resolve("ARCHITECTURE.md")).size() <= ARCHITECTURE_LINES_MAX);
  }

  @Test
  void theDocumentsAreFound() {
    assertFalse(documents().isEmpty());
    assertTrue(sourceNames().contains("QueueZone"));
  }

  private static List<Path> documents() {
    return files(".md");
  }

  private static Set<String> sourceNames() {
    Set<String> names = new TreeSet<>();
    for (Path file : files(".java")) {
      names.add(file.getFileName().toString().replace(".java", ""));
    }
    for (Path document : documents()) {
      SHOWN.matcher(read(document)).results().forEach(match -> names.add(match.group(1)));
    }
    Pattern message = Pattern.compile("^\\s*(?:message|enum) ([A-Za-z]+)", Pattern.MULTILINE);
    for (Path file : files(".proto")) {
      message.matcher(read(file)).results().forEach(match -> names.add(match.group(1)));
    }
    return names;
  }

  private static boolean isOfOthers(String name) {
    return OTHERS.stream().anyMatch(where -> isOnTheClassPath(where + name));
  }

  private static boolean isOnTheClassPath(String name) {
    try {
      return Class.forName(name, false, DocumentsTest.class.getClassLoader()) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean packageExists(String name) {
    String path = "src/main/java/" + name.replace('.', '/');
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules.anyMatch(module -> Files.isDirectory(module.resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(String suffix) {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(suffix))
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
