package dev.tenure.examples.classscheduling;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.rollout.SchemaHandlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import java.time.Duration;
import java.util.List;

/** What one process of the school has: the record types of its release, and a consumer, if any. */
record SchoolProcess(Registrar registrar, Deployment deployment) {
  private static final Duration STOP_DEADLINE = Duration.ofSeconds(20);

  static SchoolProcess start(Database engine, TenureRuntime runtime, RecordMetaData metaData) {
    RecordDatabase database =
        RecordDatabase.builder(engine)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .build();
    QueueCluster cluster =
        database.join(
            QueueCluster.open(
                database, ClusterOptions.named("school"), TenantSchemas.same(metaData)));
    return new SchoolProcess(new Registrar(cluster), Deployment.of(List.of(cluster)));
  }

  Consumer consume(String name, Handlers.Builder handlers) {
    Consumer consumer =
        Consumer.builder(
                deployment,
                SchemaHandlers.addTo(handlers, deployment).build(),
                ConsumerOptions.defaults(name))
            .build();
    consumer.start();
    return consumer;
  }

  void stop(Consumer consumer) {
    RecordDatabase database = registrar.cluster().database();
    database.join(consumer.stop(STOP_DEADLINE));
  }
}
