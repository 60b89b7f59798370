package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** docs/first-hour.md: its Java compiles, its test passes, and its builds agree. */
final class FirstHourTest {
  private static final int JAVA_LINES_MAX = 15;
  private static final String MAIN = "src/main/java/com/example/mail/";
  private static final String TEST = "src/test/java/com/example/mail/";

  /** Neither a decision nor a statement. */
  private static final Pattern NOT_COUNTED = Pattern.compile("(package|import) .*|\\}|");

  private static final String GENERATED =
      """
      @SpringBootApplication
      public class MailApplication {
        public static void main(String[] arguments) {
          SpringApplication.run(MailApplication.class, arguments);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void theGuidesTestPasses() throws IOException, ClassNotFoundException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    try (URLClassLoader loader = FirstHour.compile(folder)) {
      thread.setContextClassLoader(loader);
      Launcher launcher = LauncherFactory.create();
      launcher.execute(
          LauncherDiscoveryRequestBuilder.request()
              .selectors(
                  DiscoverySelectors.selectClass(loader.loadClass("com.example.mail.PostTest")))
              .build(),
          summary);
    } finally {
      thread.setContextClassLoader(before);
    }
    StringWriter told = new StringWriter();
    summary.getSummary().printFailuresTo(new PrintWriter(told));
    assertEquals("", told.toString());
    assertEquals(1, summary.getSummary().getTestsSucceededCount());
  }

  @Test
  void theJavaOfHandlerProducerAndTestIsShort() {
    Map<String, String> files = FirstHour.files();
    String application = file(files, MAIN + "MailApplication.java");
    assertTrue(application.endsWith(GENERATED), application);
    String java = file(files, MAIN + "Post.java") + file(files, TEST + "PostTest.java");
    List<String> lines =
        java.lines()
            .map(String::strip)
            .filter(line -> !NOT_COUNTED.matcher(line).matches())
            .toList();
    assertTrue(lines.size() <= JAVA_LINES_MAX, () -> String.join("\n", lines));
  }

  @Test
  void gradleHasTheDependenciesAndVersionsOfMaven() {
    Map<String, String> files = FirstHour.files();
    String pom = file(files, "pom.xml");
    String gradle = file(files, "build.gradle");
    Pattern dependency =
        Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
    String dependencies =
        pom.substring(pom.lastIndexOf("<dependencies>"), pom.lastIndexOf("</dependencies>"));
    assertEquals(
        all(dependency, dependencies),
        all(Pattern.compile("mplementation '([^:']+):([^:']+)'"), gradle));
    assertEquals(version("spring-boot.version"), first("<version>([^<]+)<", pom));
    assertEquals(version("spring-boot.version"), first("boot' version '([^']+)'", gradle));
    assertEquals(release(), first("tenure-bom</artifactId>\\s*<version>([^<]+)<", pom));
    assertEquals(release(), first("tenure-bom:([^']+)'", gradle));
  }

  private static String file(Map<String, String> files, String path) {
    return Objects.requireNonNull(files.get(path), path);
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(each -> each.group(1) + ":" + each.group(2))
        .toList();
  }

  private static String version(String property) {
    return first("<" + property + ">([^<]+)<", rootPom());
  }

  private static String release() {
    return first("<artifactId>tenure</artifactId>\\s*<version>([^<]+)<", rootPom());
  }

  private static String rootPom() {
    try {
      return Files.readString(FirstHour.ROOT.resolve("pom.xml"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String first(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .findFirst()
        .map((MatchResult found) -> found.group(1))
        .orElseThrow();
  }
}
