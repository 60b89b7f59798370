package dev.tenure.late;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.DatabaseOptions;
import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Tenant;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * A database for tests that gives the answers of the database below it later, in another order, or
 * not at all, as a seed decides. Safe for use by many threads. The caller that created it closes
 * it, and that closes the database below.
 *
 * <ul>
 *   <li>An operation takes place when it is called; only its answer is late. Commits are the
 *       exception: a commit is sent after the reads that were requested before it have been
 *       answered, and {@link LateCommits} may delay it further, up to the {@link #release}.
 *   <li>A late answer is delivered on the executor of its transaction. An answer that is not late
 *       is delivered as the database below gives it, perhaps at once.
 *   <li>When a transaction is closed, cancelled or retried, the answers for which it waits fail
 *       with 1025; when its timeout passes, with 1031. This holds also while the cluster hangs.
 *   <li>After {@link #hang}, the cluster gives no rows, no versions and no results of commits, and
 *       fires no watches. Operations of the client alone go on: waits before retries, sizes of
 *       transactions, commits that write nothing, errors of illegal calls.
 * </ul>
 */
public final class LateDatabase extends LateGranules {
  private final Database below;
  private final AnswerDelivery answers;
  private final LateContext context;
  private final DatabaseOptions options;
  private final Runnable atClose;

  private LateDatabase(
      Database below, LateOptions options, LateEnvironment environment, Runnable atClose) {
    super(below);
    this.below = below;
    this.atClose = atClose;
    this.answers = new AnswerDelivery(options, environment);
    this.context = new LateContext(this, below.options(), answers, environment.executor());
    this.options = new DatabaseOptions(context::setOption);
  }

  /** A late database on the caller's clock, timer and executor, which may be virtual. */
  public static LateDatabase of(Database below, LateOptions options, LateEnvironment environment) {
    return new LateDatabase(below, options, environment, () -> {});
  }

  /**
   * A late database on the machine's clock. It has a timer thread, which ends when the database is
   * closed, and delivers answers on the executor of the database below.
   */
  public static LateDatabase realTime(Database below, LateOptions options) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(LateDatabase::timerThread);
    LateEnvironment environment =
        new LateEnvironment(InstantSource.system(), timer, below.getExecutor());
    return new LateDatabase(below, options, environment, timer::shutdown);
  }

  private static Thread timerThread(Runnable work) {
    Thread thread = new Thread(work, "late-foundationdb-timer");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Lets the cluster hang. Requests that are not answered yet, and all later ones, are answered
   * after {@link #release} or never. Replaces an earlier hang.
   */
  public void hang() {
    answers.hang(0, false);
  }

  /** As {@link #hang}, but withholds only the answers of commits that write. */
  public void hangCommits() {
    answers.hang(0, true);
  }

  /**
   * As {@link #hang}, but first answers some more calls. A test that runs with 0, 1, 2 and so on
   * hangs its program at each of its calls.
   *
   * @param calls the number of further calls with a future that are still answered. With 0, only
   *     requests made before this call are answered
   */
  public void hangAfter(int calls) {
    if (calls < 0) {
      throw new IllegalArgumentException("calls is " + calls + ", it must be 0 or more");
    }
    answers.hang(answers.lastAsked() + calls + 1, false);
  }

  /**
   * Ends the hang. Delivers the withheld answers, also those withheld by {@link
   * LateOptions#withheld}, in the order in which they were withheld. {@link LateCommits} decides
   * how withheld commits are answered. Does nothing when no answer is withheld.
   */
  public void release() {
    answers.release();
  }

  /** The counters of answers since this database was created. */
  public LateCounts counts() {
    return answers.counter().counts();
  }

  @Override
  public DatabaseOptions options() {
    return options;
  }

  @Override
  public Executor getExecutor() {
    return context.executor();
  }

  @Override
  public Transaction createTransaction(Executor executor) {
    return context.begin(below.createTransaction(executor), executor);
  }

  @Override
  public Transaction createTransaction(Executor executor, EventKeeper events) {
    return context.begin(below.createTransaction(executor, events), executor);
  }

  /** Runs a transaction until it commits; blocks the calling thread. */
  @Override
  public <T> T run(Function<? super Transaction, T> retryable, Executor executor) {
    return LateRetryLoop.run(createTransaction(executor), retryable);
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> retryable, Executor executor) {
    return LateRetryLoop.runAsync(createTransaction(executor), retryable, executor);
  }

  /** As {@link #run}. */
  @Override
  public <T> T read(Function<? super ReadTransaction, T> retryable, Executor executor) {
    return run(retryable, executor);
  }

  @Override
  public <T> CompletableFuture<T> readAsync(
      Function<? super ReadTransaction, ? extends CompletableFuture<T>> retryable,
      Executor executor) {
    return runAsync(retryable, executor);
  }

  @Override
  public double getMainThreadBusyness() {
    return below.getMainThreadBusyness();
  }

  @Override
  public CompletableFuture<byte[]> getClientStatus(Executor executor) {
    return context.pass(AnswerKind.CLIENT, executor, below.getClientStatus(executor));
  }

  @Override
  <T> CompletableFuture<T> late(Executor executor, CompletableFuture<T> answer) {
    return context.pass(AnswerKind.READ, executor, answer);
  }

  @Override
  public Tenant openTenant(Tuple name) {
    return new LateTenant(context, below.openTenant(name));
  }

  @Override
  public Tenant openTenant(byte[] name, Executor executor) {
    return new LateTenant(context, below.openTenant(name, executor));
  }

  @Override
  public Tenant openTenant(Tuple name, Executor executor) {
    return new LateTenant(context, below.openTenant(name, executor));
  }

  @Override
  public Tenant openTenant(byte[] name, Executor executor, EventKeeper events) {
    return new LateTenant(context, below.openTenant(name, executor, events));
  }

  @Override
  public Tenant openTenant(Tuple name, Executor executor, EventKeeper events) {
    return new LateTenant(context, below.openTenant(name, executor, events));
  }

  /**
   * Closes the database below and fails withheld answers with 1101 (operation_cancelled). Answers
   * that are only delayed are still delivered.
   */
  @Override
  public void close() {
    try {
      below.close();
    } finally {
      answers.close();
      atClose.run();
    }
  }
}
