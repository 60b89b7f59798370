package dev.tenure.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.test.RanItem;
import dev.tenure.spring.test.TenureTest;
import dev.tenure.spring.test.TenureTester;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

@TenureTest
@Import({Orders.class, SentMails.class})
class OrderMailsTest {
  private static final TenantId ALICE = new TenantId("shop", "alice");

  @Autowired private TenureTester tester;
  @Autowired private Orders orders;
  @Autowired private SentMails sent;

  @Test
  void anOrderIsConfirmedAtOnceAndAskedAboutLater() {
    orders.place(ALICE, "lamp");
    tester.assertEnqueued(ALICE, Mails.CONFIRM, "lamp");
    tester.drain();
    assertThat(sent.take()).containsExactly("alice: your order of a lamp");

    tester.assertNotEnqueued(ALICE, Mails.CONFIRM);
    tester.advance(Duration.ofDays(2));
    tester.drain();
    assertThat(sent.take()).containsExactly("alice: how do you like your lamp");
    tester.assertNothingEnqueued();
  }

  @Test
  void aMailThatFailsIsSentAgain() {
    orders.place(ALICE, "lamp");
    sent.fail(1);
    RanItem failed = tester.runOne().orElseThrow();
    assertThat(failed.result()).isEqualTo(RanItem.Result.RETRIED);
    assertThat(failed.thrown().orElseThrow()).hasMessage("the mail server is busy");

    tester.advance(Duration.ofHours(1));
    tester.drain();
    assertThat(sent.take()).containsExactly("alice: your order of a lamp");
  }
}
