package dev.tenure.testkit.engine;

import dev.tenure.embedded.commit.CommitRequest;
import java.time.Duration;

/** Decides by the reads and writes of a commit how long the engine holds it back. */
public interface CommitHold {

  /** Holds no commit back. */
  CommitHold NONE = request -> Duration.ZERO;

  /** The delay of the commit before the engine orders it; zero for none. */
  Duration before(CommitRequest request);
}
