package dev.tenure.queue.redrive;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Where a run stands: behind one letter of one zone, or behind a zone. As text it is the base64url
 * of a packed tuple: format 1, begun, zone, whether behind the zone, id.
 *
 * @param begunMillis when the first run began; what died later is left alone
 * @param zone empty before the first one
 * @param zoneDone whether to go on with the next zone
 * @param afterId the last letter looked at, empty at a zone's begin
 */
record RedrivePosition(long begunMillis, String zone, boolean zoneDone, String afterId) {
  private static final long FORMAT = 1;
  private static final List<Class<?>> COLUMNS =
      List.of(Long.class, Long.class, String.class, Boolean.class, String.class);

  /** Before everything. */
  static RedrivePosition start(Optional<String> zone, Instant now) {
    return new RedrivePosition(now.toEpochMilli(), zone.orElse(""), zone.isEmpty(), "");
  }

  RedrivePosition behind(String id) {
    return new RedrivePosition(begunMillis, zone, false, id);
  }

  RedrivePosition behindZone() {
    return new RedrivePosition(begunMillis, zone, true, "");
  }

  RedrivePosition atZone(String next) {
    return new RedrivePosition(begunMillis, next, false, "");
  }

  Optional<String> after() {
    return afterId.isEmpty() ? Optional.empty() : Optional.of(afterId);
  }

  String text() {
    byte[] packed = Tuple.from(FORMAT, begunMillis, zone, zoneDone, afterId).pack();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
  }

  /**
   * @throws IllegalArgumentException when the text is not one of this scope
   */
  static RedrivePosition parse(String text, Optional<String> zone) {
    Tuple columns = columns(text);
    RedrivePosition position =
        new RedrivePosition(
            columns.getLong(1), columns.getString(2), columns.getBoolean(3), columns.getString(4));
    if (zone.isPresent() && !zone.get().equals(position.zone)) {
      throw refused("it is of zone \"" + position.zone + "\", not of \"" + zone.get() + "\"");
    }
    return position;
  }

  private static Tuple columns(String text) {
    byte[] packed;
    try {
      packed = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw refused("it is not base64url");
    }
    Tuple columns =
        PackedTuples.unpack(packed, 0)
            .filter(RedrivePosition::fits)
            .orElseThrow(() -> refused("it does not hold format, time, zone and id"));
    if (columns.getLong(0) != FORMAT) {
      throw refused("its format is " + columns.getLong(0) + ", known is " + FORMAT);
    }
    return columns;
  }

  private static boolean fits(Tuple columns) {
    if (columns.size() != COLUMNS.size()) {
      return false;
    }
    for (int place = 0; place < COLUMNS.size(); place++) {
      if (!COLUMNS.get(place).isInstance(columns.get(place))) {
        return false;
      }
    }
    return columns.getString(2).length() <= QueueLimits.ZONE_BYTES_MAX
        && columns.getString(4).length() <= QueueLimits.ITEM_ID_BYTES_MAX;
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("continuation is not one of this redrive: " + why);
  }
}
