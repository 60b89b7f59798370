package dev.tenure.campaigns.late;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/** A test without a late database, which {@link LateCommandTest} runs with the first seed only. */
class FailsAtNothingTest {

  @Test
  void passesWithTheFirstSeed() {
    assertNotEquals("8", System.getProperty("tenure.late.seed"));
  }
}
