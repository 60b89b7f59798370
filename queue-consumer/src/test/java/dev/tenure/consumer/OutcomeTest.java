package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.failure.FailureText;
import dev.tenure.consumer.fixture.Misbehaviour;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // what callers must not do
class OutcomeTest {
  private static String message(Runnable call) {
    return String.valueOf(assertThrows(NullPointerException.class, call::run).getMessage());
  }

  @Test
  void aReasonThatIsNullIsStated() {
    assertEquals(new Outcome.DeadLetter("no reason was given"), Outcome.deadLetter(null));
    assertEquals(new Outcome.Discard("no reason was given"), Outcome.discard(null));
    assertEquals(
        new Outcome.RetryAfter(Duration.ZERO, "no reason was given"),
        Outcome.retryAfter(Duration.ZERO, null));
  }

  @Test
  void aDelayThatIsNullIsRefusedWithItsLimits() {
    assertEquals(
        "retry delay is null, it must be PT0S to PT87600H",
        message(() -> Outcome.retryAfter(null, "later")));
    assertEquals(
        "snooze delay is null, it must be PT0S to PT87600H", message(() -> Outcome.snooze(null)));
  }

  @Test
  void effectsThatAreNullAreRefused() {
    assertEquals(
        "effects are null: done() is an outcome without effects",
        message(() -> Outcome.done(null)));
  }

  @Test
  void anExceptionThatCannotBePrintedIsNamedByItsClass() {
    assertEquals(
        "dev.tenure.consumer.fixture.Misbehaviour$Unprintable (describing it threw"
            + " java.lang.IllegalStateException)",
        FailureText.of(new Misbehaviour.Unprintable()));
  }

  @Test
  void causesThatFormACircleAreToldOnce() {
    IllegalStateException one = new IllegalStateException("one");
    one.initCause(new IllegalStateException("two", one));
    String text = FailureText.of(one);
    assertTrue(text.contains("one") && text.endsWith("two"), text);
  }
}
