package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class StillnessTest {
  private long nanos;

  @Test
  void beginsAnewWheneverACountMoves() {
    Stillness stillness = new Stillness(() -> nanos);
    assertEquals(Duration.ZERO, stillness.look(0, 0));
    nanos += 1_000_000_000;
    assertEquals(Duration.ofSeconds(1), stillness.look(0, 0));
    nanos += 1_000_000_000;
    assertEquals(Duration.ZERO, stillness.look(0, 1));
    nanos += 1_000_000_000;
    assertEquals(Duration.ofSeconds(1), stillness.look(0, 1));
    assertEquals(Duration.ZERO, stillness.look(1, 1));
    assertEquals(Duration.ZERO, stillness.look(1, 0));
  }
}
