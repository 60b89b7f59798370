package dev.tenure.testkit.engine;

import dev.tenure.embedded.commit.CommitRequest;
import java.time.Duration;

/**
 * Decides by the reads and writes of a commit how long the engine holds it back.
 */
public interface CommitHold {

  /**
   * Holds no commit back.
   */
  CommitHold NONE = request -> Duration.ZERO;

  /**
   * How long the commit is held back before the engine orders it; zero: not at all.
   */
  Duration before(CommitRequest request);
}
