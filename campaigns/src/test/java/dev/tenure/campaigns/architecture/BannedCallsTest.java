package dev.tenure.campaigns.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.tenure.campaigns.architecture.BannedCalls.Found;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BannedCallsTest {
  private final JavaClasses core = CoreModules.classes();
  private final List<Found> found = BannedCalls.in(core);

  @Test
  void coreCodeMakesNoBannedCallThatIsNotAllowedByName() {
    List<Found> forbidden =
        found.stream()
            .filter(call -> AllowedCall.ALL.stream().noneMatch(allowed -> allowed.covers(call)))
            .toList();
    assertEquals("", lines(forbidden));
  }

  @Test
  void everyAllowedCallIsStillMade() {
    List<AllowedCall> stale =
        AllowedCall.ALL.stream()
            .filter(allowed -> found.stream().noneMatch(allowed::covers))
            .toList();
    assertEquals("", lines(stale));
  }

  @Test
  void everyCoreModuleWasRead() {
    for (String module : CoreModules.PACKAGES) {
      assertTrue(
          core.stream().anyMatch(each -> each.getPackageName().startsWith(module)),
          () -> "no class of " + module + " is on the class path");
    }
  }

  @Test
  void everyMethodOfTheFixtureIsFoundExceptTheAllowedOnes() {
    JavaClasses fixture = CoreModules.fixture("calls");
    List<Found> calls = BannedCalls.in(fixture);
    List<String> missed = new ArrayList<>();
    for (JavaClass each : fixture) {
      for (JavaMethod method : each.getMethods()) {
        boolean isFound =
            calls.stream().anyMatch(call -> call.place().contains(method.getFullName()));
        boolean isSource = !method.getModifiers().contains(JavaModifier.SYNTHETIC);
        if (isSource && isFound == method.getName().equals("allowed")) {
          missed.add(method.getFullName());
        }
      }
    }
    assertEquals("", lines(missed));
    assertFalse(calls.isEmpty());
  }

  @Test
  void anAllowedCallCoversOneMethodOfOneClass() {
    String caller = CoreModules.fixturePackage("calls") + ".UsesSystemClock";
    List<Found> calls = BannedCalls.in(CoreModules.fixture("calls"));
    AllowedCall allowed = AllowedCall.allow(caller, "nanoTime", "this test");
    List<Found> covered = calls.stream().filter(allowed::covers).toList();
    assertEquals(1, covered.size(), covered::toString);
  }

  private static String lines(List<?> rows) {
    return String.join("\n", rows.stream().map(Object::toString).toList());
  }
}
