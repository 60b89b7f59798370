package dev.tenure.consumer.service;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;

class RealTimeTest extends RealTimeContract {
  private final Database engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());

  @Override
  Database database() {
    return engine;
  }

  @Override
  void dispose() {
    engine.close();
  }

  @Override
  ClusterOptions options() {
    return ClusterOptions.named("a");
  }

  @Override
  String application() {
    return "mail";
  }

  @Override
  Duration patience() {
    return Duration.ofMinutes(5);
  }
}
