package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.late.time.ManualClock;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.PeekMark;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long a visit trusts what the one before it has seen. */
final class PeekMarksTest {
  private static final PointerRef REF = ref("z");
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration KEPT = Duration.ofSeconds(2);

  private final ManualClock clock = new ManualClock();
  private final PeekMarks marks = new PeekMarks();
  private final PeekMark mark = new PeekMark(8, clock.instant());
  private final PeekMark later = new PeekMark(8, clock.instant().plusSeconds(1));

  private static PointerRef ref(String zone) {
    return new PointerRef(1, new TenantId("mail", "ahab"), zone, 0);
  }

  private Optional<PeekMark> found() {
    return marks.find(REF, clock.instant());
  }

  @Test
  void aMarkLastsForTwoSeconds() {
    marks.remember(REF, mark, clock.instant());
    assertEquals(Optional.of(mark), found());
    clock.advance(KEPT.minus(MILLI));
    assertEquals(Optional.of(mark), found());
    clock.advance(MILLI);
    assertEquals(Optional.empty(), found());
  }

  @Test
  void visitsFromAMarkDoNotProlongIt() {
    Instant front = clock.instant();
    marks.remember(REF, mark, front);
    clock.advance(Duration.ofSeconds(1));
    marks.remember(REF, later, clock.instant());
    assertEquals(Optional.of(later), found());
    clock.advance(Duration.ofSeconds(1));
    assertEquals(Optional.empty(), found());
  }

  @Test
  void theTrueFrontBeginsANewTime() {
    marks.remember(REF, mark, clock.instant());
    clock.advance(KEPT);
    assertEquals(Optional.empty(), found());
    marks.remember(REF, later, clock.instant());
    clock.advance(KEPT.minus(MILLI));
    assertEquals(Optional.of(later), found());
  }

  @Test
  void aMarkOfAClockThatHasSteppedBackIsForgotten() {
    marks.remember(REF, mark, clock.instant());
    clock.advance(Duration.ofHours(-1));
    assertEquals(Optional.empty(), found());
  }

  @Test
  void marksOfZonesAreApart() {
    marks.remember(REF, mark, clock.instant());
    assertEquals(Optional.empty(), marks.find(ref("y"), clock.instant()));
  }

  @Test
  void theZonesVisitedLatestAreRemembered() {
    marks.remember(ref("old"), mark, clock.instant());
    marks.remember(REF, mark, clock.instant());
    for (int i = 0; i < 9_998; i++) {
      marks.remember(ref("z" + i), mark, clock.instant());
    }
    assertEquals(Optional.of(mark), found());
    assertEquals(Optional.of(mark), marks.find(ref("old"), clock.instant()));
    marks.remember(ref("one more"), mark, clock.instant());
    assertEquals(Optional.empty(), marks.find(ref("z0"), clock.instant()));
    assertEquals(Optional.of(mark), found());
  }
}
