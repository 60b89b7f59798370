package dev.tenure.bench.global;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.bench.measure.Clients;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Versioned;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.store.RecordShard;
import dev.tenure.record.keyspace.DirectoryType;
import dev.tenure.record.keyspace.KeySpace;
import dev.tenure.record.keyspace.KeySpaceDirectory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Stores in real time: record stores on the engine in memory. Every data shard and every index
 * shard has an engine, so that no transaction spans two of them; a store without the global index
 * has one engine for both. Each client has twice as many threads as there are processors.
 */
final class RealStores implements Stores {
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int FILLED_AT_ONCE = 100;
  private static final int PAGE = 500;
  private static final List<WorkloadOperation.Kind> FILLING =
      List.of(WorkloadOperation.Kind.CREATE, WorkloadOperation.Kind.DELETE);

  private final List<Database> engines = new ArrayList<>();
  private final ScheduledExecutorService own = Executors.newScheduledThreadPool(PROCESSORS);
  private final Clients callers;
  private final SplittableRandom random;
  private final Setup setup;
  private final List<SwitchedIndexShard> index = new ArrayList<>();
  private final Shards shards;
  private final List<Store> clients = new ArrayList<>();
  private double perSecond;

  RealStores(long seed, Setup setup) {
    this.random = new SplittableRandom(seed);
    this.setup = setup;
    this.callers = new Clients(threads());
    this.shards = setup.global() ? global() : monolithic();
  }

  private Shards global() {
    List<DataShard> data = new ArrayList<>();
    for (int i = 0; i < setup.shards(); i++) {
      data.add(shard().data());
      index.add(new SwitchedIndexShard(shard().index()));
    }
    Shards all = Shards.hashed(data, index);
    fill(client(all, false));
    for (int i = 0; i < setup.shards(); i++) {
      clients.add(client(all, setup.cleans()));
    }
    return all;
  }

  private Shards monolithic() {
    RecordShard shard = shard();
    Store store =
        new MonolithicStore(shard.data(), shard.data().sharedWith(shard.index()).orElseThrow());
    fill(store);
    clients.add(store);
    return Shards.hashed(List.of(shard.data()), List.of(shard.index()));
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

  private GlobalStore client(Shards all, boolean cleans) {
    GlobalIndexOptions defaults = GlobalIndexOptions.defaults();
    return new GlobalStore(
        GlobalIndex.start(
                all,
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
    long begin = System.nanoTime();
    Measured result = new Measured();
    operate(result, () -> result.count() < operations);
    perSecond = result.count() / ((System.nanoTime() - begin) / 1e9);
    return result;
  }

  @Override
  public Measured run(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    Measured result = new Measured();
    operate(result, () -> System.nanoTime() - end < 0);
    int unused = result.count();
    return result;
  }

  /** Lets each thread run operations while a condition holds. */
  private void operate(Measured result, BooleanSupplier goesOn) {
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int i = 0; i < threads(); i++) {
      randoms.add(random.split());
    }
    callers.once(i -> operate(clients.get(i % clients.size()), randoms.get(i), result, goesOn));
  }

  private void operate(
      Store store, SplittableRandom ofThread, Measured result, BooleanSupplier goesOn) {
    while (goesOn.getAsBoolean()) {
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
  public Shards shards() {
    return shards;
  }

  @Override
  public void setIndexDown(int place, boolean down) {
    index.get(place).setDown(down);
  }

  /** Not called while operations are under way. */
  @Override
  public double garbageRatio() {
    Map<SecondaryKey, PrimaryKey> owners = new HashMap<>();
    for (DataShard shard : shards.data()) {
      for (DataRecord each : all(shard)) {
        each.keys().forEach(key -> owners.put(key, each.key()));
      }
    }
    long garbage = 0;
    long valid = 0;
    for (IndexShard shard : shards.index()) {
      for (IndexRecord ir : all(shard)) {
        boolean owned = ir.owner().equals(owners.get(ir.key().key()));
        garbage += owned ? 0 : 1;
        valid += owned ? 1 : 0;
      }
    }
    return valid == 0 ? 0 : (double) garbage / valid;
  }

  private static <K, R extends Versioned<K>> List<R> all(Shard<K, R> shard) {
    List<R> all = new ArrayList<>();
    List<R> page = shard.scan(null, PAGE).join();
    while (!page.isEmpty()) {
      all.addAll(page);
      page = shard.scan(page.get(page.size() - 1).key(), PAGE).join();
    }
    return all;
  }

  @Override
  public void close() {
    callers.close();
    own.shutdownNow();
    engines.forEach(Database::close);
  }
}
