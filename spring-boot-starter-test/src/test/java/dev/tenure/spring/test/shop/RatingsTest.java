package dev.tenure.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.test.RanItem;
import dev.tenure.spring.test.TenureTest;
import dev.tenure.spring.test.TenureTester;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;

@TenureTest(properties = "tenure.handlers.rate.attempts-max=1")
@Import(SentMails.class)
class RatingsTest {
  private static final TenantId ALICE = new TenantId("shop", "alice");

  @Test
  void anAnnotatedMethodRunsWithItsPayload(
      @Autowired Ratings ratings, @Autowired SentMails sent, @Autowired TenureTester tester) {
    ratings.rate(ALICE, new Ratings.Rating("lamp", 4));
    assertThat(tester.drain())
        .extracting(RanItem::result)
        .containsExactly(RanItem.Result.COMPLETED);
    assertThat(sent.take()).containsExactly("alice: thanks for 4 stars");
  }

  @Test
  void theHandlersPropertiesApply(
      @Autowired Ratings ratings, @Autowired SentMails sent, @Autowired TenureTester tester) {
    sent.fail(1);
    ratings.rate(ALICE, new Ratings.Rating("lamp", 4));
    assertThat(tester.runOne().orElseThrow().result()).isEqualTo(RanItem.Result.DEAD);
  }
}
