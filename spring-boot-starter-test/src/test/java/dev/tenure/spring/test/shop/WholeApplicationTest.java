package dev.tenure.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.test.AutoConfigureTenureTest;
import dev.tenure.spring.test.TenureTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest
@AutoConfigureTenureTest
class WholeApplicationTest {
  private static final TenantId ALICE = new TenantId("shop", "alice");

  @Autowired private TenureTester tester;
  @Autowired private Orders orders;
  @Autowired private SentMails sent;

  @Test
  void anOrderIsConfirmedWhenTheTestSaysSo() {
    orders.place(ALICE, "lamp");
    tester.assertEnqueued(ALICE, Mails.CONFIRM, "lamp");
    assertThat(sent.take()).isEmpty();
    tester.drain();
    assertThat(sent.take()).containsExactly("alice: your order of a lamp");
  }
}
