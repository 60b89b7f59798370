package dev.tenure.spring.test.shop;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.annotation.WorkHandler;
import org.springframework.stereotype.Component;

/** Producer and handler of one type, whose payload is a plain record. */
@Component
record Ratings(TenureTemplate tenure, Mailer mailer) {
  record Rating(String product, int stars) {}

  void rate(TenantId tenant, Rating rating) {
    tenure.createTenant(tenant);
    tenure.enqueue(tenant, tenure.item("rate", rating));
  }

  @WorkHandler("rate")
  void thank(Rating rating, TenantId tenant) {
    mailer.send(tenant.user(), "thanks for %d stars".formatted(rating.stars()));
  }
}
