package dev.tenure.queue.redrive;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The position of a run: after a letter of a zone, or after the zone. As text it is the base64url
 * of a packed tuple: format 2, begun, zone, whether behind the zone, id, fingerprint of the filter,
 * last zone, last id.
 *
 * @param begunMillis the time at which the first run began; letters that were set aside later are
 *     left alone
 * @param zone the zone; empty before the first zone
 * @param zoneDone whether the position is after the zone
 * @param afterId the last letter that was read; empty before the first letter of the zone
 * @param filter the fingerprint of the request's filter
 * @param last the last letter of the scope; empty when the scope has no end
 */
record RedrivePosition(
    long begunMillis,
    String zone,
    boolean zoneDone,
    String afterId,
    long filter,
    Optional<Letter> last) {
  private static final long FORMAT = 2;

  /** The last code point: sorts behind every other id. */
  private static final String LAST_OF_ZONE = "\udbff\udfff";

  private static final List<Class<?>> COLUMNS =
      List.of(
          Long.class,
          Long.class,
          String.class,
          Boolean.class,
          String.class,
          Long.class,
          String.class,
          String.class);

  /** The address of a letter. Addresses are ordered by zone, and then by id, as UTF-8. */
  record Letter(String zone, String id) {
    boolean isBefore(Letter other) {
      int zones = compare(zone, other.zone);
      return zones < 0 || (zones == 0 && compare(id, other.id) < 0);
    }

    private static int compare(String one, String other) {
      return Arrays.compareUnsigned(
          one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The position before the first letter. */
  static RedrivePosition start(RedriveRequest request, Instant now) {
    Optional<String> zone = request.zone();
    return new RedrivePosition(
        now.toEpochMilli(),
        zone.orElse(""),
        zone.isEmpty(),
        "",
        request.filter().fingerprint(),
        Optional.empty());
  }

  RedrivePosition behind(String id) {
    return new RedrivePosition(begunMillis, zone, false, id, filter, last);
  }

  RedrivePosition behindZone() {
    return new RedrivePosition(begunMillis, zone, true, "", filter, last);
  }

  RedrivePosition atZone(String next) {
    return new RedrivePosition(begunMillis, next, false, "", filter, last);
  }

  /** The same position in a scope that ends at another position. */
  RedrivePosition until(RedrivePosition end) {
    return new RedrivePosition(
        begunMillis,
        zone,
        zoneDone,
        afterId,
        filter,
        Optional.of(new Letter(end.zone, end.zoneDone ? LAST_OF_ZONE : end.afterId)));
  }

  /** Whether a letter of the zone lies after the end of the scope. */
  boolean isBeyond(String id) {
    return last.isPresent() && last.get().isBefore(new Letter(zone, id));
  }

  String text() {
    String lastZone = last.map(Letter::zone).orElse("");
    String lastId = last.map(Letter::id).orElse("");
    byte[] packed =
        Tuple.from(FORMAT, begunMillis, zone, zoneDone, afterId, filter, lastZone, lastId).pack();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
  }

  /**
   * Parses the text of a position.
   *
   * @throws IllegalArgumentException when the text belongs to another scope or filter
   */
  static RedrivePosition parse(String text, RedriveRequest request) {
    Tuple columns = columns(text);
    String lastZone = columns.getString(6);
    RedrivePosition position =
        new RedrivePosition(
            columns.getLong(1),
            columns.getString(2),
            columns.getBoolean(3),
            columns.getString(4),
            columns.getLong(5),
            lastZone.isEmpty()
                ? Optional.empty()
                : Optional.of(new Letter(lastZone, columns.getString(7))));
    if (position.filter != request.filter().fingerprint()) {
      throw refused("it was given out for another filter than " + request.filter());
    }
    Optional<String> zone = request.zone();
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
            .orElseThrow(() -> refused("it does not hold format, time, zone, id and filter"));
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
        && columns.getString(4).length() <= QueueLimits.ITEM_ID_BYTES_MAX
        && columns.getString(6).length() <= QueueLimits.ZONE_BYTES_MAX
        && columns.getString(7).length() <= QueueLimits.ITEM_ID_BYTES_MAX
        && !(columns.getString(6).isEmpty() && !columns.getString(7).isEmpty());
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("continuation is not one of this redrive: " + why);
  }
}
