package dev.tenure.consumer.inflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private final VirtualTime time = new VirtualTime();
  private int calls;

  private Capacity capacity(ConsumerOptions options) {
    Capacity capacity = new Capacity(options, new Scheduler(time, time, time), time);
    capacity.whenAvailable(() -> calls++);
    return capacity;
  }

  private static ConsumerOptions workers(int workers) {
    return ConsumerOptions.defaults("c").withWorkers(workers);
  }

  @Test
  void withoutRecentStartsThereIsRoomForIdleWorkersOnly() {
    Capacity capacity = capacity(workers(10));
    assertEquals(8, capacity.take(8));
    assertEquals(2, capacity.take(8));
    assertEquals(0, capacity.take(8));
    capacity.free(1);
    assertEquals(1, capacity.take(8));
  }

  @Test
  void workersThatAreAllBusyForTenSecondsAreStuck() {
    Capacity capacity = capacity(workers(2));
    time.pass(Duration.ofHours(1));
    assertEquals(1, capacity.take(1));
    time.pass(Duration.ofSeconds(30));
    assertFalse(capacity.isStuck(), "a worker is free");
    assertEquals(1, capacity.take(1));
    time.pass(Duration.ofSeconds(10).minusMillis(1));
    assertFalse(capacity.isStuck());
    time.pass(Duration.ofMillis(1));
    assertTrue(capacity.isStuck());
    capacity.ending();
    assertTrue(capacity.isStuck());
    capacity.free(1);
    assertFalse(capacity.isStuck());
    capacity.retake(1);
    assertFalse(capacity.isStuck(), "a worker became free a moment ago");
    time.pass(Duration.ofSeconds(10));
    assertTrue(capacity.isStuck());
  }

  @Test
  void shortItemsAreTakenAheadOfWorkers() {
    Capacity capacity = capacity(workers(10));
    for (int i = 0; i < 800; i++) {
      capacity.started();
    }
    assertEquals(110, capacity.take(1_000));
  }

  @Test
  void beyondAHundredAndTwentyEightOnlyWhatIsStartedInAnEightiethOfASecondIsTakenAhead() {
    Capacity capacity = capacity(workers(10));
    start(capacity, 10_240);
    assertEquals(10 + 128, capacity.take(1_000));
    start(capacity, 80);
    assertEquals(1, capacity.take(1_000));
  }

  @Test
  void itemsWaitingAreBounded() {
    Capacity capacity = capacity(workers(10));
    for (int i = 0; i < 100_000; i++) {
      capacity.started();
    }
    assertEquals(10 + Tuning.defaults().waitingMax(), capacity.take(1_000));
  }

  @Test
  void startsOfLongAgoDoNotCount() {
    Capacity capacity = capacity(workers(10));
    for (int i = 0; i < 800; i++) {
      capacity.started();
    }
    time.pass(Duration.ofSeconds(1));
    assertEquals(110, capacity.take(1_000));
    capacity.free(110);
    time.pass(Duration.ofSeconds(2));
    assertEquals(10, capacity.take(1_000));
  }

  @Test
  void whoAskedInVainIsCalledOnceWhenThereIsRoom() {
    Capacity capacity = capacity(workers(2));
    assertTrue(capacity.ask());
    assertEquals(2, capacity.take(2));
    assertFalse(capacity.ask());
    time.runReady();
    assertEquals(0, calls);
    capacity.free(1);
    capacity.free(1);
    time.runReady();
    assertEquals(1, calls);
  }

  @Test
  void nothingIsTakenWhileTooManyEndsAreNotCommitted() {
    Capacity capacity = capacity(workers(2).withTuning(Tuning.defaults().withEndingMax(2)));
    capacity.ending();
    capacity.ending();
    assertEquals(2, capacity.endings());
    assertFalse(capacity.ask());
    assertEquals(0, capacity.take(2));
    capacity.ended();
    time.runReady();
    assertEquals(1, calls);
    assertEquals(2, capacity.take(2));
  }

  private static void start(Capacity capacity, int items) {
    for (int i = 0; i < items; i++) {
      capacity.started();
    }
  }

  @Test
  void aVisitTakesDequeueMaxWhileItemsAreSlow() {
    Capacity capacity = capacity(workers(10));
    assertEquals(8, capacity.visitMax());
    start(capacity, 1_799);
    assertEquals(8, capacity.visitMax());
    start(capacity, 1);
    assertEquals(9, capacity.visitMax());
  }

  @Test
  void aVisitTakesWhatIsStartedInATwoHundredthOfASecond() {
    Capacity capacity = capacity(workers(10));
    start(capacity, 5_000);
    assertEquals(25, capacity.visitMax());
    time.pass(Duration.ofSeconds(1));
    assertEquals(25, capacity.visitMax(), "by the second before");
    start(capacity, 2_000);
    assertEquals(25, capacity.visitMax());
    time.pass(Duration.ofSeconds(1));
    assertEquals(10, capacity.visitMax());
    time.pass(Duration.ofSeconds(2));
    assertEquals(8, capacity.visitMax());
  }

  @Test
  void aVisitTakesNoMoreThanOneToAZoneAlone() {
    Capacity capacity = capacity(workers(10).withDequeueMaxAlone(20));
    start(capacity, 100_000);
    assertEquals(20, capacity.visitMax());
  }

  @Test
  void aVisitTakesExactlyWhatBothLimitsSay() {
    Capacity capacity = capacity(workers(10).withDequeueMax(1).withDequeueMaxAlone(1));
    assertEquals(1, capacity.visitMax());
    start(capacity, 100_000);
    assertEquals(1, capacity.visitMax());
  }

  @Test
  void whileManyWaitAheadRoomForAWholeVisitIsAwaited() {
    Capacity capacity = capacity(workers(10));
    start(capacity, 4_000);
    assertEquals(20, capacity.visitMax());
    assertEquals(10 + 128, capacity.take(1_000));
    assertFalse(capacity.ask());
    capacity.free(19);
    time.runReady();
    assertEquals(0, calls);
    capacity.free(1);
    time.runReady();
    assertEquals(1, calls);
  }

  @Test
  void halfOfWhatMayWaitAheadIsRoomEnough() {
    Tuning few = Tuning.defaults().withWaitingMax(24);
    Capacity capacity = capacity(workers(10).withTuning(few));
    start(capacity, 8_000);
    assertEquals(40, capacity.visitMax());
    assertEquals(34, capacity.take(1_000));
    assertFalse(capacity.ask());
    capacity.free(11);
    time.runReady();
    assertEquals(0, calls);
    capacity.free(1);
    time.runReady();
    assertEquals(1, calls);
  }

  @Test
  void placesTakenAreCounted() {
    Capacity capacity = capacity(workers(10));
    assertEquals(4, capacity.take(4));
    capacity.retake(10);
    assertEquals(14, capacity.taken());
    assertEquals(0, capacity.take(4));
    capacity.free(5);
    assertEquals(9, capacity.taken());
    assertEquals(1, capacity.take(4));
  }

  @Test
  void withIdleWorkersAnyRoomIsEnough() {
    Capacity capacity = capacity(workers(2));
    start(capacity, 4_000);
    assertEquals(1, capacity.take(1));
    assertTrue(capacity.ask());
  }

  @Test
  void whoHasNotAskedIsNotCalled() {
    Capacity capacity = capacity(workers(2));
    assertEquals(2, capacity.take(2));
    capacity.free(2);
    time.runReady();
    assertEquals(0, calls);
  }

  @Test
  void withoutAnActionCapacityThatComesIsNoFault() {
    Capacity capacity = new Capacity(workers(1), new Scheduler(time, time, time), time);
    assertEquals(1, capacity.take(1));
    assertFalse(capacity.ask());
    capacity.free(1);
    time.runReady();
    assertTrue(capacity.ask());
  }

  @Test
  void withAllWorkersBusyAFewPlacesAheadAreNotEnough() {
    Capacity capacity = capacity(workers(10));
    start(capacity, 40);
    assertEquals(10, capacity.take(10));
    assertFalse(capacity.ask());
    capacity.free(1);
    time.runReady();
    assertEquals(1, calls);
  }
}
