package dev.tenure.spring.annotation;

import dev.tenure.queue.TenantId;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.payload.PayloadAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** An application with one cluster in memory, whose tenants are created on first use. */
final class MailProcess {
  static final TenantId ALICE = new TenantId("mail", "alice");

  private MailProcess() {}

  static ApplicationContextRunner with(Class<?>... beans) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                PayloadAutoConfiguration.class,
                WorkHandlerAutoConfiguration.class,
                TenureAutoConfiguration.class,
                TenureConsumerAutoConfiguration.class))
        .withUserConfiguration(beans)
        .withPropertyValues(
            "tenure.clusters.a.url=memory:a",
            "tenure.tenants.create=true",
            "tenure.consumer.poll-interval=50ms");
  }
}
