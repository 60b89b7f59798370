package dev.tenure.record.build;

import dev.tenure.record.index.IndexState;

/**
 * Is called between the transactions of a build. The build waits until the call returns. An
 * exception that the listener throws ends the build.
 */
public interface BuildListener {
  /** A listener that does nothing. */
  BuildListener NONE = new BuildListener() {};

  /** Called about once a second, and at the end, with the progress of the build. */
  default void progress(BuildProgress progress) {}

  /** Called when a slice was not committed, and will be retried. */
  default void sliceFailed(SliceFailure failure) {}

  /** Called at the end of the build with the state of each index. */
  default void ended(String index, IndexState state) {}
}
