package dev.tenure.record.global.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.error.FdbErrorPredicates;
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
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.global.protocol.ShardHealth;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.protocol.Writer;
import dev.tenure.record.global.upkeep.LateShards;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Two creates of one key whose slot moves, in every order of their calls. */
class KeyRaceTest {
  private static final SecondaryKey KEY = new SecondaryKey("email", "e");
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("email"));

  /** A call that waits for its turn: the choice of the next one is part of an order. */
  private record Call(int client, Runnable run) {}

  private final List<Call> waiting = new ArrayList<>();

  private final class Waiting<K, R extends Versioned<K>> implements Shard<K, R> {
    private final Map<K, R> stored;
    private final int client;

    Waiting(Map<K, R> stored, int client) {
      this.stored = stored;
      this.client = client;
    }

    private <T> CompletableFuture<T> answer(Supplier<T> answer) {
      CompletableFuture<T> answered = new CompletableFuture<>();
      waiting.add(new Call(client, () -> answered.complete(answer.get())));
      return answered;
    }

    @Override
    public CompletableFuture<Optional<R>> read(K key) {
      return answer(() -> Optional.ofNullable(stored.get(key)));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<K, R> write) {
      return answer(
          () -> {
            boolean holds = write.matches(Optional.ofNullable(stored.get(write.key())));
            if (holds) {
              stored.remove(write.key());
              write.record().ifPresent(record -> stored.put(write.key(), record));
            }
            return holds;
          });
    }
  }

  private record Data(Shard<PrimaryKey, DataRecord> shard) implements DataShard {
    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return shard.read(key);
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return shard.write(write);
    }
  }

  private record Index(Shard<IndexKey, IndexRecord> shard) implements IndexShard {
    @Override
    public CompletableFuture<Optional<IndexRecord>> read(IndexKey key) {
      return shard.read(key);
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<IndexKey, IndexRecord> write) {
      return shard.write(write);
    }
  }

  /** Plays an order of calls, and then the first one that waits, until both creates have ended. */
  private List<String> play(List<Integer> order, List<Integer> choices) {
    waiting.clear();
    Map<PrimaryKey, DataRecord> data = new HashMap<>();
    List<Map<IndexKey, IndexRecord>> index = List.of(new HashMap<>(), new HashMap<>());
    List<CompletableFuture<String>> results = new ArrayList<>();
    for (int client = 1; client <= 2; client++) {
      int id = client;
      Shards shards =
          new Shards(
                  List.of(new Data(new Waiting<>(data, id))),
                  pk -> 0,
                  index.stream().map(each -> new Index(new Waiting<>(each, id))).toList(),
                  key -> 0)
              .withIndexPlaces(key -> 0, key -> List.of(0, 1));
      results.add(
          new Writer(new Steps(shards, ShardHealth.unknown()), KEYS, false, suspect -> {})
              .create(new PrimaryKey("p" + id), LateShards.content("v", KEY), new Generation(1, id))
              .handle((written, error) -> error == null ? "DONE" : reason(error)));
    }
    for (int step = 0; !waiting.isEmpty(); step++) {
      choices.add(waiting.size());
      waiting.remove(step < order.size() ? (int) order.get(step) : 0).run().run();
    }
    return results.stream().map(CompletableFuture::join).sorted().toList();
  }

  private static String reason(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof GlobalIndexException told
        ? told.reason().toString()
        : error.toString();
  }

  /** The writer that loses the first place leaves the other one alone at the second. */
  @Test
  void oneOfTwoWritersOfAKeySucceeds() {
    int orders = 0;
    List<Integer> order = new ArrayList<>();
    do {
      List<Integer> choices = new ArrayList<>();
      List<String> results = play(order, choices);
      assertEquals(1, results.stream().filter("DONE"::equals).count(), order + " " + results);
      orders++;
      while (order.size() < choices.size()) {
        order.add(0);
      }
      while (!order.isEmpty() && order.get(order.size() - 1) == choices.get(order.size() - 1) - 1) {
        order.remove(order.size() - 1);
      }
      if (!order.isEmpty()) {
        order.set(order.size() - 1, order.get(order.size() - 1) + 1);
      }
    } while (!order.isEmpty());
    assertTrue(orders > 300, orders + " orders");
  }
}
