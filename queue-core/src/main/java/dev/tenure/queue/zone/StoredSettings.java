package dev.tenure.queue.zone;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.proto.QueueZoneSettings;
import dev.tenure.record.cursor.Isolation;
import java.time.Duration;
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
              if (before.paused() && !after.paused()) {
                zone.waker().wake(zone.now(), "resume");
              }
              return zone.store().save(message(after)).thenApply(saved -> after);
            });
  }

  private QueueZoneSettings message(ZoneSettings settings) {
    return QueueZoneSettings.newBuilder()
        .setZone(zone.zone())
        .setPaused(settings.paused())
        .setDedupMillis(settings.dedupFor().toMillis())
        .build();
  }
}
