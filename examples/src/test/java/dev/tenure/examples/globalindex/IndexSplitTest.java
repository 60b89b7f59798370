package dev.tenure.examples.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.move.MoveReport;
import dev.tenure.record.global.move.Moves;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An index shard is split into two, and merged into one again, under a virtual clock. */
class IndexSplitTest {
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("email"));

  private final VirtualTime time = new VirtualTime();
  private final List<DataShard> data = List.of(new MapShard.Data(Runnable::run));
  private final List<ScannedShard> index = List.of(new ScannedShard(), new ScannedShard());

  /** Moves need a scan besides the two operations. */
  private static final class ScannedShard extends MapShard<IndexKey, IndexRecord>
      implements IndexShard {
    ScannedShard() {
      super(Runnable::run);
    }

    @Override
    public CompletableFuture<List<IndexRecord>> scan(@Nullable IndexKey after, int most) {
      return CompletableFuture.completedFuture(
          store.values().stream()
              .sorted((one, other) -> one.key().compareTo(other.key()))
              .filter(each -> after == null || each.key().compareTo(after) > 0)
              .limit(most)
              .toList());
    }
  }

  private Upkeep upkeep(int shards) {
    return time.join(
        Upkeep.startStored(
            Shards.hashed(data, index.subList(0, shards)),
            time,
            time::millis,
            time,
            new Random(1)));
  }

  private MoveReport moveTo(Upkeep upkeep, Set<Integer> shards) {
    Moves moves = new Moves(upkeep);
    time.join(moves.beginIndex(slots -> slots.spread(shards)));
    return time.join(moves.run(WalkOptions.defaults(), page -> {}, Optional.empty()));
  }

  @Test
  void oneIndexShardBecomesTwoAndOneAgain() {
    time.join(StoredKeys.create(data.get(0), Duration.ofSeconds(2), KEYS));
    time.join(new Moves(upkeep(1)).adoptIndex());
    GlobalIndex client =
        time.join(
            GlobalIndex.startStored(
                Shards.hashed(data, index),
                KEYS,
                time,
                time::millis,
                time,
                GlobalIndexOptions.defaults()));
    for (int i = 0; i < 100; i++) {
      Content content =
          new Content(Set.of(new SecondaryKey("email", "e" + i)), ByteString.copyFromUtf8("v"));
      time.join(client.create(new PrimaryKey("p" + i), content));
    }
    Upkeep upkeep = upkeep(2);
    assertEquals(Optional.empty(), moveTo(upkeep, Set.of(0, 1)).position());
    assertTrue(index.get(1).store.size() > 30, index.get(1).store.size() + " keys have moved");
    assertEquals(100, index.get(0).store.size() + index.get(1).store.size());
    moveTo(upkeep, Set.of(1));
    assertEquals(100, index.get(1).store.size());
    assertEquals(
        "p7", time.join(client.read(new SecondaryKey("email", "e7"))).orElseThrow().key().value());
  }
}
