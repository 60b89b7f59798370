package dev.tenure.consumer.service;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One fleet over three clusters, of which one is sick: items of the others begin as soon as without
 * the sick one. Virtual time, the same seeds for both.
 */
class SickClusterTest {
  /** How many seeds are measured together; docs/clusters.md has the numbers of 20. */
  private static final int SEEDS = Integer.getInteger("tenure.sick.seeds", 1);

  private static final byte SICK = 'S';
  private static final Duration SICK_AFTER = Duration.ofSeconds(3);

  /** The fleet needs a moment to notice, in which the sick cluster holds what it had. */
  private static final Duration MEASURED_AFTER = SICK_AFTER.plusSeconds(3);

  private static final int ROUNDS = 240;
  private static final Duration ROUND = Duration.ofMillis(50);
  private static final List<String> CLUSTERS = List.of("sick", "east", "west");

  private static final ConsumerStatus.ClusterAnswers ANSWERS =
      new ConsumerStatus.ClusterAnswers(false, false, Duration.ZERO, Set.of());

  private enum Sickness {
    NONE,
    DOWN,
    SLOW,
    ERRORS
  }

  /** What was measured with the seeds together. */
  private record Measured(List<Duration> waits, ConsumerStatus.ClusterAnswers sick) {
    Duration percentile(int percent) {
      List<Duration> sorted = waits.stream().sorted().toList();
      return sorted.get((sorted.size() - 1) * percent / 100);
    }
  }

  /** Without a sick cluster, for all kinds of sickness. */
  private static final class Healthy {
    static final Measured MEASURED = measured(Sickness.NONE);
  }

  private static Measured measured(Sickness sickness) {
    List<Duration> waits = new ArrayList<>();
    ConsumerStatus.ClusterAnswers sick = ANSWERS;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Measured one = measure(seed, sickness);
      waits.addAll(one.waits());
      sick = one.sick();
    }
    return new Measured(waits, sick);
  }

  private static Measured measure(int seed, Sickness sickness) {
    try (Fleet fleet =
        Fleet.start(
            seed,
            ClusterOptions.named("sick").withRoot(new Subspace(new byte[] {SICK})),
            ClusterOptions.named("east"),
            ClusterOptions.named("west"))) {
      fleet.withLateAnswers(LateOptions.seeded(seed).withDelayMax(Duration.ofMillis(5)));
      Fleet.Site producer = fleet.process("producer");
      for (String name : CLUSTERS) {
        QueueCluster cluster = producer.deployment().cluster(name).orElseThrow();
        var unused = fleet.time.join(cluster.createTenant(new TenantId("mail", name)));
      }
      List<Duration> waits = new ArrayList<>();
      List<Fleet.Site> processes = List.of(fleet.process("one"), fleet.process("two"));
      List<Consumer> consumers =
          processes.stream().map(site -> consume(site, "on " + site.hashCode(), waits)).toList();
      fleet.time.pass(Duration.ofSeconds(3));
      for (int round = 0; round < ROUNDS; round++) {
        if (ROUND.multipliedBy(round).equals(SICK_AFTER)) {
          fallSick(fleet, processes, producer, sickness);
        }
        if (ROUND.multipliedBy(round).equals(MEASURED_AFTER)) {
          waits.clear();
        }
        for (String name : CLUSTERS) {
          send(producer, name, round);
        }
        fleet.time.pass(ROUND);
      }
      return new Measured(
          waits, requireNonNull(consumers.get(0).status().promises().clusters().get("sick")));
    }
  }

  private static void send(Fleet.Site producer, String cluster, int round) {
    QueueCluster at = producer.deployment().cluster(cluster).orElseThrow();
    String zone = "zone-" + round % 37;
    var unused =
        at.run(
            new TenantId("mail", cluster),
            tx -> tx.zone(zone).enqueue(NewItem.of(Fleet.SEND, "letter")));
  }

  private static void fallSick(
      Fleet fleet, List<Fleet.Site> consumers, Fleet.Site producer, Sickness sickness) {
    switch (sickness) {
      case NONE -> {}
      case DOWN -> {
        consumers.forEach(site -> Fleet.late(site, "sick").hang());
        Fleet.late(producer, "sick").hang();
      }
      case SLOW -> fleet.faults.slow(SickClusterTest::isSick, Duration.ofMillis(700));
      case ERRORS ->
          fleet.faults.plant(
              request -> isSick(request) ? CommitFault.TRANSACTION_TOO_OLD : CommitFault.NONE);
    }
  }

  private static boolean isSick(CommitRequest request) {
    return request.mutations().stream()
        .anyMatch(
            mutation ->
                (mutation instanceof Mutation.Set set && set.key()[0] == SICK)
                    || (mutation instanceof Mutation.ClearRange range && range.begin()[0] == SICK));
  }

  private static Consumer consume(Fleet.Site site, String id, List<Duration> waits) {
    Handlers handlers =
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) -> site.fleet().takes(Duration.ofMillis(20), Outcome.done()))
            .build();
    return site.start(
        ConsumerOptions.defaults(id),
        handlers,
        new ConsumerListener() {
          @Override
          public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
            if (!tenant.user().equals("sick")) {
              waits.add(sinceVested);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = Sickness.class,
      names = {"DOWN", "SLOW", "ERRORS"})
  void theOthersBeginTheirItemsAsSoonAsWithoutIt(Sickness sickness) {
    Measured without = Healthy.MEASURED;
    Measured beside = measured(sickness);
    assertTrue(without.sick().sinceHeartbeat().toSeconds() < 6, without.sick() + "");
    boolean shows = beside.sick().sinceHeartbeat().toSeconds() >= 8;
    assertTrue(shows || sickness == Sickness.SLOW, beside.sick() + "");
    int late = SEEDS >= 20 ? 99 : 95; // beyond that, two or three items of one seed decide
    String told =
        "%s: p50 %s to %s, p%d %s to %s, items %d to %d"
            .formatted(
                sickness,
                without.percentile(50),
                beside.percentile(50),
                late,
                without.percentile(late),
                beside.percentile(late),
                without.waits().size(),
                beside.waits().size());
    if (SEEDS > 1) {
      System.out.println(told);
    }
    assertEquals(without.waits().size(), beside.waits().size(), 4.0 * SEEDS, told);
    double most = SEEDS >= 20 ? 1.1 : 1.5;
    assertTrue(
        beside.percentile(late).toNanos() <= without.percentile(late).toNanos() * most, told);
  }
}
