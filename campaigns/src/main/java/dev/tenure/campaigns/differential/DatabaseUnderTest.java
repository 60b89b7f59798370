package dev.tenure.campaigns.differential;

import com.apple.foundationdb.Database;
import java.time.Duration;
import java.util.concurrent.Future;

/**
 * A database that runs programs, one after the other.
 */
public interface DatabaseUnderTest extends AutoCloseable {

  String name();

  /**
   * The database for the next program. The program clears the rows of earlier programs.
   */
  Database next();

  /**
   * Waits for a future, at most {@code patience}.
   *
   * @return whether the future is done
   */
  boolean await(Future<?> future, Duration patience);

  /**
   * How long to wait for a future that need not complete, such as that of a watch.
   */
  Duration shortPatience();

  /**
   * How often a program must show the same difference before the difference counts: more often than by accident.
   */
  int tries();

  @Override
  void close();
}
