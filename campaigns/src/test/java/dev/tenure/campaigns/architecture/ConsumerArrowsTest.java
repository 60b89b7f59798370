package dev.tenure.campaigns.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packages of the consumer know only those that ARCHITECTURE.md names. */
class ConsumerArrowsTest {
  private static final String ROOT = CoreModules.CONSUMER;
  private static final Map<String, List<String>> MAY_KNOW = mayKnow();

  private final JavaClasses core = CoreModules.classes();

  private static Map<String, List<String>> mayKnow() {
    Map<String, List<String>> arrows = new TreeMap<>();
    arrows.put("", List.of("top"));
    arrows.put("top", List.of());
    arrows.put("failure", List.of());
    arrows.put("environment", List.of("", "top", "failure"));
    arrows.put("inflight", List.of("", "environment"));
    arrows.put("batch", List.of("environment", "failure"));
    arrows.put("end", List.of("", "batch", "inflight", "environment", "failure"));
    arrows.put("upkeep", List.of("", "batch", "inflight", "environment", "failure"));
    arrows.put("run", List.of("", "end", "upkeep", "inflight", "environment", "failure", "top"));
    arrows.put("visit", List.of("", "run", "inflight", "environment", "failure"));
    arrows.put("scan", List.of("", "visit", "end", "inflight", "environment", "failure"));
    arrows.put("local", List.of(""));
    arrows.put("rollout", List.of("", "local"));
    arrows.put("service", List.copyOf(arrows.keySet()));
    return arrows;
  }

  static Stream<String> packages() {
    return MAY_KNOW.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageKnowsOnlyThoseBehindItsArrows(String name) {
    String[] others =
        MAY_KNOW.keySet().stream()
            .filter(
                other ->
                    !other.equals(name) && !MAY_KNOW.getOrDefault(name, List.of()).contains(other))
            .map(ConsumerArrowsTest::full)
            .toArray(String[]::new);
    if (others.length > 0) {
      noClasses()
          .that()
          .resideInAPackage(full(name))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(core);
    }
  }

  @Test
  void everyPackageHasItsArrows() {
    Set<String> found =
        core.stream()
            .map(JavaClass::getPackageName)
            .filter(each -> each.equals(ROOT) || each.startsWith(ROOT + "."))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        packages().map(ConsumerArrowsTest::full).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(listed, found);
  }

  private static String full(String name) {
    return name.isEmpty() ? ROOT : ROOT + "." + name;
  }
}
