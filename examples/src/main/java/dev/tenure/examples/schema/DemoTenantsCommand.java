package dev.tenure.examples.schema;

import static dev.tenure.record.key.Keys.field;

import dev.tenure.examples.addressbook.proto.Address;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.rollout.RollOutOptions;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureProperties.ClusterProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tenure schema demo-tenants}. */
@Command(
    name = "demo-tenants",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes tenants of the application people on clusters that no other process has open, and",
      "publishes their schema: something to roll an index out to."
    })
final class DemoTenantsCommand implements Callable<Integer> {
  private static final String APPLICATION = "people";
  private static final int TENANTS_MAX = 1_000_000;
  private static final int AT_ONCE = 50;
  private static final int SMALL = 5;

  /** More records than a store builds when it is opened. */
  private static final int LARGE = 1_000;

  private static final RecordMetaData SCHEMA =
      RecordMetaData.builder()
          .version(1)
          .include(QueueSchema.part())
          .recordType(Person.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .build();

  @Option(
      names = "--cluster",
      paramLabel = "NAME=URL",
      required = true,
      description = "a cluster, such as a=embedded:data/a; once for each cluster")
  private Map<String, String> clusters = new TreeMap<>();

  @Option(
      names = "--tenants",
      paramLabel = "N",
      defaultValue = "1000",
      description = "the number of tenants, 1 to 1,000,000 (default: ${DEFAULT-VALUE})")
  private int tenants;

  @Option(
      names = "--large-every",
      paramLabel = "N",
      defaultValue = "500",
      description = "each Nth tenant has 1,000 people, the others 5 (default: ${DEFAULT-VALUE})")
  private int largeEvery;

  @Override
  public Integer call() {
    if (tenants < 1 || tenants > TENANTS_MAX || largeEvery < 1) {
      throw new IllegalArgumentException(
          "--tenants is "
              + tenants
              + ", it must be 1 to "
              + TENANTS_MAX
              + "; --large-every is "
              + largeEvery
              + ", it must be 1 or more");
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    TenureProperties properties =
        TenureProperties.of(
            clusters.entrySet().stream()
                .map(each -> ClusterProperties.of(each.getKey(), each.getValue()))
                .toList());
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened =
            OpenedClusters.open(properties, runtime, TenantSchemas.same(SCHEMA))) {
      Deployment deployment = opened.agreedDeployment();
      for (int first = 0; first < tenants; first += AT_ONCE) {
        List<CompletableFuture<Void>> some = new ArrayList<>();
        for (int number = first; number < Math.min(tenants, first + AT_ONCE); number++) {
          some.add(make(deployment, number));
        }
        var unused = AsyncLoop.all(some).join();
      }
      int version =
          new SchemaRollOuts(deployment)
              .publish(APPLICATION, SCHEMA, RollOutOptions.defaults())
              .join()
              .version();
      out.printf(
          Locale.ROOT,
          "%,d tenants of application %s; version %d of its schema is published%n",
          tenants,
          APPLICATION,
          version);
    }
    return 0;
  }

  private CompletableFuture<Void> make(Deployment deployment, int number) {
    TenantId tenant = new TenantId(APPLICATION, String.format(Locale.ROOT, "user-%06d", number));
    int people = number % largeEvery == 0 ? LARGE : SMALL;
    return deployment
        .createTenant(tenant)
        .thenCompose(made -> deployment.run(tenant, transaction -> fill(transaction, people)))
        .thenAccept(saved -> {});
  }

  private static CompletableFuture<List<StoredRecord>> fill(
      TenantTransaction transaction, int people) {
    List<CompletableFuture<StoredRecord>> saves = new ArrayList<>();
    for (int id = 0; id < people; id++) {
      saves.add(
          transaction
              .store()
              .save(
                  Person.newBuilder()
                      .setId(id)
                      .setName("Person " + id)
                      .addAddress(Address.newBuilder().setCity("Bern"))
                      .build()));
    }
    return AsyncLoop.all(saves);
  }
}
