package dev.tenure.spring.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The limits in errors are those of the table in config/README.md. */
final class PropertyLimitsTest {
  private static final Path TABLE =
      Path.of(System.getProperty("tenure.root", ".."), "config/README.md");

  /** A property, its default, and its limits up to the first semicolon. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `(tenure\\.[^`]+)` \\| ([^|]*) \\| ([^;|]*)[^|]* \\|$");

  private final PropertyLimits limits = PropertyLimits.read();

  private static Map<String, String> numbersOfTheTable() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String line : Files.readAllLines(TABLE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()
          && (row.group(2).matches("\\d.*") || row.group(1).endsWith("target-collision-rate"))) {
        found.put(
            row.group(1).replaceAll("\\b(NAME|TYPE)\\b", "*"),
            row.group(3).replace("`", "").strip());
      }
    }
    return found;
  }

  @Test
  void everyNumberOfTheTableHasItsLimits() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (String name : limits.names()) {
      texts.put(name, text(name.replace("*", "some")));
    }
    assertThat(texts).hasSizeGreaterThan(30).isEqualTo(numbersOfTheTable());
  }

  @Test
  void everySpellingFindsThem() {
    assertThat(text("tenure.clusters[0].shards")).isEqualTo("1 to 256");
    assertThat(text("tenure.clusters.some-name.minInactive")).isEqualTo("100ms to 1d");
    assertThat(limits.of(ConfigurationPropertyName.of("tenure.consumer.id"))).isEmpty();
    assertThat(limits.of(ConfigurationPropertyName.of("other.consumer.workers"))).isEmpty();
  }

  private String text(String name) {
    return limits.of(ConfigurationPropertyName.adapt(name, '.')).orElse("no limits");
  }
}
