package dev.tenure.queue.redrive;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
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
 * of a packed tuple: format 3, begun, zone, whether behind the zone, id, fingerprint of the filter,
 * last zone, last id, id of the query, continuation of the query.
 *
 * @param begunMillis the time at which the first run began; letters that were set aside later are
 *     left alone
 * @param zone the zone; empty before the first zone
 * @param zoneDone whether the position is after the zone
 * @param afterId the last letter that was selected; empty before the first one of the zone. All
 *     letters up to it are done
 * @param filter the fingerprint of the request's filter
 * @param last the last letter of the scope; empty when the scope has no end
 * @param query how far the query of the zone has come; empty at the beginning of a query
 */
record RedrivePosition(
    long begunMillis,
    String zone,
    boolean zoneDone,
    String afterId,
    long filter,
    Optional<Letter> last,
    Optional<Asked> query) {
  private static final long FORMAT = 3;

  /** It had no columns for the query, which was asked anew behind the last letter. */
  private static final long FORMAT_WITHOUT_QUERY = 2;

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
          String.class,
          String.class,
          byte[].class);

  private static final int COLUMNS_WITHOUT_QUERY = 8;

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

  /**
   * A query of which some letters were read.
   *
   * @param behind the id behind which the query asked for letters
   * @param continuation the bytes of its continuation
   */
  record Asked(String behind, ByteString continuation) {}

  /** The position before the first letter. */
  static RedrivePosition start(RedriveRequest request, Instant now) {
    Optional<String> zone = request.zone();
    return new RedrivePosition(
        now.toEpochMilli(),
        zone.orElse(""),
        zone.isEmpty(),
        "",
        request.filter().fingerprint(),
        Optional.empty(),
        Optional.empty());
  }

  RedrivePosition behind(String id) {
    return new RedrivePosition(begunMillis, zone, false, id, filter, last, query);
  }

  /** The same position with a query to continue; a query is asked anew when there is none. */
  RedrivePosition with(Optional<Asked> asked) {
    return new RedrivePosition(begunMillis, zone, zoneDone, afterId, filter, last, asked);
  }

  RedrivePosition behindZone() {
    return new RedrivePosition(begunMillis, zone, true, "", filter, last, Optional.empty());
  }

  RedrivePosition atZone(String next) {
    return new RedrivePosition(begunMillis, next, false, "", filter, last, Optional.empty());
  }

  /** The same position in a scope that ends at another position. */
  RedrivePosition until(RedrivePosition end) {
    return new RedrivePosition(
        begunMillis,
        zone,
        zoneDone,
        afterId,
        filter,
        Optional.of(new Letter(end.zone, end.zoneDone ? LAST_OF_ZONE : end.afterId)),
        query);
  }

  /** The last letter of the zone that the scope has; empty when it has all of the zone. */
  Optional<String> lastId() {
    return last.filter(each -> each.zone().equals(zone) && !each.id().equals(LAST_OF_ZONE))
        .map(Letter::id);
  }

  /** Whether a letter of the zone lies after the end of the scope. */
  boolean isBeyond(String id) {
    return last.isPresent() && last.get().isBefore(new Letter(zone, id));
  }

  String text() {
    String lastZone = last.map(Letter::zone).orElse("");
    String lastId = last.map(Letter::id).orElse("");
    String behind = query.map(Asked::behind).orElse("");
    byte[] continuation = query.map(Asked::continuation).orElse(ByteString.EMPTY).toByteArray();
    Tuple columns =
        Tuple.from(FORMAT, begunMillis, zone, zoneDone, afterId, filter, lastZone, lastId)
            .add(behind)
            .add(continuation);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(columns.pack());
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
                : Optional.of(new Letter(lastZone, columns.getString(7))),
            query(columns));
    if (position.filter != request.filter().fingerprint()) {
      throw refused("it was given out for another filter than " + request.filter());
    }
    Optional<String> zone = request.zone();
    if (zone.isPresent() && !zone.get().equals(position.zone)) {
      throw refused("it is of zone \"" + position.zone + "\", not of \"" + zone.get() + "\"");
    }
    return position;
  }

  private static Optional<Asked> query(Tuple columns) {
    return columns.size() == COLUMNS_WITHOUT_QUERY || columns.getBytes(9).length == 0
        ? Optional.empty()
        : Optional.of(new Asked(columns.getString(8), ByteString.copyFrom(columns.getBytes(9))));
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
    long expected = columns.size() == COLUMNS_WITHOUT_QUERY ? FORMAT_WITHOUT_QUERY : FORMAT;
    if (columns.getLong(0) != expected) {
      throw refused("its format is " + columns.getLong(0) + ", known is " + FORMAT);
    }
    return columns;
  }

  private static boolean fits(Tuple columns) {
    if (columns.size() != COLUMNS.size() && columns.size() != COLUMNS_WITHOUT_QUERY) {
      return false;
    }
    for (int place = 0; place < columns.size(); place++) {
      if (!COLUMNS.get(place).isInstance(columns.get(place))) {
        return false;
      }
    }
    return columns.getString(2).length() <= QueueLimits.ZONE_BYTES_MAX
        && columns.getString(4).length() <= QueueLimits.ITEM_ID_BYTES_MAX
        && columns.getString(6).length() <= QueueLimits.ZONE_BYTES_MAX
        && columns.getString(7).length() <= QueueLimits.ITEM_ID_BYTES_MAX
        && (columns.size() == COLUMNS_WITHOUT_QUERY
            || columns.getString(8).length() <= QueueLimits.ITEM_ID_BYTES_MAX)
        && !(columns.getString(6).isEmpty() && !columns.getString(7).isEmpty());
  }

  private static IllegalArgumentException refused(String why) {
    return new IllegalArgumentException("continuation is not one of this redrive: " + why);
  }
}
