package dev.tenure.spring;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Runs transactions of tenants for application code: data and queue items that are written in one
 * body commit together or not at all. A template has a name, which meters and errors show, and a
 * time limit; {@link #named}, {@link #withTimeLimit} and {@link #withOptions} give changed copies.
 * Immutable, thread-safe.
 */
public final class TenureTemplate {
  /** The default time limit of a call. */
  public static final Duration TIME_LIMIT_DEFAULT = Duration.ofSeconds(20);

  static final Duration TIME_LIMIT_MIN = Duration.ofMillis(100);
  static final Duration TIME_LIMIT_MAX = Duration.ofDays(1);

  private static final int NAME_BYTES_MAX = 100;
  private static final String UNNAMED = RunOptions.defaults().name();

  private final Deployment deployment;
  private final TracePropagation traces;
  private final RunOptions options;
  private final Duration timeLimit;
  private final ItemFactory items;
  private final boolean createsTenants;

  /** A template without a tracer: items keep the traces that they have. */
  public TenureTemplate(Deployment deployment) {
    this(deployment, TracePropagation.none());
  }

  public TenureTemplate(Deployment deployment, TracePropagation traces) {
    this(deployment, traces, RunOptions.defaults(), TIME_LIMIT_DEFAULT, ItemFactory.none(), false);
  }

  private TenureTemplate(
      Deployment deployment,
      TracePropagation traces,
      RunOptions options,
      Duration timeLimit,
      ItemFactory items,
      boolean createsTenants) {
    this.deployment = deployment;
    this.traces = traces;
    this.options = options;
    this.timeLimit = timeLimit;
    this.items = items;
    this.createsTenants = createsTenants;
  }

  /**
   * This template under another name.
   *
   * @param name the name of what the transactions do, such as {@code sign-up}; 1 to 100 bytes. Use
   *     few names, without ids in them. The name is the tag {@code run} of the meters {@code
   *     tenure.record.*}, and appears in errors and in the log of slow transactions
   */
  public TenureTemplate named(String name) {
    return withOptions(
        before -> before.withName(QueueLimits.checkName("template name", name, NAME_BYTES_MAX)));
  }

  /**
   * This template with another time limit. A call ends at its limit, at most a second later, with
   * {@link TimeLimitException}; a body under way is then not committed.
   *
   * @param limit the time limit of a call with all its attempts, 100 ms to 1 d
   */
  public TenureTemplate withTimeLimit(Duration limit) {
    QueueLimits.checkBetween("time limit", limit, TIME_LIMIT_MIN, TIME_LIMIT_MAX);
    return new TenureTemplate(deployment, traces, options, limit, items, createsTenants);
  }

  /** This template with another factory for {@link #item}. */
  public TenureTemplate withItems(ItemFactory factory) {
    return new TenureTemplate(deployment, traces, options, timeLimit, factory, createsTenants);
  }

  /**
   * This template, which either creates a tenant without a store when it is first used, or fails
   * with {@code TENANT_NOT_FOUND}. By default it fails ({@code tenure.tenants.create}).
   *
   * @param create whether a transaction of a tenant without a store creates it and begins again
   */
  public TenureTemplate withTenantCreation(boolean create) {
    return new TenureTemplate(deployment, traces, options, timeLimit, items, create);
  }

  /**
   * This template with other options of its runs, for instance {@code options ->
   * options.withAttemptsMax(3)}. They hold within the time limit.
   */
  public TenureTemplate withOptions(UnaryOperator<RunOptions> change) {
    return new TenureTemplate(
        deployment, traces, change.apply(options), timeLimit, items, createsTenants);
  }

  /**
   * An item in the trace of the calling thread, with the payload encoded by its Java type: {@code
   * byte[]} and text unchanged, protobuf messages as protobuf, and all others as JSON. A
   * {@code @WorkHandler} method of the type receives the payload. If a {@code WorkType} bean has
   * this name, its codec is used instead.
   *
   * @param type the name of the work type
   * @throws dev.tenure.queue.PayloadException when the payload cannot be encoded
   * @throws IllegalArgumentException when there is no codec of the payload, or a limit is exceeded
   */
  public NewItem item(String type, Object payload) {
    return traced(items.item(type, payload));
  }

  /**
   * Puts an item that is enqueued elsewhere into the trace of the calling thread, unless the item
   * already has a trace. Items of {@link #enqueue(TenantId, String, NewItem)} and those that a body
   * of this template enqueues are in the trace of the caller by themselves.
   *
   * @throws IllegalArgumentException when its attributes are too large with the trace
   */
  public NewItem traced(NewItem item) {
    return traced(item, traces::current);
  }

  private static NewItem traced(NewItem item, Supplier<Map<String, String>> trace) {
    Map<String, String> attributes = item.body().attributes();
    if (attributes.containsKey(TraceContext.TRACE_PARENT)) {
      return item;
    }
    Map<String, String> all = new TreeMap<>(attributes);
    all.putAll(trace.get());
    return all.equals(attributes) ? item : item.withAttributes(all);
  }

  /** The body, whose items are in the trace of the calling thread where they have room for it. */
  private <T> Function<TenantTransaction, CompletionStage<T>> traced(
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    Supplier<Map<String, String>> trace = traces.capture();
    return transaction -> body.apply(transaction.preparing(item -> tracedThatFits(item, trace)));
  }

  private static NewItem tracedThatFits(NewItem item, Supplier<Map<String, String>> trace) {
    try {
      return traced(item, trace);
    } catch (IllegalArgumentException e) {
      return item;
    }
  }

  /**
   * Enqueues one item in a separate transaction, in the trace of the calling thread, and waits
   * until it is committed.
   *
   * @throws IllegalStateException on a thread that continues transactions, and inside the body of a
   *     transaction
   */
  public EnqueueResult enqueue(TenantId tenant, String zone, NewItem item) {
    BlockingGuard.refuse("enqueue", "enqueueAsync");
    return await(enqueueAsync(tenant, zone, item));
  }

  /** As {@link #enqueue(TenantId, String, NewItem)}, in the zone that {@code tx.zone()} gives. */
  public EnqueueResult enqueue(TenantId tenant, NewItem item) {
    return enqueue(tenant, TenantTransaction.DEFAULT_ZONE, item);
  }

  /** As {@link #enqueue(TenantId, String, NewItem)}, without waiting. */
  public CompletableFuture<EnqueueResult> enqueueAsync(TenantId tenant, String zone, NewItem item) {
    NewItem traced = traced(item);
    RunOptions named = options.name().equals(UNNAMED) ? options.withName("enqueue") : options;
    return run(named, tenant, transaction -> transaction.zone(zone).enqueue(traced));
  }

  /**
   * Makes the tenant's store unless it exists.
   *
   * @return the name of the cluster it lies on
   * @throws IllegalStateException on a thread that continues transactions, and inside the body of a
   *     transaction
   */
  public String createTenant(TenantId tenant) {
    BlockingGuard.refuse("createTenant", "createTenantAsync");
    return await(createTenantAsync(tenant));
  }

  /** As {@link #createTenant}, without waiting. */
  public CompletableFuture<String> createTenantAsync(TenantId tenant) {
    return LimitedRun.ofMany("create-tenant", tenant, timeLimit)
        .limit(database(), deployment.createTenant(tenant).thenApply(cluster -> cluster.name()));
  }

  /**
   * Runs the body in a transaction and commits; waits for the result. The body runs again after a
   * conflict, so it should do nothing that cannot be repeated except through the transaction. An
   * error of the body ends the transaction without effect, and is thrown unchanged.
   *
   * <p>A body must not wait. Its first attempt runs on the caller's thread, further ones on threads
   * that continue the transactions of all callers. So a blocking call of a template inside a body
   * is refused in every attempt.
   *
   * @throws IllegalStateException on a thread that continues transactions, and inside the body of a
   *     transaction
   * @throws TimeLimitException when the call did not end within the time limit
   */
  public <T> T execute(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    BlockingGuard.refuse("execute", "executeAsync");
    return await(executeAsync(tenant, body));
  }

  /**
   * As {@link #execute}, without waiting. Inside the body of another transaction it runs a separate
   * transaction. That one is committed even if the other one fails, and once for each attempt of
   * the other one.
   */
  public <T> CompletableFuture<T> executeAsync(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return run(options, tenant, traced(body));
  }

  /**
   * Enqueues one item when the Spring transaction of the calling thread has committed, in the trace
   * of this call; at once when there is none. The commit waits for the enqueue, and an error of the
   * enqueue reaches the caller of the transaction, whose writes are kept. The item is lost when the
   * process ends between the two commits.
   *
   * @return the result of the enqueue; cancelled when the transaction does not commit
   * @throws IllegalStateException on a thread that continues transactions, and inside the body of a
   *     transaction of a template
   */
  public CompletableFuture<EnqueueResult> enqueueAfterCommit(
      TenantId tenant, String zone, NewItem item) {
    BlockingGuard.refuse("enqueueAfterCommit", "the zone of its transaction");
    NewItem traced = traced(item);
    return AfterCommit.call(() -> enqueue(tenant, zone, traced));
  }

  /** As {@link #enqueueAfterCommit}, for a transaction as {@link #execute} runs it. */
  public <T> CompletableFuture<T> executeAfterCommit(
      TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    BlockingGuard.refuse("executeAfterCommit", "its transaction");
    Function<TenantTransaction, CompletionStage<T>> traced = traced(body);
    return AfterCommit.call(() -> await(run(options, tenant, traced)));
  }

  private <T> CompletableFuture<T> run(
      RunOptions runOptions,
      TenantId tenant,
      Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    LimitedRun run = LimitedRun.of(runOptions, tenant, timeLimit);
    TenantFirstUse<T> use = new TenantFirstUse<>(tenant);
    Function<TenantTransaction, CompletionStage<T>> told = use.body(run.body(body));
    Supplier<CompletableFuture<T>> transaction =
        () ->
            BlockingGuard.running(
                runOptions.name(), () -> deployment.run(run.options(), tenant, told));
    return run.limit(
        database(),
        createsTenants ? use.creating(deployment, transaction) : use.refusing(transaction));
  }

  private RecordDatabase database() {
    return deployment.clusters().get(0).database();
  }

  /**
   * Waits for a future. The waiting thread may continue other transactions meanwhile, so their
   * bodies may run here, too.
   */
  private <T> T await(CompletableFuture<T> future) {
    try {
      return BlockingGuard.running(options.name(), future::join);
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        cause.addSuppressed(new IllegalStateException("the transaction was awaited here"));
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }
}
