package dev.tenure.record.global.violation;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.tuple.PackedTuples;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An alternate key that several records own.
 *
 * @param owners the owners that were found so far; some of them may have lost the key since
 * @param noted the time at which the violation was first found
 */
public record Violation(SecondaryKey key, Set<PrimaryKey> owners, Instant noted) {
  private static final String PREFIX = "violation-";
  private static final long FORMAT = 1;
  private static final int COLUMNS = 5;
  private static final int PLAIN_BYTES_MAX = 800;

  /** The key before all reserved keys of violations. */
  static final PrimaryKey FIRST_PLACE = PrimaryKey.reserved(PREFIX);

  public Violation {
    owners = Collections.unmodifiableSet(new TreeSet<>(owners));
  }

  /**
   * The reserved primary key of the record in which a violation is kept. The key of a long value
   * contains a digest instead, since a primary key may not be longer than a value.
   */
  static PrimaryKey place(SecondaryKey key) {
    String kind = PREFIX + key.name().length() + ":" + key.name();
    byte[] value = key.value().getBytes(StandardCharsets.UTF_8);
    return PrimaryKey.reserved(
        value.length <= PLAIN_BYTES_MAX
            ? kind + key.value()
            : kind + "\u0001" + HexFormat.of().formatHex(digest(value)));
  }

  private static byte[] digest(byte[] value) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(value);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime lacks SHA-256", e);
    }
  }

  static boolean isPlace(PrimaryKey key) {
    return key.value().startsWith(FIRST_PLACE.value());
  }

  ByteString encode() {
    List<String> keys = owners.stream().map(PrimaryKey::value).toList();
    return ByteString.copyFrom(
        Tuple.from(FORMAT, noted.toEpochMilli(), key.name(), key.value(), Tuple.fromList(keys))
            .pack());
  }

  static Violation decode(DataRecord stored) {
    return PackedTuples.unpack(stored.value().toByteArray(), 0)
        .filter(
            found ->
                found.size() == COLUMNS && found.get(0) instanceof Long format && format == FORMAT)
        .map(
            found ->
                new Violation(
                    new SecondaryKey(found.getString(2), found.getString(3)),
                    new TreeSet<>(
                        found.getNestedTuple(4).stream()
                            .map(owner -> new PrimaryKey((String) owner))
                            .toList()),
                    Instant.ofEpochMilli(found.getLong(1))))
        .orElseThrow(
            () ->
                new RecordLayerException(
                    Code.FORMAT_UNKNOWN, "a stored violation is not of format " + FORMAT));
  }
}
