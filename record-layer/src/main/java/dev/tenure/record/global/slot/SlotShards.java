package dev.tenure.record.global.slot;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shards as operations see them. Each data record has one place, even while its slot moves:
 * until the slot move ends, the source also returns the records that have moved. A secondary key
 * has two index records while its slot moves.
 */
public final class SlotShards {
  private final Shards stores;
  private final Slots slots;
  private final Optional<IndexSlots> index;
  private final Runnable fresh;

  /**
   * @param index empty while the places of index records cannot change
   * @param stores the shards in which records are stored
   * @param fresh throws when the slots may be in another phase by now; called after each read
   * @throws dev.tenure.record.error.RecordLayerException METADATA_NEWER when shards are missing
   */
  public SlotShards(Shards stores, Slots slots, Optional<IndexSlots> index, Runnable fresh) {
    slots.require(stores);
    index.ifPresent(each -> each.require(stores));
    this.stores = stores;
    this.slots = slots;
    this.index = index;
    this.fresh = fresh;
  }

  public Slots slots() {
    return slots;
  }

  public Optional<IndexSlots> index() {
    return index;
  }

  /** Whether the slot of a key moves away from the index shard at a place. */
  public boolean leaves(int place, SecondaryKey key) {
    return index.filter(each -> each.leaves(place, key)).isPresent();
  }

  public Shards shards() {
    List<DataShard> data = new ArrayList<>();
    for (int place = 0; place < stores.data().size(); place++) {
      data.add(new Data(place));
    }
    Shards shards = new Shards(data, slots::placeOf, stores.index(), stores::indexPlaceOf);
    return index
        .map(each -> shards.withIndexPlaces(each::readPlaceOf, each::placesOf))
        .orElse(shards);
  }

  /**
   * Moves a data record of the shard at a place to its target, if its slot moves away from there.
   *
   * @param generations gives a generation that no other record has
   */
  public CompletableFuture<Void> move(
      int place, PrimaryKey key, Supplier<CompletableFuture<Generation>> generations) {
    return moving(key)
        .filter(each -> slots.placeOf(key) == place)
        .map(each -> each.move(key, generations))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  /**
   * Deletes the marker, or another dummy, of a data record in a shard that no longer has its slot.
   */
  public CompletableFuture<Boolean> sweep(int place, DataRecord record) {
    return record.isDummy() && slots.placeOf(record.key()) != place
        ? stores.data().get(place).write(ConditionalWrite.delete(record))
        : CompletableFuture.completedFuture(false);
  }

  private Optional<MovingData> moving(PrimaryKey key) {
    if (!slots.isMoving() || key.isReserved()) {
      return Optional.empty();
    }
    int slot = slots.slotOf(key);
    return slots.table().moves(slot)
        ? Optional.of(
            new MovingData(
                stores.data().get(slots.table().from().get(slot)),
                stores.data().get(slots.table().to().get(slot)),
                slots.id(),
                slots.phase() == Slots.Phase.MOVING,
                fresh))
        : Optional.empty();
  }

  /** The result of a read. Fails if the slots may have been in another phase when it was read. */
  static <T> CompletableFuture<T> checked(CompletableFuture<T> read, Runnable fresh) {
    return read.thenApply(
        value -> {
          fresh.run();
          return value;
        });
  }

  private final class Data implements DataShard {
    private final int place;
    private final DataShard own;

    Data(int place) {
      this.place = place;
      this.own = stores.data().get(place);
    }

    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return moving(key).map(each -> each.read(key)).orElseGet(() -> checked(own.read(key), fresh));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return moving(write.key()).map(each -> each.write(write)).orElseGet(() -> own.write(write));
    }

    @Override
    public CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
      return checked(search().scan(after, most), fresh);
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      return checked(search().gather(each -> each.find(key)), fresh)
          .thenApply(
              found -> found.stream().filter(each -> !each.isDummy() && each.owns(key)).toList());
    }

    private SlotScan search() {
      List<? extends DataShard> targets =
          slots.targets(place).stream().map(stores.data()::get).toList();
      return new SlotScan(own, targets, this::see);
    }

    private CompletableFuture<Optional<DataRecord>> see(DataRecord record, boolean isInSource) {
      PrimaryKey key = record.key();
      if (key.isReserved()) {
        return seen(record, isInSource);
      }
      Optional<MovingData> moving = moving(key);
      boolean isShown = slots.placeOf(key) == place && (isInSource || moving.isPresent());
      if (moving.isEmpty() || !record.isDummy()) {
        return seen(record, isShown);
      }
      if (isInSource) {
        boolean isDummy = !Markers.isMarker(record, slots.id()) && !Markers.isCopy(record);
        return seen(record, isShown && isDummy);
      }
      return isShown && Markers.isCopy(record)
          ? moving.get().read(key).thenApply(read -> read.filter(each -> !each.isDummy()))
          : seen(record, false);
    }
  }

  private static CompletableFuture<Optional<DataRecord>> seen(DataRecord record, boolean isShown) {
    return CompletableFuture.completedFuture(isShown ? Optional.of(record) : Optional.empty());
  }
}
