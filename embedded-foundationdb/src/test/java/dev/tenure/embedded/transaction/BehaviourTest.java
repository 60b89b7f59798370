package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.Waiting;
import dev.tenure.late.time.VirtualTime;
import org.junit.jupiter.api.AfterEach;

/** The engine behaves as stated. */
class BehaviourTest implements BehaviourContract {
  private final VirtualTime time = new VirtualTime();
  private final EmbeddedDatabase database =
      EmbeddedDatabase.memory(ManualEngine.environment(time).build());

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
    return Waiting.in(time);
  }
}
