package dev.tenure.record.global.settings;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.tuple.PackedTuples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The stored definitions of keys, and the slots of shards that can be split and merged. The
 * reserved record {@code keys} of the first data shard holds both.
 *
 * @param version rises with each change
 * @param lease the time for which a client may use its copy, by its monotonic clock, from before
 *     the read of the copy
 * @param slots empty while the places of records cannot change
 * @param index the slots of secondary keys; empty while the places of index records cannot change
 */
public record StoredKeys(
    long version,
    Duration lease,
    KeyDefinitions definitions,
    Optional<Slots> slots,
    Optional<IndexSlots> index) {
  private static final PrimaryKey PLACE = PrimaryKey.reserved("keys");
  private static final Generation OWN = new Generation(0, 0);
  private static final long FORMAT = 1;
  private static final long FORMAT_WITH_SLOTS = 2;
  private static final long FORMAT_WITH_INDEX_SLOTS = 3;
  private static final int COLUMNS = 3;
  private static final int KEY_COLUMNS = 3;

  public StoredKeys {
    if (lease.toMillis() < 1) {
      throw new IllegalArgumentException("the lease is " + lease + ", the least is 1 ms");
    }
    if (index.isPresent() && slots.isEmpty()) {
      throw new IllegalArgumentException("slots of secondary keys need slots of records");
    }
  }

  /**
   * Reads the stored definitions. Empty in a deployment that stores none, whose clients define the
   * keys themselves.
   */
  public static CompletableFuture<Optional<StoredKeys>> read(DataShard home) {
    return Steps.answered(home.read(PLACE)).thenApply(read -> read.map(StoredKeys::decode));
  }

  /** Reads the stored definitions. @return fails with METADATA_ABSENT when none are stored */
  public static CompletableFuture<StoredKeys> require(DataShard home) {
    return read(home)
        .thenApply(
            read ->
                read.orElseThrow(
                    () ->
                        new RecordLayerException(
                            Code.METADATA_ABSENT,
                            "no definitions of secondary keys are stored in the first shard")));
  }

  /** Stores the first definitions. Fails with CONFLICT when definitions are stored already. */
  public static CompletableFuture<StoredKeys> create(
      DataShard home, Duration lease, KeyDefinitions definitions) {
    StoredKeys first = new StoredKeys(1, lease, definitions, Optional.empty(), Optional.empty());
    return write(home, ConditionalWrite.insert(first.encode())).thenApply(written -> first);
  }

  /**
   * Checks that a process knows all keys that records must own.
   *
   * @throws OldKeysException when it does not
   */
  public void requireKnown(KeyDefinitions known) {
    for (KeyDefinition each : definitions.all()) {
      boolean isKnown =
          known.find(each.name()).filter(own -> own.unique() == each.unique()).isPresent();
      if (!isKnown && each.state() != KeyDefinition.State.DROPPING) {
        throw OldKeysException.unknown(each.name(), this);
      }
    }
  }

  /**
   * The keys, among the given ones, that records own at present. Keys that are not added yet and
   * keys that are being dropped are left out.
   */
  public Set<SecondaryKey> owned(Collection<SecondaryKey> keys) {
    return keys.stream()
        .filter(
            key ->
                definitions
                    .find(key.name())
                    .filter(each -> each.state() != KeyDefinition.State.DROPPING)
                    .isPresent())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Stores other definitions in place of these. Fails with CONFLICT when another change was faster.
   */
  public CompletableFuture<StoredKeys> change(DataShard home, KeyDefinitions changed) {
    return replace(home, new StoredKeys(version + 1, lease, changed, slots, index));
  }

  /** As {@link #change(DataShard, KeyDefinitions)}, for the slots. */
  public CompletableFuture<StoredKeys> change(
      DataShard home, Slots changed, Optional<IndexSlots> changedIndex) {
    return replace(
        home, new StoredKeys(version + 1, lease, definitions, Optional.of(changed), changedIndex));
  }

  /**
   * Checks that no slot moves.
   *
   * @throws IllegalStateException when a slot moves
   */
  public void requireStable() {
    slots.ifPresent(Slots::requireStable);
    index.ifPresent(IndexSlots::requireStable);
  }

  private CompletableFuture<StoredKeys> replace(DataShard home, StoredKeys next) {
    return write(home, ConditionalWrite.replace(new Version(OWN, version), next.encode()))
        .thenApply(written -> next);
  }

  private static CompletableFuture<Void> write(
      DataShard home, ConditionalWrite<PrimaryKey, DataRecord> write) {
    return Steps.answered(home.write(write))
        .thenAccept(
            written -> {
              if (!written) {
                throw new GlobalIndexException(
                    Reason.CONFLICT, "another process has changed the stored keys meanwhile");
              }
            });
  }

  private DataRecord encode() {
    List<Object> keys = new ArrayList<>();
    for (KeyDefinition each : definitions.all()) {
      keys.add(Tuple.from(each.name(), each.unique(), each.state().name()));
    }
    long format =
        index.isPresent()
            ? FORMAT_WITH_INDEX_SLOTS
            : slots.isPresent() ? FORMAT_WITH_SLOTS : FORMAT;
    Tuple value = Tuple.from(format, lease.toMillis(), Tuple.fromList(keys));
    value = slots.map(Slots::encode).map(value::add).orElse(value);
    value = index.map(IndexSlots::encode).map(value::add).orElse(value);
    return DataRecord.reserved(PLACE, new Version(OWN, version), ByteString.copyFrom(value.pack()));
  }

  private static StoredKeys decode(DataRecord stored) {
    Tuple value =
        PackedTuples.unpack(stored.value().toByteArray(), 0)
            .filter(StoredKeys::isKnown)
            .orElseThrow(StoredKeys::unknown);
    List<KeyDefinition> keys = new ArrayList<>();
    for (Object each : value.getNestedTuple(2)) {
      if (!(each instanceof List<?> key && key.size() == KEY_COLUMNS)) {
        throw unknown();
      }
      keys.add(
          new KeyDefinition(
              (String) key.get(0),
              (Boolean) key.get(1),
              KeyDefinition.State.valueOf((String) key.get(2))));
    }
    return new StoredKeys(
        stored.version().count(),
        Duration.ofMillis(value.getLong(1)),
        new KeyDefinitions(keys),
        value.size() == COLUMNS ? Optional.empty() : Optional.of(slots(value)),
        value.size() <= COLUMNS + 1 ? Optional.empty() : Optional.of(index(value)));
  }

  private static boolean isKnown(Tuple value) {
    return value.size() >= COLUMNS
        && value.size() <= COLUMNS + 2
        && value.get(0).equals(FORMAT + value.size() - COLUMNS);
  }

  private static Slots slots(Tuple value) {
    try {
      return Slots.decode(value.getNestedTuple(COLUMNS));
    } catch (IllegalArgumentException | ClassCastException e) {
      throw unknown();
    }
  }

  private static IndexSlots index(Tuple value) {
    try {
      return IndexSlots.decode(value.getNestedTuple(COLUMNS + 1));
    } catch (IllegalArgumentException | ClassCastException e) {
      throw unknown();
    }
  }

  private static RecordLayerException unknown() {
    return new RecordLayerException(
        Code.FORMAT_UNKNOWN,
        "the stored keys are not of a format from " + FORMAT + " to " + FORMAT_WITH_INDEX_SLOTS);
  }
}
