package dev.tenure.campaigns.shake;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a round does, drawn from the seed of the campaign.
 *
 * @param choice which part of the cluster it is about
 * @param lasts the time between begin and end of the shaking
 * @param killed the number of the consumer that is killed meanwhile; negative for none
 * @param away the time until the killed consumer is started again
 */
record ShakeRound(
    int number, Shaking shaking, int choice, Duration lasts, int killed, Duration away) {
  private static final int CHOICES = 1 << 20;
  private static final int KILLS_ONE_IN = 3;
  private static final int AWAY_MILLIS_MAX = 5_000;

  static ShakeRound draw(
      int number,
      List<Shaking> shakings,
      Duration lastsMax,
      int consumers,
      SplittableRandom random) {
    Shaking shaking = shakings.get(random.nextInt(shakings.size()));
    boolean kills = shaking == Shaking.CONSUMERS || random.nextInt(KILLS_ONE_IN) == 0;
    Duration lasts =
        shaking.lasts()
            ? Duration.ofMillis(random.nextLong(lastsMax.toMillis() + 1))
            : Duration.ZERO;
    return new ShakeRound(
        number,
        shaking,
        random.nextInt(CHOICES),
        lasts,
        kills ? random.nextInt(consumers) : -1,
        Duration.ofMillis(random.nextLong(Math.min(AWAY_MILLIS_MAX, lastsMax.toMillis()))));
  }

  boolean kills() {
    return killed >= 0;
  }

  @Override
  public String toString() {
    return "%d %s%s%s"
        .formatted(
            number,
            shaking.name().toLowerCase(Locale.ROOT),
            shaking.lasts() ? " for %.1f s".formatted(lasts.toMillis() / 1000.0) : "",
            kills() ? ", a consumer killed" : "");
  }
}
