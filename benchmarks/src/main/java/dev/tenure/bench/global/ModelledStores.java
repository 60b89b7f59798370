package dev.tenure.bench.global;

import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SchedulerOptions;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Stores under virtual time. A data shard and an index shard share a server. Each client has
 * {@value #THREADS} threads, which is twice eight cores. Belongs to the thread that made it.
 */
final class ModelledStores implements Stores {
  static final int THREADS = 16;

  private static final Duration TIME_MAX = Duration.ofDays(1);

  private final Setup setup;
  private final ShardTimes times;
  private final DeterministicScheduler scheduler;
  private final List<Server> servers = new ArrayList<>();
  private final List<ModelledShard.Data> data = new ArrayList<>();
  private final List<ModelledShard.Index> index = new ArrayList<>();
  private final Shards shards;
  private Measured measured = new Measured();
  private double perSecond;

  ModelledStores(long seed, ShardTimes times, Setup setup) {
    this.setup = setup;
    this.times = times;
    this.scheduler =
        DeterministicScheduler.of(
            SchedulerOptions.seeded(seed)
                .withOrder(SchedulerOptions.Order.FIFO)
                .withTasksMax(Long.MAX_VALUE)
                .withTimeMax(TIME_MAX)
                .withTraceLines(0));
    for (int i = 0; i < setup.shards(); i++) {
      Server server = new Server(scheduler, "server " + i, times);
      servers.add(server);
      data.add(new ModelledShard.Data(server, setup.localIndex()));
      index.add(new ModelledShard.Index(server));
    }
    this.shards = Shards.hashed(data, index);
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < setup.shards(); i++) {
      clients.add(new Client("client " + i));
    }
    fill();
    servers.forEach(Server::beginTiming);
    clients.forEach(Client::start);
  }

  private void fill() {
    Store store = store(scheduler.process("filling"), false);
    RandomGenerator random = scheduler.random("filling");
    for (WorkloadOperation operation : setup.workload().filling(random, setup.cleans())) {
      scheduler.join(store.perform(operation));
    }
  }

  private Store store(SimulatedProcess process, boolean cleans) {
    if (!setup.global()) {
      return new MonolithicStore(data.get(0), data.get(0).together(index.get(0)));
    }
    GlobalIndexOptions defaults = GlobalIndexOptions.defaults();
    return new GlobalStore(
        scheduler.join(
            GlobalIndex.start(
                shards,
                setup.workload().definitions(),
                process.clock(),
                process.executor(),
                cleans ? defaults : defaults.withCleanersMax(0))));
  }

  /** One client with its threads. */
  private final class Client {
    private final Store store;
    private final ScheduledExecutorService timer;
    private final RandomGenerator random;

    Client(String name) {
      SimulatedProcess process = scheduler.process(name);
      this.timer = process.timer();
      this.random = scheduler.random("operations of " + name);
      this.store = store(process, setup.cleans());
    }

    void start() {
      for (int i = 0; i < THREADS; i++) {
        think();
      }
    }

    private void think() {
      var unused = timer.schedule(this::operate, times.think().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void operate() {
      WorkloadOperation operation = setup.workload().next(random);
      long begin = nanos();
      var unused =
          store
              .perform(operation)
              .handle(
                  (done, error) -> {
                    measured.add(operation.kind(), done, error, nanos() - begin);
                    think();
                    return null;
                  });
    }
  }

  private long nanos() {
    return scheduler.elapsed().toNanos();
  }

  @Override
  public Measured measure(int operations) {
    long begin = nanos();
    Measured result = begin();
    scheduler.runUntil(() -> result.count() >= operations, operations + " operations");
    perSecond = result.count() / ((nanos() - begin) / 1e9);
    return result;
  }

  @Override
  public Measured run(Duration duration) {
    Measured result = begin();
    scheduler.runFor(duration);
    int unused = result.count();
    return result;
  }

  private Measured begin() {
    measured = new Measured();
    return measured;
  }

  @Override
  public int threads() {
    return THREADS * setup.shards();
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

  @Override
  public double garbageRatio() {
    long garbage = 0;
    long valid = 0;
    for (ModelledShard.Index shard : index) {
      for (IndexRecord ir : shard.records()) {
        boolean owned =
            ((ModelledShard.Data) shards.dataOf(ir.owner()))
                .get(ir.owner())
                .filter(record -> record.owns(ir.key().key()))
                .isPresent();
        garbage += owned ? 0 : 1;
        valid += owned ? 1 : 0;
      }
    }
    return valid == 0 ? 0 : (double) garbage / valid;
  }

  @Override
  public void close() {}
}
