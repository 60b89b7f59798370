package dev.tenure.record.build;

import dev.tenure.record.index.IndexState;

/**
 * Is told how a build goes on, between its transactions: the build waits for the answer. What it
 * throws ends the build.
 */
public interface BuildListener {
  /** One that does nothing. */
  BuildListener NONE = new BuildListener() {};

  /** How far it is; about once a second, and at the end. */
  default void progress(BuildProgress progress) {}

  /** A slice was not committed, and is tried again. */
  default void sliceFailed(SliceFailure failure) {}

  /** The state an index has at the end of the build. */
  default void ended(String index, IndexState state) {}
}
