package dev.tenure.campaigns.globalindex;

import com.google.protobuf.ByteString;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.protocol.Cleaner;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.protocol.Deleter;
import dev.tenure.record.global.protocol.Lookup;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the library under way, on shards that only note the requests. The checker answers
 * one request at a time; the library's code then makes its next requests, or ends.
 */
final class ClientRun {
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("key"));

  /** Movers' copies have generations that no create has. */
  private static final int MOVERS = 20;

  private static final String TARGET = "target";

  private final Mode mode;
  private final List<Pending> pending = new ArrayList<>();
  private final @Nullable KnownSlots known;
  private final @Nullable Mover mover;
  private final CompletableFuture<OperationResult> result;

  private record Pending(Request request, CompletableFuture<Object> answer) {}

  /**
   * Starts an operation.
   *
   * @param generation the generation of a record that the operation creates
   * @param value what the operation writes
   */
  ClientRun(ClientState.Start start, Generation generation, String value) {
    this.mode = start.mode();
    List<DataShard> data = List.of(new NotedData(0), new NotedData(1), new NotedData(2));
    List<IndexShard> index =
        List.of(new NotedIndex("a"), new NotedIndex("others"), new NotedIndex(TARGET));
    Shards shards =
        new Shards(data, Stored::shardOf, index, key -> key.value().equals("a") ? 0 : 1);
    if (start.operation().kind() == Operation.Kind.MOVE) {
      this.known = null;
      this.mover = Mover.of(mode, shards, KEYS, MOVERS + generation.client(), this::ask);
      this.result = mover.run().exceptionally(OperationResult::failed);
      return;
    }
    this.mover = null;
    this.known = mode.hasMoves() ? new KnownSlots(mode, shards, KEYS, start.phase()) : null;
    Steps steps =
        new Steps(
            known == null ? shards : known.snapshot().shards(),
            start.knowsDown() ? new AllDown() : ShardHealth.unknown());
    this.result =
        begin(steps, start.operation(), generation, value).exceptionally(OperationResult::failed);
  }

  private CompletableFuture<OperationResult> begin(
      Steps steps, Operation operation, Generation generation, String value) {
    Writer writer = new Writer(steps, KEYS, mode == Mode.WRITES_WHILE_DOWN, suspect -> {});
    Lookup lookup = new Lookup(steps, KEYS, suspect -> {});
    Deleter deleter = new Deleter(steps, KEYS, suspect -> {});
    Set<SecondaryKey> keys = new TreeSet<>();
    operation.aks().forEach(ak -> keys.add(key(ak)));
    Content content = new Content(keys, ByteString.copyFromUtf8(value));
    return switch (operation.kind()) {
      case CREATE -> done(writer.create(pk(operation), content, generation));
      case UPDATE -> done(writer.update(pk(operation), pdr -> content));
      case REPAIR -> done(writer.update(pk(operation), Content::of));
      case DELETE ->
          lookup.read(pk(operation)).thenCompose(deleter::delete).thenApply(ClientRun::of);
      case DELETE_BY_KEY ->
          fresh(lookup.read(key(operation.ak())))
              .thenCompose(deleter::delete)
              .thenApply(ClientRun::of);
      case READ -> lookup.read(pk(operation)).thenApply(OperationResult::found);
      case READ_BY_KEY -> fresh(lookup.read(key(operation.ak()))).thenApply(OperationResult::found);
      case MOVE -> throw new IllegalStateException("a mover runs another program");
      case CLEAN ->
          done(new Cleaner(steps).clean(IndexKey.alternate(key(operation.ak()))))
              .exceptionally(
                  error ->
                      GlobalIndexException.isShardDown(error)
                          ? OperationResult.of(OperationResult.Kind.DOWN)
                          : OperationResult.failed(error));
    };
  }

  /** As the library's session: a read by a key holds if the slots did at its end. */
  private <T> CompletableFuture<T> fresh(CompletableFuture<T> read) {
    return read.thenApply(
        found -> {
          if (known != null) {
            known.snapshot().requireFresh();
          }
          return found;
        });
  }

  static SecondaryKey key(String ak) {
    return new SecondaryKey("key", ak);
  }

  private static PrimaryKey pk(Operation operation) {
    return new PrimaryKey(operation.pk());
  }

  private static CompletableFuture<OperationResult> done(CompletableFuture<?> operation) {
    return operation.thenApply(value -> OperationResult.of(OperationResult.Kind.DONE));
  }

  private static OperationResult of(boolean deleted) {
    return OperationResult.of(deleted ? OperationResult.Kind.DONE : OperationResult.Kind.ABSENT);
  }

  /** The requests that wait for an answer, in the order in which they were made. */
  List<Request> pending() {
    return pending.stream().map(Pending::request).toList();
  }

  /**
   * Answers a request, with a value or with the error that a shard gives.
   *
   * @param isFresh whether the answer comes within the lease of the slots
   */
  void answer(int place, Object answer, boolean isFresh) {
    if (known != null) {
      known.setFresh(isFresh);
    }
    if (mover != null) {
      mover.setFresh(isFresh);
    }
    Pending answered = pending.remove(place);
    if (answer instanceof Throwable error) {
      answered.answer().completeExceptionally(error);
    } else {
      answered.answer().complete(answer);
    }
  }

  /** How the operation ended; null while it is under way. */
  @Nullable OperationResult result() {
    return result.getNow(null);
  }

  @SuppressWarnings("unchecked")
  private <T> CompletableFuture<T> ask(Request request) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    pending.add(new Pending(request, answer));
    return answer.thenApply(value -> (T) value);
  }

  private static final class AllDown implements ShardHealth {
    @Override
    public boolean isDown(int place) {
      return true;
    }

    @Override
    public void answered(int place) {}

    @Override
    public void failed(int place) {}
  }

  private final class NotedData implements DataShard {
    private final int number;

    NotedData(int number) {
      this.number = number;
    }

    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return ask(new Request.ReadData(key, number == Stored.DATA_SHARDS));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return ask(new Request.WriteData(write, number == Stored.DATA_SHARDS));
    }

    @Override
    public CompletableFuture<List<DataRecord>> find(SecondaryKey key) {
      return ask(new Request.FindLocally(number, key));
    }

    @Override
    public Optional<SharedTransaction> sharedWith(IndexShard index) {
      return mode == Mode.SHARED
              && number == Stored.shardOf(new PrimaryKey("1"))
              && ((NotedIndex) index).name.equals("a")
          ? Optional.of((data, writes) -> ask(new Request.WriteBoth(data, writes)))
          : Optional.empty();
    }
  }

  private final class NotedIndex implements IndexShard {
    private final String name;

    NotedIndex(String name) {
      this.name = name;
    }

    @Override
    public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
      return ask(new Request.ReadIndex(key, name.equals(TARGET)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
      return ask(new Request.WriteIndex(write, name.equals(TARGET)));
    }

    @Override
    public boolean replaces() {
      return mode != Mode.DELETE_INSERT;
    }
  }
}
