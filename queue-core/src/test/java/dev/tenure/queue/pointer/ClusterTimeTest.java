package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterTimeTest extends ClusterTimeTests {
  private Duration corrected(Duration ahead) {
    return Duration.between(now, time.corrected(() -> now.plus(ahead)).instant());
  }

  @Test
  void aClockWithinTheStatedSkewIsTakenAsItIs() {
    beat(Duration.ofSeconds(10), Duration.ZERO, Duration.ZERO);
    assertEquals(Duration.ofSeconds(10), time.skew());
    assertEquals(Duration.ofSeconds(10), time.lead());
    assertFalse(time.isBeyondSkew());
    assertEquals(Duration.ofSeconds(10), corrected(Duration.ofSeconds(10)));
  }

  @Test
  void aSlowClockHasNoLead() {
    beat(Duration.ofSeconds(-3), Duration.ZERO, Duration.ZERO);
    assertEquals(Duration.ofSeconds(-3), time.skew());
    assertEquals(Duration.ZERO, time.lead());
  }

  @Test
  void theLeadIsOverTheSlowestSoundClock() {
    beat(Duration.ofSeconds(2), Duration.ofSeconds(-4), Duration.ZERO, HOUR.negated());
    assertEquals(Duration.ofSeconds(6), time.lead());
  }

  @Test
  void aClockThatIsHoursOffIsPutRight() {
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertTrue(time.isBeyondSkew());
    assertEquals(HOUR, time.skew());
    assertEquals(Duration.ZERO, corrected(HOUR));
    assertEquals(Duration.ZERO, time.lead());
  }

  /**
   * Seed 962426 of the world deployments: leases of an hour were held after their holder's death.
   */
  @Test
  void soundClocksMayBeTwiceTheSkewApartAndAreStillTheMajority() {
    beat(HOUR, Duration.ofMillis(-3_696), Duration.ofMillis(-4_481), Duration.ofMillis(9_598));
    assertTrue(time.isBeyondSkew());
    assertEquals(Duration.ofMillis(-3_696), corrected(HOUR));
  }

  @Test
  void clocksThatAreExactlyTwiceTheSkewApartAreAMajority() {
    beat(HOUR, Duration.ZERO, Duration.ofSeconds(20));
    assertEquals(Duration.ofSeconds(20), corrected(HOUR));
  }

  @Test
  void clocksFurtherApartThanTwiceTheSkewAreNoMajority() {
    beat(HOUR, Duration.ZERO, Duration.ofSeconds(20).plusMillis(1), Duration.ofMinutes(30));
    assertFalse(time.isBeyondSkew());
  }

  @Test
  void ofTwoClocksThatAreTwiceTheSkewApartNeitherIsRight() {
    beat(Duration.ofSeconds(20), Duration.ZERO);
    assertFalse(time.isBeyondSkew());
    assertEquals(Duration.ofSeconds(20), time.lead());
  }

  @Test
  void aClockIsDisputedWhenItIsAheadByMoreThanTwiceTheSkewAndNoMajoritySaysSo() {
    beat(Duration.ofSeconds(20), Duration.ZERO);
    assertFalse(time.isDisputed());
    beat(Duration.ofSeconds(20).plusMillis(1), Duration.ZERO);
    assertTrue(time.isDisputed());
    beat(Duration.ZERO, HOUR);
    assertFalse(time.isDisputed(), "the slower of two hides nothing");
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertFalse(time.isDisputed(), "a clock that is put right hides nothing");
  }

  @Test
  void ofTwoProcessesNobodyKnowsWhichIsRightAndTheFasterHidesNothingFromTheOther() {
    beat(HOUR, Duration.ZERO);
    assertEquals(HOUR, corrected(HOUR));
    assertEquals(HOUR, time.lead());
    beat(Duration.ZERO, HOUR);
    assertEquals(Duration.ZERO, time.lead());
  }

  @Test
  void aProcessThatComesLaterThanOneWithASlowClockIsNotLate() {
    beat(Duration.ZERO, HOUR.negated());
    assertEquals(Duration.ZERO, corrected(Duration.ZERO));
  }

  @Test
  void aProcessIsNotLedAstrayByOneThatComesLater() {
    beat(Duration.ZERO);
    beat(Duration.ZERO, HOUR);
    assertFalse(time.isBeyondSkew());
    beat(Duration.ZERO, HOUR.negated());
    assertFalse(time.isBeyondSkew());
  }

  @Test
  void aWrongProcessThatWasFirstIsPutRightOnceMostSaySo() {
    beat(HOUR);
    beat(HOUR, Duration.ZERO);
    assertFalse(time.isBeyondSkew(), "of two nobody knows which is right");
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertEquals(Duration.ZERO, corrected(HOUR));
  }

  @Test
  void aClockThatStepsIsNotFollowed() {
    beat(Duration.ZERO);
    beat(HOUR.negated());
    assertEquals(Duration.ZERO, corrected(HOUR.negated()));
    beat(HOUR.negated());
    assertEquals(Duration.ZERO, corrected(HOUR.negated()));
  }

  @Test
  void aClockThatStepsBackGoesOnUntilAHeartbeatTells() {
    InstantSource[] clock = {() -> now.plus(HOUR)};
    ClusterTime stepping = new ClusterTime(() -> clock[0].instant());
    InstantSource corrected = stepping.corrected(() -> clock[0].instant());
    List<Duration> moved = new ArrayList<>();
    stepping.onMove(moved::add);
    assertEquals(now.plus(HOUR), corrected.instant());
    clock[0] = () -> now;
    assertEquals(now.plus(HOUR), corrected.instant());
    assertEquals(List.of(), moved);
    ClockReading right = ahead(Duration.ZERO);
    stepping.learn(right, named(right, right));
    assertEquals(now, corrected.instant());
    assertEquals(List.of(HOUR.negated()), moved);
  }

  @Test
  void aClockThatIsSetRightIsBelievedWhenTheOthersSaySo() {
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    beat(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    assertFalse(time.isBeyondSkew());
    assertEquals(Duration.ZERO, time.skew());
  }

  @Test
  void whatWasReadLongAgoTellsNothing() {
    ClockReading long1 = ahead(HOUR);
    ClockReading long2 = ahead(HOUR);
    now = now.plus(Duration.ofSeconds(11));
    time.learn(ahead(Duration.ZERO), named(long1, long2));
    assertEquals(Duration.ZERO, time.skew());
  }

  @Test
  void versionsThatJumpMakeNoClockWrong() {
    for (long jump = 0; jump < 120; jump += 4) {
      beat(Duration.ZERO, Duration.ZERO);
      ClockReading other = ahead(Duration.ZERO);
      now = now.plus(BEAT);
      time.learn(new ClockReading(now, version() + jump * 1_000_000), named(other, other));
      assertFalse(time.isBeyondSkew(), "a jump by " + jump + " s");
      now = now.plusSeconds(jump);
    }
  }

  @Test
  void aClockThatStepsAheadIsPutRightByTheNextTransaction() {
    InstantSource[] clock = {() -> now};
    ClusterTime stepping = new ClusterTime(() -> clock[0].instant());
    stepping.learn(ahead(Duration.ZERO), Map.of());
    now = now.plusSeconds(1);
    assertFalse(stepping.hasStepped(now.plusSeconds(10), version()));
    clock[0] = () -> now.plus(HOUR);
    assertTrue(stepping.hasStepped(now.plus(HOUR), version()));
    assertTrue(stepping.hasStepped(now.plus(HOUR), version()), "another transaction of that time");
    assertEquals(now, stepping.corrected(clock[0]).instant());
    assertFalse(stepping.hasStepped(stepping.corrected(clock[0]).instant(), version()));
  }

  @Test
  void whatIsReadTenSecondsLaterStillCounts() {
    ClockReading one = ahead(Duration.ZERO);
    ClockReading another = ahead(Duration.ZERO);
    now = now.plusSeconds(10);
    time.learn(ahead(HOUR), named(one, another));
    assertEquals(HOUR, time.skew());
  }

  @Test
  void betweenTheRarestHeartbeatsAStepOfTheClockIsNotFollowed() {
    time.learn(ahead(Duration.ZERO), Map.of());
    now = now.plusSeconds(10).plusMillis(50);
    time.learn(ahead(HOUR), Map.of());
    assertEquals(HOUR, time.skew());
    assertEquals(Duration.ZERO, corrected(HOUR));
  }

  @Test
  void aHeartbeatTellsForFifteenSecondsThatTheClockSteps() {
    time.learn(ahead(Duration.ZERO), Map.of());
    now = now.plusSeconds(15);
    assertTrue(time.hasStepped(now.plus(HOUR), version()));
  }

  @Test
  void aHeartbeatOfLongAgoTellsNoStep() {
    time.learn(ahead(Duration.ZERO), Map.of());
    now = now.plusSeconds(15).plusMillis(1);
    assertFalse(time.hasStepped(now.plus(HOUR), version()));
  }

  @Test
  void theTimeOfMostClocksDoesNotDependOnTheirOrder() {
    beat(HOUR, Duration.ZERO, Duration.ZERO, HOUR.multipliedBy(2), Duration.ZERO);
    assertEquals(HOUR, time.skew());
  }

  private ClusterTime another() {
    ClusterTime second = new ClusterTime(InstantSource.fixed(START));
    second.share(time);
    return second;
  }

  private void hear(ClusterTime on, Duration ownAhead, String consumer, Duration ahead) {
    on.learn(ahead(ownAhead), Map.of(consumer, ahead(ahead)));
  }

  /** Seed 972076 of the world deployments: leases of one cluster were over by the other's time. */
  @Test
  void clustersOfAProcessHaveOneTime() {
    ClusterTime second = another();
    List<Duration> moved = new ArrayList<>();
    time.onMove(moved::add);
    beat(time, HOUR, Duration.ZERO);
    assertFalse(time.isBeyondSkew(), "of two nobody knows which is right");
    assertEquals(HOUR, time.lead());
    beat(second, HOUR, Duration.ZERO, Duration.ZERO);
    assertEquals(HOUR, time.skew());
    assertEquals(Duration.ZERO, corrected(HOUR));
    assertEquals(List.of(HOUR.negated()), moved);
    assertEquals(Duration.ZERO, time.lead());
    assertFalse(time.hasStepped(now, version()));
  }

  @Test
  void consumersOfSeveralClustersAreAMajorityTogether() {
    ClusterTime second = another();
    hear(time, HOUR, "ishmael", Duration.ZERO);
    assertFalse(time.isBeyondSkew());
    hear(second, HOUR, "queequeg", Duration.ofSeconds(2));
    assertEquals(HOUR.minusSeconds(2), time.skew());
  }

  @Test
  void consumerThatSeveralClustersHearCountsOnce() {
    ClusterTime second = another();
    beat(time, HOUR, Duration.ZERO);
    beat(second, HOUR, Duration.ZERO);
    assertFalse(second.isBeyondSkew());
    assertEquals(HOUR, second.lead());
  }

  @Test
  void ofAConsumerThatSeveralClustersHearTheNewestClockCounts() {
    ClusterTime second = another();
    ClusterTime third = another();
    hear(time, Duration.ZERO, "ishmael", HOUR);
    now = now.plusSeconds(1);
    hear(second, Duration.ZERO, "ishmael", Duration.ofSeconds(4));
    now = now.plusSeconds(1);
    hear(third, Duration.ZERO, "queequeg", Duration.ofSeconds(6));
    assertEquals(Duration.ofSeconds(-4), third.skew());
    now = now.plusSeconds(1);
    hear(time, Duration.ZERO, "ishmael", Duration.ofSeconds(8));
    assertEquals(Duration.ofSeconds(-6), time.skew(), "its own cluster tells the newest");
  }

  @Test
  void whatAnotherClusterToldMovesWithTheCorrection() {
    ClusterTime second = another();
    hear(time, HOUR, "ishmael", Duration.ofSeconds(-5));
    hear(second, HOUR, "queequeg", Duration.ZERO);
    assertEquals(HOUR, time.skew());
    assertEquals(Duration.ofSeconds(5), time.lead());
    now = now.plus(BEAT);
    hear(second, HOUR, "queequeg", Duration.ZERO);
    assertEquals(HOUR, time.skew(), "ishmael still counts, without whom nobody knows");
    assertFalse(second.isDisputed());
  }

  @Test
  void whatAnotherClusterToldSurvivesAStepOfTheClock() {
    ClusterTime second = another();
    beat(time, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    beat(second, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    beat(second, HOUR);
    assertEquals(HOUR, second.skew());
    assertEquals(Duration.ZERO, corrected(HOUR));
    assertEquals(Duration.ZERO, second.lead());
  }

  @Test
  void whatAnotherClusterToldCountsForFifteenSeconds() {
    ClusterTime second = another();
    hear(time, HOUR, "ishmael", Duration.ZERO);
    now = now.plusSeconds(15);
    hear(second, HOUR, "queequeg", Duration.ZERO);
    assertEquals(HOUR, time.skew());
  }

  @Test
  void whatAnotherClusterToldLongerAgoCountsNoMore() {
    ClusterTime second = another();
    hear(time, HOUR, "ishmael", Duration.ZERO);
    now = now.plusSeconds(15).plusMillis(1);
    hear(second, HOUR, "queequeg", Duration.ZERO);
    assertEquals(Duration.ZERO, time.skew());
  }

  @Test
  void listenersHearOfASharedCorrectionAndOfAStep() {
    ClusterTime second = new ClusterTime(InstantSource.fixed(START));
    List<Duration> moved = new ArrayList<>();
    second.onMove(moved::add);
    second.share(time);
    second.share(time);
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    assertEquals(List.of(HOUR.negated()), moved);
    assertFalse(time.hasStepped(now.plusSeconds(10), version()));
    assertTrue(time.hasStepped(now.plusSeconds(11), version()));
    assertEquals(2, moved.size());
  }

  @Test
  void consumersThatAreLiveNoLongerCountNoMore() {
    hear(time, Duration.ZERO, "ishmael", HOUR);
    time.learn(ahead(Duration.ZERO), Map.of("ishmael", ahead(HOUR), "queequeg", ahead(HOUR)));
    assertEquals(HOUR.negated(), time.skew());
    now = now.plus(BEAT);
    hear(time, Duration.ZERO, "stubb", Duration.ZERO);
    assertEquals(Duration.ZERO, time.skew());
  }

  @Test
  void jumpOfVersionsLeavesTheCorrectionAsItIs() {
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    now = now.plus(BEAT);
    time.learn(new ClockReading(now.plus(HOUR), version() + 100_000_000), Map.of());
    assertEquals(Duration.ZERO, corrected(HOUR));
  }

  /** Seed 973278 of the world deployments: after a pause, leases were of an hour ahead. */
  @Test
  void correctionStaysWhenNobodyTellsTheTimeAnyMore() {
    beat(HOUR, Duration.ZERO, Duration.ZERO);
    now = now.plusSeconds(30);
    beat(HOUR);
    assertEquals(Duration.ZERO, corrected(HOUR));
  }
}
