package dev.tenure.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.Handlers;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import dev.tenure.spring.test.TenureTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

@TenureTest(properties = "shop.name=corner")
@Import(SentMails.class)
class SliceTest {
  @Autowired private ApplicationContext context;

  @Test
  void hasTheHandlersOfTheApplicationAndNothingElseOfIt() {
    assertThat(context.getBean(Handlers.class).types())
        .filteredOn(type -> !WorkType.isReserved(type))
        .containsExactlyInAnyOrder(Mails.CONFIRM.name(), Mails.ASK.name(), "rate");
    assertThat(context.getBeansOfType(Orders.class)).isEmpty();
    assertThat(context.getBeansOfType(MailerConfiguration.class)).isEmpty();
    assertThat(context.getBean(Environment.class).getProperty("shop.name")).isEqualTo("corner");
  }

  @Test
  void hasOneClusterAndAConsumerThatDoesNotRun() {
    Map<String, Deployment> deployments = context.getBeansOfType(Deployment.class);
    assertThat(deployments).hasSize(1);
    assertThat(context.getBean(ConsumerLifecycle.class).isRunning()).isFalse();
  }
}
