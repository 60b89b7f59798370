package dev.tenure.campaigns.differential;

import com.apple.foundationdb.Database;
import java.time.Duration;
import java.util.concurrent.Future;

/** A database that programs are run on, one after the other. */
public interface DatabaseUnderTest extends AutoCloseable {

  String name();

  /** The database for the next program; whatever an earlier one left is cleared by the program. */
  Database next();

  /** Waits for a future to be done, but not longer; tells whether it is. */
  boolean await(Future<?> future, Duration patience);

  /** How long a future may take that need not be done at all, such as a watch. */
  Duration shortPatience();

  /** How often a program must differ before it is said to: more often than chance would have it. */
  int tries();

  @Override
  void close();
}
