package dev.tenure.record.global.slot;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.ShardDownException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The data records of a slot that moves. A record is live in the source until one conditional write
 * replaces it by a marker there, and in the target from then on:
 *
 * <pre>
 * 1. Read Target  T  the record that the copy may replace
 * 2. Read Source  S  r; end if it is a marker
 * 3. Copy         T  a hidden copy of r; no client sees it
 * 4. Mark         S  a marker that names the copy, if r is unchanged: r is live in the target now
 * 5. Publish      T  the copy becomes an ordinary record; each client that meets it can do so
 * </pre>
 *
 * <p>A mover replaces an earlier copy only after step 2 has shown that the source no longer has a
 * record with the content of that copy. So a copy that a marker names exists. If the source has no
 * record with a key, the first write of the key inserts a marker there that names no copy. So the
 * source never gets a new record.
 *
 * @param marks whether this client writes markers; it always follows them
 * @param fresh throws when the slots may be in another phase by now
 */
record MovingData(DataShard source, DataShard target, long id, boolean marks, Runnable fresh) {
  private static final int ATTEMPTS = 16;
  private static final CompletableFuture<Optional<DataRecord>> NONE =
      CompletableFuture.completedFuture(Optional.empty());

  /**
   * The place of a live record: the source, with the record as it was read; empty for the target.
   */
  private record Place(Optional<Optional<DataRecord>> source) {
    static final Place TARGET = new Place(Optional.empty());

    static Place source(Optional<DataRecord> read) {
      return new Place(Optional.of(read));
    }
  }

  CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
    return locate(key, false, ATTEMPTS)
        .thenCompose(
            place ->
                place.source.isPresent()
                    ? CompletableFuture.completedFuture(place.source.get())
                    : checked(target.read(key)));
  }

  CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
    return locate(write.key(), true, ATTEMPTS)
        .thenCompose(
            place -> {
              if (place.source.isEmpty()) {
                return target.write(write);
              }
              return write.matches(place.source.get())
                  ? source.write(write)
                  : CompletableFuture.completedFuture(false);
            });
  }

  private CompletableFuture<Place> locate(PrimaryKey key, boolean writes, int attempts) {
    return checked(source.read(key))
        .thenCompose(
            read -> {
              if (read.filter(this::isMarker).isPresent()) {
                return publish(read.get()).thenApply(published -> Place.TARGET);
              }
              boolean isLive = read.isPresent() && !read.get().isDummy();
              if (isLive || !marks) {
                return CompletableFuture.completedFuture(Place.source(read));
              }
              if (read.isEmpty() && !writes) {
                return CompletableFuture.completedFuture(Place.TARGET);
              }
              return source
                  .write(ConditionalWrite.put(read, Markers.marker(key, id)))
                  .thenCompose(
                      marked ->
                          marked
                              ? CompletableFuture.completedFuture(Place.TARGET)
                              : again(key, attempts, left -> locate(key, writes, left)));
            });
  }

  private boolean isMarker(DataRecord record) {
    return Markers.isMarker(record, id);
  }

  /** Turns the copy that a marker names into an ordinary record, unless it already is one. */
  private CompletableFuture<Void> publish(DataRecord marker) {
    if (marker.version().equals(Markers.marker(marker.key(), id).version())) {
      return CompletableFuture.completedFuture(null);
    }
    return checked(target.read(marker.key()))
        .thenCompose(
            read ->
                read.filter(copy -> Markers.names(marker, copy)).isEmpty()
                    ? CompletableFuture.completedFuture(null)
                    : target
                        .write(
                            ConditionalWrite.replace(
                                read.get().version(), Markers.published(read.get())))
                        .thenApply(published -> null));
  }

  /**
   * Moves a record.
   *
   * @param generations gives a generation that no other record has
   */
  CompletableFuture<Void> move(
      PrimaryKey key, Supplier<CompletableFuture<Generation>> generations) {
    return move(key, generations, ATTEMPTS);
  }

  private CompletableFuture<Void> move(
      PrimaryKey key, Supplier<CompletableFuture<Generation>> generations, int attempts) {
    return target
        .read(key)
        .thenCompose(
            there ->
                checked(source.read(key))
                    .thenCompose(
                        read -> {
                          if (read.filter(this::isMarker).isPresent()) {
                            return publish(read.get());
                          }
                          return read.isPresent() && !read.get().isDummy()
                              ? pass(read.get(), there, generations, attempts)
                              : pass(key, read, there, generations, attempts);
                        }));
  }

  /** Replaces a dummy by a marker, and deletes the copy of a record that was deleted meanwhile. */
  private CompletableFuture<Void> pass(
      PrimaryKey key,
      Optional<DataRecord> dummy,
      Optional<DataRecord> there,
      Supplier<CompletableFuture<Generation>> generations,
      int attempts) {
    CompletableFuture<Boolean> removed =
        there.filter(Markers::isCopy).isPresent()
            ? target.write(ConditionalWrite.delete(there.get()))
            : CompletableFuture.completedFuture(true);
    return removed
        .thenCompose(
            gone ->
                dummy.isEmpty()
                    ? CompletableFuture.completedFuture(true)
                    : source.write(ConditionalWrite.put(dummy, Markers.marker(key, id))))
        .thenCompose(
            marked ->
                marked
                    ? CompletableFuture.completedFuture(null)
                    : again(key, attempts, left -> move(key, generations, left)));
  }

  private CompletableFuture<Void> pass(
      DataRecord record,
      Optional<DataRecord> there,
      Supplier<CompletableFuture<Generation>> generations,
      int attempts) {
    return copy(record, there, generations)
        .thenCompose(copy -> copy.isEmpty() ? NONE : mark(record, copy.get()))
        .thenCompose(
            marker ->
                marker.isPresent()
                    ? publish(marker.get())
                    : again(record.key(), attempts, left -> move(record.key(), generations, left)));
  }

  private CompletableFuture<Optional<DataRecord>> mark(DataRecord record, DataRecord copy) {
    DataRecord marker = Markers.marker(copy, id);
    return source
        .write(ConditionalWrite.replace(record.version(), marker))
        .thenApply(marked -> marked ? Optional.of(marker) : Optional.empty());
  }

  /** The copy of a record; empty when another mover was faster. */
  private CompletableFuture<Optional<DataRecord>> copy(
      DataRecord record,
      Optional<DataRecord> there,
      Supplier<CompletableFuture<Generation>> generations) {
    if (there.filter(copy -> Markers.isCopyOf(copy, record)).isPresent()) {
      return CompletableFuture.completedFuture(there);
    }
    if (there.filter(each -> !each.isDummy()).isPresent()) {
      return NONE;
    }
    return generations
        .get()
        .thenCompose(
            generation -> {
              DataRecord copy = Markers.copy(record, generation);
              return target
                  .write(ConditionalWrite.put(there, copy))
                  .thenApply(written -> written ? Optional.of(copy) : Optional.empty());
            });
  }

  private <T> CompletableFuture<T> again(
      PrimaryKey key, int attempts, IntFunction<CompletableFuture<T>> next) {
    return attempts > 1
        ? next.apply(attempts - 1)
        : CompletableFuture.failedFuture(
            new ShardDownException(
                "the record " + key + " has changed " + ATTEMPTS + " times while it moved",
                false,
                null));
  }

  private <T> CompletableFuture<T> checked(CompletableFuture<T> read) {
    return SlotShards.checked(read, fresh);
  }
}
