package dev.tenure.campaigns.differential;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDB;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A FoundationDB cluster that no other client uses: each program clears all of its user keys, and
 * so does {@link #close}. FoundationDB's client library must be installed.
 */
public final class ClusterUnderTest implements DatabaseUnderTest {
  private static final int API_VERSION = 730;
  private static final long ANSWER_MILLIS = 10_000;
  private static final Range ALL = new Range(new byte[0], Player.USER_END);

  private final Database database;

  private ClusterUnderTest(Database database) {
    this.database = database;
  }

  /**
   * The cluster of a cluster file.
   *
   * @throws IllegalStateException when the cluster does not answer, or when it holds rows of users,
   *     which programs would clear
   */
  public static ClusterUnderTest open(Path clusterFile) {
    if (!Files.isReadable(clusterFile)) {
      throw new IllegalStateException(
          "the cluster file " + clusterFile + " does not exist or cannot be read");
    }
    Database database = FDB.selectAPIVersion(API_VERSION).open(clusterFile.toString());
    List<KeyValue> rows;
    try (Transaction transaction = database.createTransaction()) {
      transaction.options().setTimeout(ANSWER_MILLIS);
      rows = transaction.getRange(ALL, 1).asList().join();
    } catch (CompletionException e) {
      database.close();
      throw new IllegalStateException(
          "the cluster of " + clusterFile + " cannot be read: " + e.getCause(), e);
    }
    if (!rows.isEmpty()) {
      database.close();
      throw new IllegalStateException(
          "the cluster of " + clusterFile + " holds rows, which the comparison would clear");
    }
    return new ClusterUnderTest(database);
  }

  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public Database next() {
    return database;
  }

  @Override
  public boolean await(Future<?> future, Duration patience) {
    try {
      future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the cluster", e);
    }
  }

  @Override
  public Duration shortPatience() {
    return Duration.ofMillis(200);
  }

  /**
   * The versions of a cluster move on by themselves, and a program may take longer than a read
   * version lives.
   */
  @Override
  public int tries() {
    return 3;
  }

  @Override
  public void close() {
    database.run(
        transaction -> {
          transaction.clear(ALL);
          return true;
        });
    database.close();
  }
}
