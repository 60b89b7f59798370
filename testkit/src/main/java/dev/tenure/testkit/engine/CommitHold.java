package dev.tenure.testkit.engine;

import dev.tenure.embedded.commit.CommitRequest;
import java.time.Duration;

/** Decides how long commits wait for their turn, by what they read and write. */
public interface CommitHold {

  /** Nothing waits. */
  CommitHold NONE = request -> Duration.ZERO;

  /** Zero, or how long this one is held back before it is ordered. */
  Duration before(CommitRequest request);
}
