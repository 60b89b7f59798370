package dev.tenure.testkit.engine;

import com.apple.foundationdb.Database;

/**
 * Called at each crash of an engine, without faults and before any client runs.
 */
public interface EngineListener {

  /**
   * The engine is about to crash.
   */
  default void crashing(Database before) {}

  /**
   * The engine is back, with the rows that the crash left.
   */
  default void restarted(Database after) {}
}
