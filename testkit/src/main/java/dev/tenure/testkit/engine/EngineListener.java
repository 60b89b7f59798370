package dev.tenure.testkit.engine;

import com.apple.foundationdb.Database;

/** Hears of an engine's crashes, past all faults, while no client can do anything. */
public interface EngineListener {

  /** It is about to crash. */
  default void crashing(Database before) {}

  /** It has come back with what the crash left. */
  default void restarted(Database after) {}
}
