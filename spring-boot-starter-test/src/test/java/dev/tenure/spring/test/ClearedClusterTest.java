package dev.tenure.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.TenureTemplate;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Each method finds the cluster as the start of the context left it. */
@TenureTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClearedClusterTest {
  private static final TenantId EARLY = new TenantId("first", "early");
  private static final WorkType<String> NOTE = WorkType.of("note", PayloadCodecs.text());

  private static Instant seen = Instant.EPOCH;

  @Autowired private TenureTester tester;
  @Autowired private TenureTemplate template;
  @Autowired private Deployment deployment;

  /** An application that enqueues when it starts. */
  @Configuration(proxyBeanMethods = false)
  static class Starting {
    @Bean
    static SmartInitializingSingleton first(TenureTemplate template) {
      return () -> {
        template.createTenant(EARLY);
        template.enqueue(EARLY, "default", NewItem.of(NOTE, "from the start"));
      };
    }
  }

  private void write(TenantId tenant) {
    template.createTenant(tenant);
    template.enqueue(tenant, "default", NewItem.of(NOTE, tenant.user()));
    tester.assertEnqueued(tenant, NOTE, tenant.user());
  }

  private boolean exists(TenantId tenant) {
    return deployment.clusters().get(0).hasTenant(tenant).join();
  }

  @Test
  @Order(1)
  void aMethodChangesAll() {
    tester.assertEnqueued(EARLY, NOTE, "from the start");
    template.execute(EARLY, tx -> tx.zone().cancel(tester.assertEnqueued(EARLY, NOTE).id()));
    tester.assertNotEnqueued(EARLY, NOTE);
    write(new TenantId("second", "alice"));
    write(new TenantId("third", "bob"));
    tester.advance(Duration.ofDays(1));
    seen = tester.now();
  }

  @Test
  @Order(2)
  void theNextFindsNoneOfItButTheTime() {
    tester.assertEnqueued(EARLY, NOTE, "from the start");
    assertThat(exists(new TenantId("second", "alice"))).isFalse();
    assertThat(exists(new TenantId("third", "bob"))).isFalse();
    assertThat(tester.now()).isEqualTo(seen);
  }

  @Test
  @Order(3)
  void applicationsKeepTheirNumbersWhicheverComesFirst() {
    write(new TenantId("fourth", "carol"));
    write(new TenantId("third", "alice"));
    write(new TenantId("second", "alice"));
    assertThat(tester.enqueued(new TenantId("third", "alice"), NOTE)).hasSize(1);
    assertThat(exists(new TenantId("third", "carol"))).isFalse();
    assertThat(exists(new TenantId("second", "bob"))).isFalse();
  }
}
