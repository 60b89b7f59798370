package dev.tenure.queue.pointer;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.tuple.KeyPacker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The two entries of a zone, in neighbouring keys (bytes in docs/formats/queue.md). E, the
 * existence entry, says that the zone has a pointer, and in which shard. S, the asleep entry, says
 * that the pointer may be asleep, and at which version that was committed.
 */
final class PointerEntries {
  private static final long EXISTENCE = 0;
  private static final long ASLEEP = 1;
  private static final long ARRIVAL = 2;
  private static final byte FORMAT = 1;

  /** The format of E for an external zone: releases without external zones leave it alone. */
  private static final byte EXTERNAL_FORMAT = 2;

  private static final byte BORN_ASLEEP = 1;
  private static final int EXISTENCE_BYTES = 3;
  private static final int STAMP_OFFSET = 2;
  private static final int STAMP_BYTES = 10;
  private static final int ASLEEP_BYTES = STAMP_OFFSET + STAMP_BYTES;

  private final Subspace space;

  PointerEntries(Subspace space) {
    this.space = space;
  }

  /**
   * Both entries.
   *
   * @param shard the shard of the pointer; empty without E, when the zone has no pointer
   * @param sleep empty without S, when the pointer is awake
   */
  record Entries(OptionalInt shard, Optional<Sleep> sleep) {
    boolean exists() {
      return shard.isPresent();
    }

    boolean asleep() {
      return sleep.isPresent();
    }
  }

  /**
   * The asleep entry S.
   *
   * @param committed the commit version of S
   * @param born whether S was written together with E
   */
  record Sleep(long committed, boolean born) {}

  byte[] existenceKey(long applicationId, String user, String zone) {
    return key(applicationId, user, zone, EXISTENCE);
  }

  /**
   * A key beside E that is never written. An enqueue into an external zone declares a write
   * conflict on it, and the deletion of the pointer a read conflict (docs/external-stores.md).
   */
  byte[] arrivalKey(long applicationId, String user, String zone) {
    return key(applicationId, user, zone, ARRIVAL);
  }

  private byte[] asleepKey(long applicationId, String user, String zone) {
    return key(applicationId, user, zone, ASLEEP);
  }

  private byte[] key(long applicationId, String user, String zone, long entry) {
    return KeyPacker.pack(space.getKey(), Tuple.from(applicationId, user, zone, entry));
  }

  /** Reads both by snapshot. The transaction must not have written S, which is a versionstamp. */
  CompletableFuture<Entries> read(
      RecordContext context, long applicationId, String user, String zone) {
    ReadTransaction reader = context.reader(true);
    byte[] existence = existenceKey(applicationId, user, zone);
    byte[] asleep = asleepKey(applicationId, user, zone);
    CompletableFuture<byte[]> shard = reader.get(existence);
    return reader
        .get(asleep)
        .thenCombine(
            shard,
            (sleep, exists) ->
                new Entries(
                    exists == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(shard(existence, exists, zone)),
                    sleep == null ? Optional.empty() : Optional.of(asleep(asleep, sleep))));
  }

  /**
   * The zones of a tenant that have a pointer, with its shard, in the order of their names.
   *
   * @param after the zone after which the page begins; empty for the first page
   * @param snapshot whether a pointer that is made or deleted meanwhile may be missed
   */
  CompletableFuture<NavigableMap<String, Integer>> zones(
      RecordContext context,
      long applicationId,
      String user,
      Optional<String> after,
      int max,
      boolean snapshot) {
    Range all = space.range(Tuple.from(applicationId, user));
    byte[] begin =
        after.map(zone -> space.range(Tuple.from(applicationId, user, zone)).end).orElse(all.begin);
    return context
        .reader(snapshot)
        .getRange(begin, all.end, 2 * max)
        .asList()
        .thenApply(
            rows -> {
              NavigableMap<String, Integer> zones = new TreeMap<>();
              for (KeyValue row : rows) {
                Tuple key = space.unpack(row.getKey());
                if (key.getLong(3) == EXISTENCE && zones.size() < max) {
                  String zone = key.getString(2);
                  zones.put(zone, shard(row.getKey(), row.getValue(), zone));
                }
              }
              return zones;
            });
  }

  void create(RecordContext context, PointerRef ref) {
    byte[] value =
        ByteBuffer.allocate(EXISTENCE_BYTES)
            .put(format(ref.zone()))
            .putShort((short) ref.shard())
            .array();
    context.set(existenceKey(ref.applicationId(), ref.tenant().user(), ref.zone()), value);
  }

  void sleep(RecordContext context, PointerRef ref, boolean born) {
    byte[] operand =
        ByteBuffer.allocate(ASLEEP_BYTES + Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(FORMAT)
            .put(born ? BORN_ASLEEP : 0)
            .position(ASLEEP_BYTES)
            .putInt(STAMP_OFFSET)
            .array();
    context.mutate(
        MutationType.SET_VERSIONSTAMPED_VALUE,
        asleepKey(ref.applicationId(), ref.tenant().user(), ref.zone()),
        operand);
  }

  void awaken(RecordContext context, PointerRef ref) {
    context.clear(asleepKey(ref.applicationId(), ref.tenant().user(), ref.zone()));
  }

  void remove(RecordContext context, PointerRef ref) {
    context.clear(existenceKey(ref.applicationId(), ref.tenant().user(), ref.zone()));
    awaken(context, ref);
  }

  private static byte format(String zone) {
    return ExternalZoneName.isExternal(zone) ? EXTERNAL_FORMAT : FORMAT;
  }

  private static int shard(byte[] key, byte[] value, String zone) {
    check("existence entry", key, value, EXISTENCE_BYTES, format(zone));
    return ByteBuffer.wrap(value).getShort(1) & 0xffff;
  }

  private static Sleep asleep(byte[] key, byte[] value) {
    check("asleep entry", key, value, ASLEEP_BYTES, FORMAT);
    if ((value[1] & ~BORN_ASLEEP) != 0) {
      throw unknown("asleep entry", key, value, "known flags 0 and 1");
    }
    return new Sleep(ByteBuffer.wrap(value).getLong(STAMP_OFFSET), (value[1] & BORN_ASLEEP) != 0);
  }

  private static void check(String what, byte[] key, byte[] value, int bytes, byte format) {
    if (value.length != bytes || value[0] != format) {
      throw unknown(what, key, value, "format " + format + " of " + bytes + " bytes");
    }
  }

  private static QueueException unknown(String what, byte[] key, byte[] value, String expected) {
    return new QueueException(
        QueueException.Code.FORMAT_UNKNOWN,
        what
            + " at "
            + HexFormat.of().formatHex(key)
            + " is "
            + HexFormat.of().formatHex(value)
            + ", expected "
            + expected);
  }
}
