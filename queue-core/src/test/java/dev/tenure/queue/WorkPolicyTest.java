package dev.tenure.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class WorkPolicyTest {

  private static void refuses(UnaryOperator<WorkPolicy> change, String told) {
    WorkPolicy policy = WorkPolicy.defaults();
    assertEquals(
        told,
        assertThrows(IllegalArgumentException.class, () -> change.apply(policy)).getMessage());
  }

  @Test
  void valuesThatCannotBeUsedAreNamedWithTheirLimit() {
    refuses(policy -> policy.withAttemptsMax(-1), "attemptsMax is -1, it must be 0 to 1000000");
    refuses(policy -> policy.withVanishedMax(-1), "vanishedMax is -1, it must be 0 to 1000000");
    refuses(
        policy -> policy.withVanishedMax(1_000_001),
        "vanishedMax is 1000001, it must be 0 to 1000000");
    refuses(policy -> policy.withInlineRetries(11), "inlineRetries is 11, it must be 0 to 10");
  }

  @Test
  void eachValueIsChangedAlone() {
    WorkPolicy changed =
        WorkPolicy.defaults()
            .withInlineRetries(1)
            .withBackoff(Duration.ofMillis(2), Duration.ofMillis(3))
            .withAttemptsMax(4)
            .withVanishedMax(5)
            .withExecutionBound(Duration.ofMillis(6))
            .withConcurrency(7)
            .withExhausted(WorkPolicy.Exhausted.DISCARD)
            .withAgeMax(Duration.ofMillis(8))
            .withPermanentErrors(ArithmeticException.class);
    assertEquals(
        new WorkPolicy(
            1,
            Duration.ofMillis(2),
            Duration.ofMillis(3),
            4,
            5,
            Duration.ofMillis(6),
            7,
            WorkPolicy.Exhausted.DISCARD,
            Duration.ofMillis(8),
            List.of(ArithmeticException.class)),
        changed);
    assertEquals(changed, changed.withVanishedMax(9).withVanishedMax(5));
  }
}
