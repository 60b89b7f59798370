package dev.tenure.campaigns.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules of tidiness, each as the list of places under some folders that break it. */
final class SourceRules {
  static final int LINES_MAX = 500;
  static final int PUBLIC_TYPES_MAX = 20;
  static final int TYPES_MAX = 40;

  private static final Set<String> MEANINGLESS =
      Set.of("util", "utils", "common", "impl", "helper", "helpers", "base", "model", "misc");
  private static final String TYPE =
      "(?:(?:abstract|final|sealed|non-sealed|strictfp) )*"
          + "(?:class|interface|@interface|enum|record) ";
  private static final Pattern ANY_TYPE =
      Pattern.compile("^(?:public )?" + TYPE, Pattern.MULTILINE);
  private static final Pattern PUBLIC_TYPE = Pattern.compile("^public " + TYPE, Pattern.MULTILINE);
  private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME)\\b");
  private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.\\w+)\\.sleep\\b");
  private static final Pattern SNAPSHOT_GET = Pattern.compile("\\.get\\(.*, true\\)");
  private static final Pattern DISABLED = Pattern.compile("[@]Disabled\\b");
  private static final Pattern TEST_METHOD =
      Pattern.compile(
          "@(Test|ParameterizedTest|RepeatedTest|SimulatedTest|TestFactory|TestTemplate)\\b");
  private static final Pattern ABSTRACT =
      Pattern.compile("^(public )?(abstract class|interface) ", Pattern.MULTILINE);
  private static final Pattern INHERITS =
      Pattern.compile("class \\w+Test (extends|implements) \\w+Contract\\b");

  private SourceRules() {}

  /** Packages without a package-info that marks them null-safe. */
  static List<String> packagesNotNullMarked(Path source) {
    return filesByFolder(source).keySet().stream()
        .filter(folder -> !isNullMarked(folder))
        .map(Path::toString)
        .toList();
  }

  static List<String> packagesWithMeaninglessNames(Path source) {
    return filesByFolder(source).keySet().stream()
        .filter(folder -> MEANINGLESS.contains(folder.getFileName().toString()))
        .map(Path::toString)
        .toList();
  }

  static List<String> packagesWithTooManyPublicTypes(Path source) {
    return packagesWithMore(source, PUBLIC_TYPE, PUBLIC_TYPES_MAX, " public types");
  }

  /** Types within types do not count. */
  static List<String> packagesWithTooManyTypes(Path source) {
    return packagesWithMore(source, ANY_TYPE, TYPES_MAX, " types");
  }

  private static List<String> packagesWithMore(Path source, Pattern type, int most, String unit) {
    List<String> found = new ArrayList<>();
    filesByFolder(source)
        .forEach(
            (folder, files) -> {
              long types = files.stream().mapToLong(file -> count(file, type)).sum();
              if (types > most) {
                found.add(folder + " has " + types + unit);
              }
            });
    return found;
  }

  /** Files of two packages that have the same name: each type has a name of its own. */
  static List<String> namesTakenTwice(List<Path> sources) {
    Map<String, List<Path>> byName = new TreeMap<>();
    for (Path file : sources.stream().flatMap(source -> files(source).stream()).toList()) {
      byName
          .computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
          .add(file.resolveSibling(""));
    }
    byName.remove("package-info.java");
    return byName.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> each.getKey() + " in " + each.getValue())
        .toList();
  }

  static List<String> filesTooLong(Path source) {
    return files(source).stream()
        .filter(file -> lines(file).size() > LINES_MAX)
        .map(file -> file + " has " + lines(file).size() + " lines")
        .toList();
  }

  static List<String> unfinishedWork(Path source) {
    return linesThatMatch(source, UNFINISHED);
  }

  /** Reads by snapshot that may hide what the transaction has written itself. */
  static List<String> snapshotGets(Path source) {
    return linesThatMatch(source, SNAPSHOT_GET);
  }

  static List<String> sleepsInTests(Path tests) {
    return linesThatMatch(tests, SLEEP);
  }

  static List<String> disabledTests(Path tests) {
    return linesThatMatch(tests, DISABLED);
  }

  /** Test classes that hold no test, and tests in classes whose name keeps them from being run. */
  static List<String> testsNobodyRuns(Path tests) {
    List<String> found = new ArrayList<>();
    for (Path file : files(tests)) {
      boolean isNamedTest = file.toString().endsWith("Test.java");
      boolean hasTests = contains(file, TEST_METHOD);
      if (isNamedTest && !hasTests && !contains(file, INHERITS)) {
        found.add(file + " has no test");
      }
      if (hasTests && !isNamedTest && !contains(file, ABSTRACT)) {
        found.add(file + " has tests, but its name does not end in Test");
      }
    }
    return found;
  }

  private static List<String> linesThatMatch(Path folder, Pattern pattern) {
    List<String> found = new ArrayList<>();
    for (Path file : files(folder)) {
      List<String> lines = lines(file);
      for (int number = 1; number <= lines.size(); number++) {
        Matcher matcher = pattern.matcher(lines.get(number - 1));
        if (matcher.find()) {
          found.add(file + ":" + number + " " + matcher.group());
        }
      }
    }
    return found;
  }

  private static boolean isNullMarked(Path folder) {
    Path info = folder.resolve("package-info.java");
    return Files.exists(info) && lines(info).contains("@NullMarked");
  }

  private static boolean contains(Path file, Pattern pattern) {
    return count(file, pattern) > 0;
  }

  private static long count(Path file, Pattern pattern) {
    return pattern.matcher(String.join("\n", lines(file))).results().count();
  }

  private static Map<Path, List<Path>> filesByFolder(Path folder) {
    Map<Path, List<Path>> byFolder = new TreeMap<>();
    for (Path file : files(folder)) {
      byFolder.computeIfAbsent(file.resolveSibling(""), parent -> new ArrayList<>()).add(file);
    }
    return byFolder;
  }

  /** All Java files below a folder, without the fixtures that break rules on purpose. */
  static List<Path> files(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !folder.relativize(file).toString().contains("architecture/fixture"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
