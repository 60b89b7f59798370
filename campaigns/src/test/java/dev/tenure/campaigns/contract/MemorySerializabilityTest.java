package dev.tenure.campaigns.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import org.junit.jupiter.api.AfterEach;

class MemorySerializabilityTest implements SerializabilityContract {
  private final Database database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public byte[] prefix() {
    return "serializability/".getBytes(UTF_8);
  }
}
