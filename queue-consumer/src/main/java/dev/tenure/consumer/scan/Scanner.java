package dev.tenure.consumer.scan;

import dev.tenure.consumer.end.Health;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Manager;
import dev.tenure.consumer.visit.Source;
import dev.tenure.consumer.visit.VisitReport;
import dev.tenure.consumer.visit.VisitReport.ErrorKind;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1: gives managers something to visit, from all shards of all clusters. Each visit is
 * drawn from a shard chosen at random among those that have candidates, which is the paper's
 * shuffle (line 1) for shards that are peeked independently: a cluster that answers slowly holds up
 * nobody else. Everything runs on one serial executor.
 */
public final class Scanner {
  private final Environment environment;
  private final SerialExecutor serial;
  private final Capacity capacity;
  private final Throttle throttle;
  private final Health health;
  private final InFlightRegistry inHand;
  private final PointerMemory memory;
  private final Inabilities inabilities;
  private final Manager manager;
  private final ShardTurns turns;
  private final Responses responses;
  private final Set<String> heard = ConcurrentHashMap.newKeySet();
  private final Map<QueueCluster, BiConsumer<PointerRef, Instant>> hints = new LinkedHashMap<>();

  /** Replaced by a larger one, on the serial executor, when a cluster has more shards. */
  private volatile Map<Source, ShardScan> shards = new LinkedHashMap<>();

  private Function<Source, ShardScan> newScan = this::notBuilt;
  private boolean checking;
  private boolean stopped = true;

  public Scanner(
      Environment environment,
      SerialExecutor serial,
      Capacity capacity,
      Throttle throttle,
      Health health,
      InFlightRegistry inHand,
      Inabilities inabilities,
      Manager manager) {
    this.environment = environment;
    this.serial = serial;
    this.capacity = capacity;
    this.throttle = throttle;
    this.health = health;
    this.inHand = inHand;
    this.memory = new PointerMemory(environment.options());
    this.inabilities = inabilities;
    this.manager = manager;
    this.turns = new ShardTurns(environment);
    this.responses = new Responses(capacity, this::probe);
  }

  /** All shards of these clusters; before {@link #start}. */
  public void scan(
      List<QueueCluster> clusters, SelectionFraction fraction, ConsumerRanks ranks, Shares shares) {
    CandidateFilter filter =
        new CandidateFilter(environment, inHand, memory, inabilities, throttle);
    newScan =
        source ->
            new ShardScan(
                environment, serial, source, filter, fraction, ranks, shares, this::dispatch);
    for (QueueCluster cluster : clusters) {
      addShards(cluster);
      hints.put(cluster, (ref, vesting) -> hint(new Source(cluster, ref.shard()), vesting));
    }
  }

  private ShardScan notBuilt(Source source) {
    throw new IllegalStateException(source + " would be scanned before the scanner is built");
  }

  private boolean addShards(QueueCluster cluster) {
    Map<Source, ShardScan> more = new LinkedHashMap<>(shards);
    for (int shard = 0; shard < cluster.shards(); shard++) {
      more.computeIfAbsent(new Source(cluster, shard), newScan);
    }
    boolean added = more.size() > shards.size();
    shards = more;
    return added;
  }

  /**
   * Any thread: a heartbeat was answered. Before the first one this consumer knows neither the
   * others nor whether its clock is right, and begins nothing. The cluster may have more shards
   * than before; those are scanned as well.
   */
  public void heard(QueueCluster cluster) {
    boolean first = heard.add(cluster.name());
    if (!first && shards.containsKey(new Source(cluster, cluster.shards() - 1))) {
      return;
    }
    serial.execute(
        () -> {
          if (!stopped && (addShards(cluster) || first)) {
            dispatch();
          }
        });
  }

  /** Any thread: the clock was put right, by as much as that may be. */
  public void clockMoved() {
    serial.execute(
        () -> {
          memory.forget();
          inabilities.forget();
          turns.clockMoved();
          responses.clockMoved(environment.time().now());
          shards.values().forEach(ShardScan::clockMoved);
          dispatch();
        });
  }

  private void hint(Source source, Instant vesting) {
    ShardScan shard = shards.get(source);
    if (shard != null) {
      shard.hint(vesting);
    }
  }

  public void start() {
    hints.forEach((cluster, hint) -> cluster.signals().addListener(hint));
    serial.execute(
        () -> {
          stopped = false;
          dispatch();
        });
  }

  /** Any thread. */
  public Responses.ResponseSnapshot seen() {
    return responses.seen();
  }

  public int sequentialShards() {
    return (int) shards.values().stream().filter(ShardScan::scansInOrder).count();
  }

