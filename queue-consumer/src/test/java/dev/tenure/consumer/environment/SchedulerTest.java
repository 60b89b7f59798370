package dev.tenure.consumer.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tenure.late.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private final VirtualTime time = new VirtualTime();
  private final Scheduler scheduler = new Scheduler(time, time, time);
  private final List<String> done = new ArrayList<>();

  private Scheduler.Scheduled after(long millis, String what) {
    return scheduler.after(Duration.ofMillis(millis), () -> done.add(what));
  }

  @Test
  void actionsComeInTheOrderOfTheirTimes() {
    after(30, "third");
    after(10, "first");
    after(20, "second");
    after(20, "second, later asked for");
    time.pass(Duration.ofMillis(25));
    assertEquals(List.of("first", "second", "second, later asked for"), done);
    time.pass(Duration.ofMillis(5));
    assertEquals("third", done.get(3));
  }

  @Test
  void noneIsEarly() {
    Instant due = time.instant().plusNanos(1_500_001);
    List<Instant> at = new ArrayList<>();
    scheduler.at(due, () -> at.add(time.instant()));
    time.pass(Duration.ofMillis(5));
    assertEquals(1, at.size());
    assertFalse(at.get(0).isBefore(due));
  }

  @Test
  void whatIsCancelledIsNotDone() {
    Scheduler.Scheduled cancelled = after(10, "cancelled");
    after(20, "kept");
    cancelled.cancel();
    time.pass(Duration.ofSeconds(1));
    assertEquals(List.of("kept"), done);
  }

  @Test
  void whatIsLongDueIsDoneAtOnce() {
    scheduler.at(Instant.MIN, () -> done.add("long due"));
    time.pass(Duration.ZERO);
    assertEquals(List.of("long due"), done);
  }

  @Test
  void whatIsFarOffIsDoneThen() {
    scheduler.at(Instant.MAX, () -> done.add("never"));
    scheduler.after(Duration.ofHours(5), () -> done.add("far"));
    time.pass(Duration.ofHours(5).minusMillis(1));
    assertEquals(List.of(), done);
    time.pass(Duration.ofMillis(1));
    assertEquals(List.of("far"), done);
  }

  @Test
  void afterCloseNothingIsDone() {
    after(10, "before");
    scheduler.close();
    after(10, "afterwards");
    time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(), done);
  }
}
