package dev.tenure.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.BlockingHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.annotation.WorkHandler;
import dev.tenure.spring.test.shop.Mails;
import dev.tenure.spring.test.shop.Orders;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

final class HandlersOnlyFilterTest {
  private final MetadataReaderFactory readers = new SimpleMetadataReaderFactory();

  /** A class with an annotated method. */
  static class Annotated {
    @WorkHandler("send")
    static String send(String mail) {
      return mail;
    }
  }

  /** A configuration of the tenants' stores. */
  static class Schemas {
    @Bean
    static TenantSchemas schemas() {
      return TenantSchemas.same(
          RecordMetaData.builder().version(1).include(QueueSchema.part()).build());
    }
  }

  /** A handler itself. */
  static class Blocking implements BlockingHandler<String> {
    @Override
    public Outcome handle(String payload, WorkContext context) {
      return Outcome.done();
    }
  }

  @Test
  void takesWhatMakesHandlers() throws IOException {
    assertThat(leavesOut(Mails.class)).isFalse();
    assertThat(leavesOut(Annotated.class)).isFalse();
    assertThat(leavesOut(Schemas.class)).isFalse();
    assertThat(leavesOut(Blocking.class)).isFalse();
  }

  @Test
  void leavesOutTheRest() throws IOException {
    assertThat(leavesOut(Orders.class)).isTrue();
    assertThat(leavesOut(HandlersOnlyFilterTest.class)).isTrue();
  }

  @Test
  void isOneForTheCacheOfContexts() {
    assertThat(new HandlersOnlyFilter())
        .isEqualTo(new HandlersOnlyFilter())
        .hasSameHashCodeAs(new HandlersOnlyFilter());
  }

  private boolean leavesOut(Class<?> type) throws IOException {
    return new HandlersOnlyFilter().match(readers.getMetadataReader(type.getName()), readers);
  }
}
