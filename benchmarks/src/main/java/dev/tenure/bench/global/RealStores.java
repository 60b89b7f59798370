package dev.tenure.bench.global;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.bench.measure.Clients;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Stores in real time: record stores on the engine in memory. Every data shard and every index
 * shard has an engine, so that no transaction spans two of them; a store without the global index
 * has one engine for both. Each client has twice as many threads as there are processors.
 */
final class RealStores implements Stores {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int FILLED_AT_ONCE = 100;
  private static final List<WorkloadOperation.Kind> FILLING =
      List.of(WorkloadOperation.Kind.CREATE, WorkloadOperation.Kind.DELETE);

  private final List<Database> engines = new ArrayList<>();
  private final ScheduledExecutorService own = Executors.newScheduledThreadPool(PROCESSORS);
  private final Clients callers;
  private final SplittableRandom random;
  private final Setup setup;
  private final List<Store> clients = new ArrayList<>();
  private double perSecond;

  RealStores(long seed, Setup setup) {
    this.random = new SplittableRandom(seed);
    this.setup = setup;
    this.callers = new Clients(threads());
    if (setup.global()) {
      List<DataShard> data = new ArrayList<>();
      List<IndexShard> index = new ArrayList<>();
      for (int i = 0; i < setup.shards(); i++) {
        data.add(shard().data());
        index.add(shard().index());
      }
      Shards shards = Shards.hashed(data, index);
      fill(client(shards, false));
      for (int i = 0; i < setup.shards(); i++) {
        clients.add(client(shards, setup.cleans()));
      }
    } else {
      RecordShard shard = shard();
      Store store =
          new MonolithicStore(shard.data(), shard.data().sharedWith(shard.index()).orElseThrow());
      fill(store);
      clients.add(store);
    }
  }

  private RecordShard shard() {
    Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    engines.add(engine);
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(InstantSource.system())
            .random(random.split())
            .executor(own)
            .timer(own)
            .build();
    KeySpaceDirectory directory = KeySpaceDirectory.constant("shard", DirectoryType.LONG, 1L);
    return RecordShard.of(
        database, KeySpace.of(new Subspace(new byte[] {1}), directory).path("shard"));
  }

  private GlobalStore client(Shards shards, boolean cleans) {
    GlobalIndexOptions defaults = GlobalIndexOptions.defaults();
    return new GlobalStore(
        GlobalIndex.start(
                shards,
                setup.workload().definitions(),
                InstantSource.system(),
                own,
                cleans ? defaults : defaults.withCleanersMax(0))
            .join());
  }

  /**
   * All creates, then all deletes. Creates have different keys, and so have deletes. So many
   * creates or deletes run at the same time.
   */
  private void fill(Store store) {
    List<WorkloadOperation> all = setup.workload().filling(random, setup.cleans());
    for (WorkloadOperation.Kind kind : FILLING) {
      List<WorkloadOperation> some = all.stream().filter(each -> each.kind() == kind).toList();
      for (int i = 0; i < some.size(); i += FILLED_AT_ONCE) {
        List<WorkloadOperation> part = some.subList(i, Math.min(i + FILLED_AT_ONCE, some.size()));
        CompletableFuture.allOf(
                part.stream().map(store::perform).toArray(CompletableFuture<?>[]::new))
            .join();
      }
    }
  }

  @Override
  public Measured measure(int operations) {
    Measured result = new Measured();
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int i = 0; i < threads(); i++) {
      randoms.add(random.split());
    }
    long begin = System.nanoTime();
    callers.once(i -> operate(clients.get(i % clients.size()), randoms.get(i), result, operations));
    perSecond = result.count() / ((System.nanoTime() - begin) / 1e9);
    return result;
  }

  private void operate(Store store, SplittableRandom ofThread, Measured result, int operations) {
    while (result.count() < operations) {
      WorkloadOperation operation = setup.workload().next(ofThread);
      long begin = System.nanoTime();
      boolean unused =
          store
              .perform(operation)
              .handle(
                  (found, error) -> {
                    result.add(operation.kind(), found, error, System.nanoTime() - begin);
                    return true;
                  })
              .join();
    }
  }

  @Override
  public int threads() {
    return 2 * PROCESSORS * setup.shards();
  }

  @Override
  public double perSecond() {
    return perSecond;
  }

  @Override
  public void close() {
    callers.close();
    own.shutdownNow();
    engines.forEach(Database::close);
  }
}
