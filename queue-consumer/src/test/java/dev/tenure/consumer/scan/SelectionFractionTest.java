package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.Selection;
import org.junit.jupiter.api.Test;

class SelectionFractionTest {

  private static void window(SelectionFraction fraction, int collisions) {
    for (int i = 0; i < SelectionFraction.WINDOW_VISITS; i++) {
      fraction.visited(i < collisions);
    }
  }

  @Test
  void aFixedFractionStays() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Fixed(0.3));
    window(fraction, SelectionFraction.WINDOW_VISITS);
    assertEquals(0.3, fraction.current());
  }

  @Test
  void tooManyCollisionsHalveASteeredOne() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Steered(0.1));
    window(fraction, 6);
    assertEquals(Selection.Steered.INITIAL / 2, fraction.current());
  }

  @Test
  void fewCollisionsLetASteeredOneGrowByAStep() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Steered(0.1));
    window(fraction, 5);
    assertEquals(Selection.Steered.INITIAL + Selection.Steered.STEP, fraction.current());
  }

  @Test
  void aSteeredOneStaysWithinItsBounds() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Steered(0.1));
    for (int i = 0; i < 200; i++) {
      window(fraction, 0);
    }
    assertEquals(Selection.Steered.MOST, fraction.current());
    for (int i = 0; i < 20; i++) {
      window(fraction, SelectionFraction.WINDOW_VISITS);
    }
    assertEquals(Selection.Steered.LEAST, fraction.current());
  }

  @Test
  void collisionsAreOftenAboveOneInTwenty() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Fixed(0.02));
    window(fraction, 3);
    assertTrue(fraction.collidingOften());
    window(fraction, 2);
    assertFalse(fraction.collidingOften());
  }

  @Test
  void itYieldsUntilManyWindowsInARowHadFewCollisions() {
    SelectionFraction fraction = new SelectionFraction(new Selection.Fixed(0.1));
    assertFalse(fraction.yields());
    window(fraction, 3);
    for (int i = 1; i < SelectionFraction.YIELDING_WINDOWS; i++) {
      window(fraction, 2);
      assertTrue(fraction.yields(), "after window " + i);
    }
    window(fraction, 2);
    assertFalse(fraction.yields());
  }

  @Test
  void itSettlesWhereCollisionsMeetTheTarget() {
    // Collisions in proportion to the fraction: at 0.1 every second visit collides.
    SelectionFraction fraction = new SelectionFraction(new Selection.Steered(0.2));
    double sum = 0;
    for (int i = 0; i < 400; i++) {
      int collisions = (int) (fraction.current() * 5 * SelectionFraction.WINDOW_VISITS);
      window(fraction, Math.min(collisions, SelectionFraction.WINDOW_VISITS));
      sum += i < 200 ? 0 : fraction.current();
    }
    double mean = sum / 200;
    assertTrue(mean > 0.02 && mean < 0.045, "mean " + mean);
  }

  @Test
  void fractionsOutsideOfZeroToOneAreRefusedByValueAndLimit() {
    IllegalArgumentException tooLow =
        assertThrows(IllegalArgumentException.class, () -> new Selection.Fixed(0));
    assertEquals("selection fraction is 0.0, it must be above 0, at most 1", tooLow.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Selection.Fixed(1.01));
    assertThrows(IllegalArgumentException.class, () -> new Selection.Fixed(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new Selection.Steered(-0.1));
  }
}
