package dev.tenure.campaigns.shake;

import java.io.IOException;
import java.util.function.Consumer;

/** Where the campaign's consumers run. */
interface ConsumerHost {

  /** A consumer that runs. */
  interface Running {
    boolean isAlive();

    /** Ends it as a crash would. */
    void kill() throws InterruptedException;

    /** Lets it end its items; false when it has not stopped in time. */
    boolean stop() throws IOException, InterruptedException;
  }

  /**
   * Starts a consumer.
   *
   * @param ended is told the id of each item that is done
   */
  Running start(String id, Consumer<String> ended) throws IOException;
}
