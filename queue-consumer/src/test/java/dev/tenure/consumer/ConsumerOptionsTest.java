package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ConsumerOptionsTest {
  private static final ConsumerOptions DEFAULTS = ConsumerOptions.defaults("c");

  private static void refused(String message, Executable change) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, change).getMessage());
  }

  @Test
  void theDefaultsAreThePapers() {
    assertEquals(new Selection.Fixed(0.02), DEFAULTS.selection());
    assertEquals(20_000, DEFAULTS.peekMax());
    assertEquals(2_000, DEFAULTS.selectionMax());
    assertEquals(Duration.ofSeconds(30), DEFAULTS.itemLease());
    assertEquals(16, DEFAULTS.managers());
    assertEquals(64, DEFAULTS.workers());
  }

  @Test
  void everyValueOutOfRangeIsRefusedWithItsLimit() {
    refused("peekMax is 0, it must be 1 to 20000", () -> DEFAULTS.withPeekMax(0));
    refused(
        "selectionMax is 20001, it must be 1 to 20000", () -> DEFAULTS.withSelectionMax(20_001));
    refused("dequeueMax is 0, it must be 1 to 1000", () -> DEFAULTS.withDequeueMax(0));
    refused("dequeueMaxAlone is 7, it must be 8 to 1000", () -> DEFAULTS.withDequeueMaxAlone(7));
    refused("dequeueBytesMax is 0, it must be 1 to 5000000", () -> DEFAULTS.withDequeueBytesMax(0));
    refused(
        "itemLease is PT0.099S, it must be PT0.1S to PT12H",
        () -> DEFAULTS.withItemLease(Duration.ofMillis(99)));
    refused("managers is 1001, it must be 1 to 1000", () -> DEFAULTS.withManagers(1_001));
    refused("workers is 0, it must be 1 to 10000", () -> DEFAULTS.withWorkers(0));
    refused(
        "pollInterval is PT0S, it must be PT0.01S to PT1H",
        () -> DEFAULTS.withPollInterval(Duration.ZERO));
    refused(
        "heartbeat is PT11S, it must be PT0.1S to PT10S",
        () -> DEFAULTS.withHeartbeat(Duration.ofSeconds(11)));
    assertThrows(IllegalArgumentException.class, () -> ConsumerOptions.defaults(""));
  }

  @Test
  void everyTuningOutOfRangeIsRefusedWithItsLimit() {
    tuning("waitingMax is -1, it must be 0 to 10000", tuning -> tuning.withWaitingMax(-1));
    tuning("endingMax is 0, it must be 1 to 100000", tuning -> tuning.withEndingMax(0));
    tuning("completionsMax is 0, it must be 1 to 1000", tuning -> tuning.withCompletionsMax(0));
    tuning("effectsMax is 1001, it must be 1 to 1000", tuning -> tuning.withEffectsMax(1_001));
    tuning(
        "effectsBound is PT6S, it must be PT0.001S to PT5S",
        tuning -> tuning.withEffectsBound(Duration.ofSeconds(6)));
    tuning(
        "peekKept is PT11S, it must be PT0S to PT10S",
        tuning -> tuning.withPeekKept(Duration.ofSeconds(11)));
    tuning(
        "staleness is PT-0.001S, it must be PT0S to PT5S",
        tuning -> tuning.withStaleness(Duration.ofMillis(-1)));
    tuning(
        "rankDelay is PT11S, it must be PT0S to PT10S",
        tuning -> tuning.withRankDelay(Duration.ofSeconds(11)));
    tuning(
        "sequentialLease is PT0.5S, it must be PT1S to PT10M",
        tuning -> tuning.withSequentialLease(Duration.ofMillis(500)));
  }

  private static void tuning(String message, Function<Tuning, Tuning> change) {
    refused(message, () -> change.apply(Tuning.defaults()));
  }

  @Test
  void eachChangeTouchesNothingElse() {
    ConsumerOptions changed =
        DEFAULTS
            .withId("d")
            .withSelectionFraction(0.5)
            .withPeekMax(11)
            .withSelectionMax(12)
            .withDequeueMax(13)
            .withDequeueMaxAlone(14)
            .withDequeueBytesMax(15)
            .withItemLease(Duration.ofSeconds(16))
            .withManagers(17)
            .withWorkers(18)
            .withPollInterval(Duration.ofSeconds(19))
            .withHeartbeat(Duration.ofSeconds(2))
            .withApplications(Set.of("mail"))
            .withTuning(Tuning.defaults().withWaitingMax(20));
    assertEquals(
        new ConsumerOptions(
            "d",
            new Selection.Fixed(0.5),
            11,
            12,
            13,
            14,
            15,
            Duration.ofSeconds(16),
            17,
            18,
            Duration.ofSeconds(19),
            Duration.ofSeconds(2),
            Set.of("mail"),
            Tuning.defaults().withWaitingMax(20)),
        changed);
  }
}
