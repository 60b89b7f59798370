package dev.tenure.campaigns.late;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests that {@link LateCommandTest} runs with some seeds, of which 7 makes one fail. */
class FailsAtSevenTest {

  @Test
  void passesWithOtherSeeds() {
    System.setProperty(LateClasses.USED, "");
    assertNotEquals("7", System.getProperty("tenure.late.seed"), "planted");
  }

  @Test
  @Tag("punctual") // stands for tests that the command must leave out
  void passesWithoutAnySeed() {
    assertNotEquals("6", System.getProperty("tenure.late.seed"));
  }
}
