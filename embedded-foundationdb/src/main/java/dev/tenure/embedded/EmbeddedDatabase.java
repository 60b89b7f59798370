package dev.tenure.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.DatabaseOptions;
import com.apple.foundationdb.EventKeeper;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Tenant;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.EngineEnvironment;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.transaction.DatabaseContext;
import dev.tenure.embedded.transaction.DatabaseDefaults;
import dev.tenure.embedded.transaction.EmbeddedTransaction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A FoundationDB database inside this process, in memory or on a directory. Safe for use by many
 * threads. The caller that opened it closes it after its transactions have ended; that closes its
 * environment too.
 */
public final class EmbeddedDatabase extends NoGranules implements Database {
  private static final Logger LOG = System.getLogger("dev.tenure.embedded");
  private static final byte[] STATUS = "{\"Healthy\":true}".getBytes(US_ASCII);

  private final EmbeddedEnvironment environment;
  private final EngineServer server;
  private final DatabaseContext context;
  private final DatabaseOptions options;
  private volatile boolean closed;

  private EmbeddedDatabase(EmbeddedEnvironment environment, EngineServer server) {
    this.environment = environment;
    this.server = server;
    this.context =
        new DatabaseContext(
            server,
            environment.clock(),
            environment.random(),
            environment.timer(),
            environment.executor());
    this.options = new DatabaseOptions(new DatabaseDefaults(context));
  }

  /** An empty database that is gone when it is closed. */
  public static EmbeddedDatabase memory(EmbeddedEnvironment environment) {
    return on(new MemoryStorage(), environment);
  }

  /**
   * Opens the database in a directory, which is created if it does not exist.
   *
   * @throws dev.tenure.embedded.recovery.EngineDirectoryException when another process, or another
   *     part of this one, has the directory open, when it holds other files than a database, or
   *     when it is damaged
   * @throws dev.tenure.embedded.storage.StorageException when it cannot be written
   */
  public static EmbeddedDatabase open(Path directory, EmbeddedEnvironment environment) {
    Storage storage;
    try {
      storage = EngineDirectory.open(directory);
    } catch (RuntimeException failure) {
      environment.close();
      throw failure;
    }
    if (environment.durability() == Durability.RELAXED) {
      LOG.log(
          Level.INFO,
          directory
              + " is opened with relaxed durability: a crash of the machine may lose the last"
              + " commits");
    }
    return on(storage, environment);
  }

  /**
   * Opens a database on a storage that no other engine uses, for tests that plant faults below the
   * engine. Closing the database closes the storage.
   *
   * @throws dev.tenure.embedded.storage.StorageException when the storage refuses the first write
   */
  public static EmbeddedDatabase on(Storage storage, EmbeddedEnvironment environment) {
    EngineEnvironment engine =
        new EngineEnvironment(
            environment.clock(),
            environment.commitExecutor(),
            environment.timer(),
            environment.executor(),
            environment.pacer(),
            environment.faults(),
            environment.limits());
    try {
      EngineServer server = EngineServer.open(storage, environment.durability(), engine);
      return new EmbeddedDatabase(environment, server);
    } catch (RuntimeException failure) {
      storage.close();
      environment.close();
      throw failure;
    }
  }

  @Override
  public DatabaseOptions options() {
    return options;
  }

  @Override
  public Executor getExecutor() {
    return environment.executor();
  }

  @Override
  public Transaction createTransaction(Executor executor) {
    return createTransaction(executor, null);
  }

  /**
   * A transaction whose futures complete on the executor when they cannot be answered at once.
   *
   * @param events counts rows and batches read, or null
   */
  @Override
  public Transaction createTransaction(Executor executor, @Nullable EventKeeper events) {
    if (closed) {
      throw new IllegalStateException("the database is closed");
    }
    return new EmbeddedTransaction(this, context, executor, events);
  }

  /** Runs a transaction until it commits; blocks the calling thread. */
  @Override
  public <T> T run(Function<? super Transaction, T> retryable, Executor executor) {
    return RetryLoop.run(createTransaction(executor), retryable);
  }

  @Override
  public <T> CompletableFuture<T> runAsync(
      Function<? super Transaction, ? extends CompletableFuture<T>> retryable, Executor executor) {
    return RetryLoop.runAsync(createTransaction(executor), retryable, executor);
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

  /** Always zero, since the engine has no network thread. */
  @Override
  public double getMainThreadBusyness() {
    return 0;
  }

  @Override
  public CompletableFuture<byte[]> getClientStatus(Executor executor) {
    return CompletableFuture.completedFuture(STATUS.clone());
  }

  @Override
  public Tenant openTenant(Tuple name) {
    throw noTenants();
  }

  @Override
  public Tenant openTenant(byte[] name, Executor executor) {
    throw noTenants();
  }

  @Override
  public Tenant openTenant(Tuple name, Executor executor) {
    throw noTenants();
  }

  @Override
  public Tenant openTenant(byte[] name, Executor executor, EventKeeper events) {
    throw noTenants();
  }

  @Override
  public Tenant openTenant(Tuple name, Executor executor, EventKeeper events) {
    throw noTenants();
  }

  private static UnsupportedOperationException noTenants() {
    return new UnsupportedOperationException("the embedded engine has no tenants");
  }

  /**
   * Fails all waiting operations with 1101 and returns when the storage is closed.
   *
   * @throws dev.tenure.embedded.storage.StorageException when commits that were acknowledged before
   *     they were synced could not be synced; the database is closed nevertheless
   */
  @Override
  public void close() {
    closed = true;
    try {
      server.close();
    } finally {
      environment.close();
    }
  }
}
