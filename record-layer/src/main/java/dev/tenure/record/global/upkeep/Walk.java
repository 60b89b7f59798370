package dev.tenure.record.global.upkeep;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.global.protocol.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Scans shards one after another, page by page, and gives each page to a visitor. After a failure,
 * a further run can continue from the last position that the listener was given.
 */
public final class Walk {
  private final Upkeep upkeep;
  private final String kind;
  private final WalkOptions options;
  private final Consumer<WalkProgress> listener;
  private final List<Unit<?, ?>> stored = new ArrayList<>();
  private @Nullable Visitor<DataRecord> dataVisitor;
  private @Nullable Visitor<IndexRecord> indexVisitor;

  /** Looks at one record. */
  @FunctionalInterface
  public interface Visitor<R> {
    CompletableFuture<Void> visit(Protocol protocol, R record);
  }

  /**
   * @param kind the purpose of the walk; a position of another kind is refused
   */
  public Walk(Upkeep upkeep, String kind, WalkOptions options, Consumer<WalkProgress> listener) {
    this.upkeep = upkeep;
    this.kind = kind;
    this.options = options;
    this.listener = listener;
  }

  /** Also visits all data records except reserved ones, in parallel within a page. */
  public Walk data(Visitor<DataRecord> visitor) {
    dataVisitor = visitor;
    return this;
  }

  /** Also visits all index records, after the data records. */
  public Walk index(Visitor<IndexRecord> visitor) {
    indexVisitor = visitor;
    return this;
  }

  /** Also visits the records that one data shard stores, regardless of slots. */
  public Walk dataIn(int place, Visitor<DataRecord> visitor) {
    stored.add(dataUnit(upkeep.stores().data().get(place), visitor));
    return this;
  }

  /**
   * Walks from a position, or from the beginning.
   *
   * @return the position behind the last page; empty when the walk is complete. Fails with
   *     CONTINUATION_REFUSED when the position is of other shards, or when shards or keys have
   *     changed during the run
   */
  public CompletableFuture<Optional<WalkPosition>> run(Optional<WalkPosition> from) {
    return upkeep
        .protocol()
        .thenCompose(
            protocol -> {
              String layout = protocol.layout();
              WalkPosition begin =
                  from.orElseGet(() -> new WalkPosition(kind, layout, 0, new Tuple()));
              begin.require(kind, layout, units(protocol).size());
              State state = new State(begin);
              return AsyncLoop.whileTrue(() -> step(state))
                  .thenApply(done -> Optional.ofNullable(state.position));
            });
  }

  private static final class State {
    private @Nullable WalkPosition position;
    private long records;

    State(WalkPosition position) {
      this.position = position;
    }
  }

  /** One page, its progress, and the pause behind it. */
  private CompletableFuture<Boolean> step(State state) {
    WalkPosition at = state.position;
    if (at == null || state.records >= options.recordsMax()) {
      return CompletableFuture.completedFuture(false);
    }
    long begun = upkeep.clock().millis();
    return upkeep
        .protocol()
        .thenCompose(
            protocol -> {
              List<Unit<?, ?>> units = units(protocol);
              at.require(kind, protocol.layout(), units.size());
              return units
                  .get(at.unit())
                  .page(protocol, at.after(), options.page())
                  .thenCompose(
                      page -> {
                        state.records += page.records();
                        int unit = page.last().isPresent() ? at.unit() : at.unit() + 1;
                        Tuple after = page.last().orElseGet(Tuple::new);
                        WalkPosition next = new WalkPosition(kind, at.layout(), unit, after);
                        boolean ended = unit == units.size();
                        state.position = ended ? null : next;
                        listener.accept(new WalkProgress(state.records, unit, units.size(), next));
                        return ended ? upkeep.pause(Duration.ZERO) : pause(page.records(), begun);
                      });
            })
        .thenApply(nothing -> true);
  }

  private CompletableFuture<Void> pause(int records, long begun) {
    Duration took = Duration.ofMillis(Math.max(0, upkeep.clock().millis() - begun));
    return upkeep.pause(options.pace().waitAfter(records, took));
  }

  private List<Unit<?, ?>> units(Protocol protocol) {
    List<Unit<?, ?>> units = new ArrayList<>(stored);
    Visitor<DataRecord> onData = dataVisitor;
    if (onData != null) {
      for (Shard<PrimaryKey, DataRecord> shard : protocol.shards().data()) {
        units.add(dataUnit(shard, onData));
      }
    }
    Visitor<IndexRecord> onIndex = indexVisitor;
    if (onIndex != null) {
      for (Shard<IndexKey, IndexRecord> shard : protocol.shards().index()) {
        units.add(indexUnit(shard, onIndex));
      }
    }
    return units;
  }

  private static Unit<PrimaryKey, DataRecord> dataUnit(
      Shard<PrimaryKey, DataRecord> shard, Visitor<DataRecord> visitor) {
    return new Unit<>(
        shard,
        (protocol, record) ->
            record.key().isReserved()
                ? CompletableFuture.completedFuture(null)
                : visitor.visit(protocol, record),
        key -> Tuple.from(key.value()),
        after -> after.isEmpty() ? null : new PrimaryKey(after.getString(0)));
  }

  private static Unit<IndexKey, IndexRecord> indexUnit(
      Shard<IndexKey, IndexRecord> shard, Visitor<IndexRecord> visitor) {
    return new Unit<>(
        shard,
        visitor,
        key -> Tuple.from(key.key().name(), key.key().value(), key.member()),
        Walk::indexKey);
  }

  private static @Nullable IndexKey indexKey(Tuple after) {
    return after.isEmpty()
        ? null
        : new IndexKey(
            new SecondaryKey(after.getString(0), after.getString(1)), after.getString(2));
  }

  /**
   * The result of one page.
   *
   * @param last the last key; empty when the shard has no more
   */
  private record Page(Optional<Tuple> last, int records) {}

  /** A shard in a walk. */
  private record Unit<K, R extends Versioned<K>>(
      Shard<K, R> shard,
      Visitor<R> visitor,
      Function<K, Tuple> pack,
      Function<Tuple, @Nullable K> unpack) {

    CompletableFuture<Page> page(Protocol protocol, Tuple after, int most) {
      return Steps.answered(shard.scan(unpack.apply(after), most))
          .thenCompose(
              scanned -> {
                Optional<Tuple> last =
                    scanned.size() == most
                        ? Optional.of(pack.apply(scanned.get(most - 1).key()))
                        : Optional.empty();
                return AsyncLoop.all(
                        scanned.stream().map(each -> visitor.visit(protocol, each)).toList())
                    .thenApply(nothing -> new Page(last, scanned.size()));
              });
    }
  }
}
