package dev.tenure.spring.test.shop;

import static org.awaitility.Awaitility.await;

import dev.tenure.queue.TenantId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(properties = "tenure.clusters.main.url=memory:main")
class OrdersInRealTimeTest {
  @Autowired private Orders orders;
  @Autowired private SentMails sent;

  @Test
  void anOrderIsConfirmed() {
    orders.place(new TenantId("shop", "alice"), "lamp");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> sent.take().contains("alice: your order of a lamp"));
  }
}
