package dev.tenure.campaigns.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import dev.tenure.campaigns.architecture.Modules.Module;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No package uses another that, directly or through others, uses it. A package that lies below
 * another is not part of that one.
 */
class PackageKnotsTest {
  private static final ArchRule NO_KNOTS =
      slices().matching("dev.tenure.(**)").should().beFreeOfCycles();

  static List<Module> modules() {
    return Modules.ALL;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void packagesOfAModuleFormNoKnot(Module module) {
    assertFalse(module.classes().isEmpty(), () -> "no class of " + module + " was read");
    assertEquals("", String.join("\n", knots(module.classes())));
  }

  @Test
  void aKnotIsFound() {
    List<String> knots = knots(CoreModules.fixture("knot"));
    assertEquals(1, knots.size(), knots::toString);
    assertTrue(knots.get(0).contains("knot.left"), knots::toString);
  }

  /** The way round each knot, without the dependencies that it consists of. */
  private static List<String> knots(JavaClasses classes) {
    return NO_KNOTS.evaluate(classes).getFailureReport().getDetails().stream()
        .map(knot -> knot.replaceFirst("(?s)\\R\\s+1\\. Dependencies.*", ""))
        .map(knot -> knot.replaceAll("\\s+", " "))
        .toList();
  }
}
