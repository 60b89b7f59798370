package dev.tenure.spring.test.shop;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.TenureTemplate;
import java.time.Duration;
import org.springframework.stereotype.Service;

/** Takes orders. Each is confirmed by a mail, and asked about two days later. */
@Service
public class Orders {
  static final Duration ASKED_AFTER = Duration.ofDays(2);

  private final TenureTemplate template;

  Orders(TenureTemplate template) {
    this.template = template;
  }

  /** Places an order; the tenant is made with the first. */
  public void place(TenantId customer, String article) {
    template.createTenant(customer);
    template.execute(
        customer,
        tx ->
            tx.zone()
                .enqueue(NewItem.of(Mails.CONFIRM, article))
                .thenCompose(
                    done ->
                        tx.zone().enqueue(NewItem.of(Mails.ASK, article).withDelay(ASKED_AFTER))));
  }
}
