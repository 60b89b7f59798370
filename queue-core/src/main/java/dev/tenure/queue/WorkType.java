package dev.tenure.queue;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A kind of work that producers enqueue and handlers run. An application keeps each type in a
 * constant.
 *
 * @param name 1 to 64 bytes of UTF-8; stored with each item
 * @param schemaVersion the version of the payload that this process writes, 1 to 1,000,000; stored
 *     with each item
 * @param upgraders for each older schema version, the upgrader that turns its payloads into those
 *     of the next version; all versions are below schemaVersion
 */
public record WorkType<P>(
    String name,
    int schemaVersion,
    PayloadCodec<P> codec,
    WorkPolicy policy,
    SortedMap<Integer, PayloadUpgrader> upgraders) {
  /** The reserved names that handlers are registered for: fan-outs, and roll-outs of schemas. */
  private static final List<String> OWN =
      List.of("tenure.fan-out", "tenure.schema-roll-out", "tenure.index-build");

  /** Whether a name of a type belongs to Tenure itself, and not to an application. */
  public static boolean isReserved(String name) {
    return name.startsWith("tenure.");
  }

  public WorkType {
    QueueLimits.checkName("work type", name, QueueLimits.TYPE_BYTES_MAX);
    if (isReserved(name) && !OWN.contains(name)) {
      throw new IllegalArgumentException(
          "work type \"" + name + "\" begins with tenure., which is reserved");
    }
    QueueLimits.checkBetween("schemaVersion", schemaVersion, 1, 1_000_000);
    upgraders = Collections.unmodifiableSortedMap(new TreeMap<>(upgraders));
    if (!upgraders.isEmpty()
        && (upgraders.firstKey() < 1 || upgraders.lastKey() >= schemaVersion)) {
      throw new IllegalArgumentException(
          "work type \""
              + name
              + "\" upgrades from versions "
              + upgraders.keySet()
              + ", they must be 1 or more and below its schemaVersion "
              + schemaVersion);
    }
  }

  /** A type at schema version 1 with the default policy. */
  public static <P> WorkType<P> of(String name, PayloadCodec<P> codec) {
    return new WorkType<>(name, 1, codec, WorkPolicy.defaults(), Collections.emptySortedMap());
  }

  public WorkType<P> withPolicy(WorkPolicy newPolicy) {
    return new WorkType<>(name, schemaVersion, codec, newPolicy, upgraders);
  }

  /** Sets the version that is written; call it before {@link #withUpgrader}. */
  public WorkType<P> withSchemaVersion(int version) {
    return new WorkType<>(name, version, codec, policy, upgraders);
  }

  /**
   * Adds an upgrader, so that payloads of an older version can be read: upgraders are applied one
   * after the other up to {@link #schemaVersion}.
   *
   * @throws IllegalArgumentException when the type has an upgrader from that version already, or
   *     the version is not below its schemaVersion
   */
  public WorkType<P> withUpgrader(int fromVersion, PayloadUpgrader upgrader) {
    TreeMap<Integer, PayloadUpgrader> more = new TreeMap<>(upgraders);
    if (more.putIfAbsent(fromVersion, upgrader) != null) {
      throw new IllegalArgumentException(
          "work type \"" + name + "\" has two upgraders from version " + fromVersion);
    }
    return new WorkType<>(name, schemaVersion, codec, policy, more);
  }

  /**
   * The payload of an item of this type.
   *
   * @param version the schema version of the item
   * @throws PayloadException when that version is newer than the type's, no upgrader leads on from
   *     it, or the bytes are not a payload; the message names the type and the known versions
   */
  public P decode(int version, ItemBody body) {
    byte[] payload = upgraded(version, body);
    try {
      return codec.decode(payload);
    } catch (PayloadException e) {
      throw unreadable(version, String.valueOf(e.getMessage()), e);
    }
  }

  private byte[] upgraded(int version, ItemBody body) {
    if (version == schemaVersion) {
      return body.payload();
    }
    if (version > schemaVersion) {
      throw unreadable(version, "it is newer", null);
    }
    EncodedPayload payload = new EncodedPayload(body.contentType(), body.payload());
    for (int from = version; from < schemaVersion; from++) {
      payload = upgraded(version, from, payload);
    }
    if (payload.contentType() != codec.contentType()) {
      throw unreadable(
          version,
          "its upgraders made it " + payload + ", the codec reads " + codec.contentType(),
          null);
    }
    return payload.bytes();
  }

  private EncodedPayload upgraded(int version, int from, EncodedPayload payload) {
    PayloadUpgrader upgrader = upgraders.get(from);
    if (upgrader == null) {
      throw unreadable(version, "no upgrader leads on from version " + from, null);
    }
    EncodedPayload upgraded;
    try {
      upgraded = upgrader.upgrade(payload);
    } catch (Exception e) { // code of the application may throw what it does not declare
      throw unreadable(version, "the upgrader from version " + from + " failed: " + e, e);
    }
    if (upgraded == null) {
      throw unreadable(version, "the upgrader from version " + from + " returned null", null);
    }
    return upgraded;
  }

  private PayloadException unreadable(int version, String why, @Nullable Throwable cause) {
    return new PayloadException(
        "payload of type \""
            + name
            + "\" has schema version "
            + version
            + ", known here are "
            + schemaVersion
            + " and, by upgraders, "
            + upgraders.keySet()
            + ": "
            + why,
        cause);
  }
}
