package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.ManualTime;
import dev.tenure.embedded.Waiting;
import org.junit.jupiter.api.AfterEach;

/** The engine behaves as stated. */
class BehaviourTest implements BehaviourContract {
  private final ManualTime time = new ManualTime();
  private final EmbeddedDatabase database = EmbeddedDatabase.memory(time.environment().build());

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public Waiting waiting() {
    return time;
  }
}