  /**
   * Begins no visit any more; completes once that is so, and the shards' leases are given back.
   * Visits under way go on.
   */
  public CompletableFuture<Void> stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    stop(
        settled ->
            environment.whenDone(
                settled, environment.executor(), (all, error) -> done.complete(null)));
    return done;
  }

  /** As {@link #stop()}, but calls back once nothing is begun any more. */
  public void stop(Consumer<CompletableFuture<Void>> then) {
    hints.forEach((cluster, hint) -> cluster.signals().removeListener(hint));
    serial.execute(
        () -> {
          stopped = true;
          CompletableFuture<?>[] settled =
              shards.values().stream().map(ShardScan::stop).toArray(CompletableFuture<?>[]::new);
          then.accept(CompletableFuture.allOf(settled));
        });
  }

  private int freeManagers() {
    return environment.options().managers() - responses.busyManagers();
  }

  /** Line 5: waits, by doing nothing, while no manager is free or workers have enough to do. */
  public void dispatch() {
    if (stopped || !environment.lifeCycle().running()) {
      return;
    }
    shards.forEach(
        (source, shard) -> responses.answered(source.cluster().name(), shard.answeredAt()));
    peekDue();
    while (freeManagers() > 0 && capacity.ask()) {
      int room = capacity.take(environment.options().dequeueMaxAlone());
      Candidate next = room == 0 ? null : draw();
      if (next == null) {
        capacity.free(room);
        break;
      }
      inHand.beginVisit(next.key());
      shard(next).visitBegan(next);
      launch(next, room);
    }
    peekDue();
    checkLater();
  }

  /** Also before anything is drawn: a busy shard must not keep others from being looked at. */
  private void peekDue() {
    List<ShardScan> scanned = shards.values().stream().filter(this::well).toList();
    for (ShardScan shard : turns.toPeek(scanned)) {
      if (freeManagers() > 0 && capacity.ask()) {
        shard.peek(freeManagers());
      }
    }
  }

  /** Nothing is leased from a cluster where nothing can be ended. */
  private boolean well(ShardScan shard) {
    String cluster = shard.source().cluster().name();
    return heard.contains(cluster) && health.well(cluster);
  }

  private @Nullable Candidate draw() {
    return turns.draw(shards.values().stream().filter(this::well).toList());
  }

  /** Line 10. The candidate is in hand, and stays so if it is visited again at once. */
  private void launch(Candidate candidate, int room) {
    boolean alone = !othersWait();
    int slots = Math.min(room, itemsMax(candidate, alone));
    capacity.free(room - slots);
    Instant now = environment.time().now();
    responses.begin(candidate.key(), slots, now);
    if (candidate.key() instanceof VisitKey.OfZone zone) {
      inabilities.tries(zone, now);
    }
    environment.whenDone(
        manager.visit(candidate, slots),
        serial,
        (report, error) ->
            visited(
                candidate, alone, report == null ? VisitReport.failed(ErrorKind.REFUSED) : report));
  }

  /**
   * Nothing is drawn from a silent cluster: each of its shards needs a peek first, whose answer
   * ends the silence.
   */
  private void probe(String cluster) {
    shards.forEach(
        (source, shard) -> {
          if (source.cluster().name().equals(cluster)) {
            shard.probe();
          }
        });
  }

  /** While visits are under way: whether a cluster has become silent meanwhile. */
  private void checkLater() {
    if (!checking && responses.areWaited()) {
      checking = true;
      environment.time().after(Responses.SILENCE, () -> serial.execute(this::check));
    }
  }

  private void check() {
    checking = false;
    responses.check(environment.time().now());
    dispatch();
  }

  private int itemsMax(Candidate candidate, boolean alone) {
    if (candidate instanceof Candidate.LocalItem) {
      return 1;
    }
    int others = capacity.visitMax();
    return alone ? Math.max(others, memory.itemsMaxAlone(candidate.key())) : others;
  }

  private void visited(Candidate candidate, boolean wasAlone, VisitReport report) {
    Instant now = environment.time().now();
    responses.end(candidate.key(), report.answered(), now);
    boolean alone = wasAlone && !othersWait();
    memory.visited(candidate.key(), report, alone, now);
    noteAbility(candidate, report, now);
    int room = report.moreVested() && alone ? roomForAnother(candidate) : 0;
    if (room > 0 && candidate instanceof Candidate.Zone zone) {
      launch(zone.withoutNudges(), room);
    } else {
      inHand.endVisit(candidate.key());
      shard(candidate).visitEnded(candidate, report.moreVested());
    }
    dispatch();
  }

  private void noteAbility(Candidate candidate, VisitReport report, Instant now) {
    if (candidate.key() instanceof VisitKey.OfZone zone) {
      if (report.inability().isPresent()) {
        inabilities.unable(zone, report.inability().get(), now);
      } else if (!report.failed() && !report.collided()) {
        inabilities.able(zone);
      }
    }
  }

  /** Nobody else waits, as far as is known; what is known must be of the last moment. */
  private int roomForAnother(Candidate candidate) {
    boolean may =
        !stopped
            && environment.lifeCycle().running()
            && shard(candidate).isFresh()
            && well(shard(candidate))
            && capacity.ask();
    return may ? capacity.take(environment.options().dequeueMaxAlone()) : 0;
  }

  private boolean othersWait() {
    return shards.values().stream().anyMatch(ShardScan::hasWaiting);
  }

  private ShardScan shard(Candidate candidate) {
    return Objects.requireNonNull(shards.get(candidate.source()), "shard of a candidate");
  }
}
