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
 * A database for tests, that gives the answers of the database below it later, in another order, or
 * not at all, by a seed. Safe for use by many threads. Whoever made it closes it, which closes the
 * database below.
 *
 * <ul>
 *   <li>An operation takes place when it is called; only its answer is late. A commit alone may be
 *       sent late: after the reads that were asked for before it, and by {@link LateCommits} after
 *       a delay or at the {@link #release}.
 *   <li>A late answer is delivered on the executor of its transaction; one that is not late as the
 *       database below gives it, perhaps at once.
 *   <li>Transactions that are closed, cancelled or retried fail what they wait for with 1025, and
 *       those whose timeout has passed with 1031, whether the cluster answers or not.
 *   <li>A hung cluster, as of {@link #hang}, gives no rows, no versions, no results of commits and
 *       fires no watches. What a client does by itself goes on: waits before retries, sizes of
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
   * Lets the cluster hang: what it has not answered yet, and what it is asked from now on, is
   * answered after {@link #release} or never. Replaces a hang that is going on.
   */
  public void hang() {
    answers.hang(0, false);
  }

  /** As {@link #hang}, but only commits that write are not answered. */
  public void hangCommits() {
    answers.hang(0, true);
  }

  /**
   * As {@link #hang}, after some answers more. A test that goes through 0, 1, 2 … hangs its program
   * at each of its calls.
   *
   * @param calls how many of the calls with a future that come next are still answered, whichever
   *     they are; 0 for a hang that spares only what was asked for before
   */
  public void hangAfter(int calls) {
    if (calls < 0) {
      throw new IllegalArgumentException("calls is " + calls + ", it must be 0 or more");
    }
    answers.hang(answers.lastAsked() + calls + 1, false);
  }

  /**
   * Ends the hang, and brings what was withheld by {@link LateOptions#withheld} too: answers are
   * delivered in the order in which they were withheld. Commits are answered as {@link LateCommits}
   * says. Does nothing when nothing is withheld.
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
   * Closes the database below and fails what is withheld with 1101 (operation_cancelled); what is
   * only delayed still comes.
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
