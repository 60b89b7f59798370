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
 * Chooses the visits of the managers from all shards of all clusters (Algorithm 1). For each visit
 * it chooses at random one of the shards that have candidates. This takes the place of the paper's
 * shuffle (line 1): shards are peeked independently, so a cluster that answers slowly does not
 * delay the others. The scanner runs on one serial executor.
 */
public final class Scanner {
  private final Environment environment;
  private final SerialExecutor serial;
  private final Capacity capacity;
  private final Throttle throttle;
  private final Health health;
  private final InFlightRegistry inFlightItems;
  private final PointerMemory memory;
  private final Inabilities inabilities;
  private final Unserved unserved;
  private final Manager manager;
  private final ShardTurns turns;
  private final Responses responses;
  private final Set<String> heard = ConcurrentHashMap.newKeySet();
  private final Map<QueueCluster, BiConsumer<PointerRef, Instant>> hints = new LinkedHashMap<>();

  /** When a cluster gets more shards, the serial executor replaces this map by a larger one. */
  private volatile Map<Source, ShardScan> shards = new LinkedHashMap<>();

  private Function<Source, ShardScan> newScan = this::notBuilt;
  private boolean checking;
  private boolean foreignLater;
  private boolean stopped = true;

  public Scanner(
      Environment environment,
      SerialExecutor serial,
      Capacity capacity,
      Throttle throttle,
      Health health,
      InFlightRegistry inFlightItems,
      Inabilities inabilities,
      Manager manager) {
    this.environment = environment;
    this.serial = serial;
    this.capacity = capacity;
    this.throttle = throttle;
    this.health = health;
    this.inFlightItems = inFlightItems;
    this.memory = new PointerMemory(environment.options());
    this.inabilities = inabilities;
    this.unserved = new Unserved(environment.options());
    this.manager = manager;
    this.turns = new ShardTurns(environment);
    this.responses = new Responses(capacity, environment.options().managers(), this::probe);
  }

  /** Adds all shards of these clusters. Called before {@link #start}. */
  public void scan(
      List<QueueCluster> clusters, SelectionFraction fraction, ConsumerRanks ranks, Shares shares) {
    CandidateFilter filter =
        new CandidateFilter(environment, inFlightItems, memory, inabilities, throttle, unserved);
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
   * Notes that the cluster answered a heartbeat. Before the first answer the consumer knows neither
   * the other consumers nor whether its clock is right, and begins no visit. If the cluster has
   * more shards than before, they are scanned from now on. May be called on any thread.
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

  /** Notes that the clock was corrected, by any amount. May be called on any thread. */
  public void clockMoved() {
    serial.execute(
        () -> {
          memory.forget();
          inabilities.forget();
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

  /** The applications that this consumer leaves to others. */
  public Unserved unserved() {
    return unserved;
  }

  /** The state of the clusters' answers. May be called on any thread. */
  public Responses.ResponseSnapshot seen() {
    return responses.seen();
  }

  public int sequentialShards() {
    return (int) shards.values().stream().filter(ShardScan::scansInOrder).count();
  }

  /**
   * Stops beginning visits and gives back the leases on shards; the future completes when both are
   * done. Visits under way go on.
   */
  public CompletableFuture<Void> stop() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    stop(
        settled ->
            environment.whenDone(
                settled, environment.executor(), (all, error) -> done.complete(null)));
    return done;
  }

  /** As {@link #stop()}, but calls {@code then} as soon as no visit begins any more. */
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

  /** Begins visits while a manager is free and the workers have room for items (line 5). */
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
      inFlightItems.beginVisit(next.key());
      shard(next).visitBegan(next);
      launch(next, room);
    }
    peekDue();
    checkLater();
  }

  /**
   * Peeks the shards that are due. This comes before drawing, so that a busy shard does not keep
   * others from being peeked.
   */
  private void peekDue() {
    List<ShardScan> scanned = shards.values().stream().filter(this::well).toList();
    for (ShardScan shard : turns.toPeek(scanned)) {
      if (freeManagers() > 0 && capacity.ask()) {
        shard.peek(freeManagers());
      }
    }
    if (turns.leavesForeign(scanned) && !foreignLater) {
      foreignLater = true;
      environment.time().after(ShardTurns.FOREIGN_EVERY, () -> serial.execute(this::foreignDue));
    }
  }

  private void foreignDue() {
    foreignLater = false;
    dispatch();
  }

  /**
   * Whether items of the shard's cluster may be leased: no item is leased where its end could not
   * be committed.
   */
  private boolean well(ShardScan shard) {
    String cluster = shard.source().cluster().name();
    return heard.contains(cluster) && health.well(cluster);
  }

  private @Nullable Candidate draw() {
    return turns.draw(
        shards.values().stream()
            .filter(this::well)
            .filter(shard -> mayBegin(shard.source().cluster().name()))
            .toList());
  }

  private boolean mayBegin(String cluster) {
    return responses.mayBegin(cluster)
        && responses.mayHoldMore(cluster, hints.size(), environment.time().now());
  }

  /**
   * Begins a visit (line 10). The candidate is in flight until the visit ends, and stays in flight
   * if another visit follows at once.
   */
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
   * Makes each shard of a silent cluster due for a peek. No candidate is drawn there before an
   * answer to such a peek ends the silence.
   */
  private void probe(String cluster) {
    shards.forEach(
        (source, shard) -> {
          if (source.cluster().name().equals(cluster)) {
            shard.probe();
          }
        });
  }

  /** While visits are under way, checks after a delay whether a cluster has become silent. */
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
    if (report.failed()) {
      responses.refused(candidate.source().cluster().name());
    }
    boolean alone = wasAlone && !othersWait();
    memory.visited(candidate.key(), report, alone, now);
    noteAbility(candidate, report, now);
    int room = report.moreVested() && alone ? roomForAnother(candidate) : 0;
    if (room > 0 && candidate instanceof Candidate.Zone zone) {
      launch(zone.withoutNudges(), room);
    } else {
      inFlightItems.endVisit(candidate.key());
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

  /**
   * The number of items that another visit to the zone may lease at once; zero unless recent peeks
   * show that no other zone waits.
   */
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
