package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.cursor.Isolation;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** The stored settings of a zone: one record, or none while all settings are the defaults. */
final class StoredSettings {
  private final ZoneAccess zone;

  StoredSettings(ZoneAccess zone) {
    this.zone = zone;
  }

  CompletableFuture<ZoneSettings> load(Isolation isolation) {
    return zone.store()
        .load(QueueSchema.SETTINGS, Tuple.from(zone.zone()), isolation)
        .thenApply(
            found ->
                found
                    .map(stored -> settings((QueueZoneSettings) stored.message()))
                    .orElse(ZoneSettings.defaults()));
  }

  private static ZoneSettings settings(QueueZoneSettings stored) {
    return new ZoneSettings(stored.getPaused(), Duration.ofMillis(stored.getDedupMillis()));
  }

  /** Changes the settings, and wakes the zone when they resume it. */
  CompletableFuture<ZoneSettings> change(UnaryOperator<ZoneSettings> change) {
    return zone.waker()
        .prepare()
        .thenCompose(ready -> load(Isolation.SERIALIZABLE))
        .thenCompose(
            before -> {
              ZoneSettings after = change.apply(before);
              CompletableFuture<Void> woken =
                  before.paused() && !after.paused()
                      ? wake()
                      : CompletableFuture.completedFuture(null);
              return woken
                  .thenCompose(done -> zone.store().save(message(after)))
                  .thenApply(saved -> after);
            });
  }

  /**
   * Wakes the zone for now, or for the vesting time of its earliest item if that is earlier: if the
   * clock of the operator is ahead, the items must not wait until the others' clocks show its time.
   */
  private CompletableFuture<Void> wake() {
    Instant now = zone.now();
    return ZonePeek.earliest(zone.store(), zone.zone())
        .thenAccept(
            earliest ->
                zone.waker().wake(earliest.filter(it -> it.isBefore(now)).orElse(now), "resume"));
  }

  private QueueZoneSettings message(ZoneSettings settings) {
    return QueueZoneSettings.newBuilder()
        .setZone(zone.zone())
        .setPaused(settings.paused())
        .setDedupMillis(settings.dedupFor().toMillis())
        .build();
  }
}
