package dev.tenure.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.TenureTemplate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Two contexts of one process, both with a cluster {@code memory:main}, share nothing. */
class SideBySideTest {
  private static final TenantId ALICE = new TenantId("shop", "alice");

  private static ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(ShopApplication.class)
        .web(WebApplicationType.NONE)
        .run("--tenure.clusters.main.url=memory:main");
  }

  @Test
  void eachContextHasItsOwnCluster() {
    try (ConfigurableApplicationContext one = start();
        ConfigurableApplicationContext other = start()) {
      one.getBean(Orders.class).place(ALICE, "lamp");
      SentMails sent = one.getBean(SentMails.class);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> sent.take().contains("alice: your order of a lamp"));
      TenureTemplate template = other.getBean(TenureTemplate.class);
      assertThatExceptionOfType(QueueException.class)
          .isThrownBy(() -> template.enqueue(ALICE, "default", NewItem.of(Mails.CONFIRM, "lamp")))
          .satisfies(
              error -> assertThat(error.code()).isEqualTo(QueueException.Code.TENANT_NOT_FOUND));
      assertThat(other.getBean(SentMails.class).take()).isEmpty();
    }
  }
}
