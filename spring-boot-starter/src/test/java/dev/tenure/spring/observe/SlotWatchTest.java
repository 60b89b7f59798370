package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SlotWatchTest {
  private Instant now = Instant.EPOCH;
  private Optional<ConsumerSigns> consumer = Optional.of(ConsumerSigns.atRest());
  private final SlotWatch watch =
      new SlotWatch(List.of(() -> consumer.map(ConsumerSigns::status)), () -> now);

  /** The longest time for which slots were stuck, when looking each second. */
  private long stuckAfter(int seconds, ConsumerSigns signs) {
    consumer = Optional.of(signs);
    Duration stuck = watch.stuck();
    for (int i = 0; i < seconds; i++) {
      now = now.plusSeconds(1);
      stuck = watch.stuck();
    }
    return stuck.toSeconds();
  }

  private static ConsumerSigns load(int pointers, int items, int places) {
    return ConsumerSigns.atRest().withLoad(pointers, items, places);
  }

  @Test
  void nothingIsStuckAtRest() {
    assertThat(stuckAfter(600, ConsumerSigns.atRest())).isZero();
  }

  @Test
  void itemsThatRunForLongHoldTheirPlacesRightly() {
    assertThat(stuckAfter(600, load(0, 4, 4))).isZero();
  }

  @Test
  void aPlaceWithoutAnItemIsStuckUntilItIsBack() {
    assertThat(stuckAfter(300, load(0, 0, 1))).isEqualTo(300);
    assertThat(stuckAfter(1, load(0, 1, 1))).isZero();
    assertThat(stuckAfter(10, load(0, 1, 2))).isEqualTo(10);
  }

  @Test
  void placesOfAVisitUnderWayAreNotStuck() {
    assertThat(stuckAfter(600, load(1, 0, 3))).isZero();
  }

  @Test
  void visitsDoNotHideWhatIsStuck() {
    stuckAfter(10, load(0, 0, 1));
    assertThat(stuckAfter(10, load(1, 0, 3))).isEqualTo(20);
  }

  @Test
  void allPlacesTakenByFewerItemsThanWorkersAreStuckUntilOneBegins() {
    ConsumerSigns full = load(1, 3, 4);
    assertThat(stuckAfter(60, full)).isEqualTo(60);
    assertThat(stuckAfter(1, full.withStarted(1))).isLessThanOrEqualTo(1);
  }

  @Test
  void busyManagersAreStuckUntilAVisitBegins() {
    ConsumerSigns busy = load(2, 0, 2).withVisits(7, ConsumerSigns.MANAGERS);
    assertThat(stuckAfter(60, busy)).isEqualTo(60);
    assertThat(stuckAfter(1, busy.withVisits(8, ConsumerSigns.MANAGERS))).isLessThanOrEqualTo(1);
  }

  @Test
  void aConsumerThatStopsTakesWhatWasStuckWithIt() {
    stuckAfter(60, load(0, 0, 1));
    consumer = Optional.empty();
    assertThat(watch.stuck()).isZero();
    assertThat(stuckAfter(5, load(0, 0, 1))).isEqualTo(5);
  }
}
