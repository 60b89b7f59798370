package dev.tenure.spring.test.shop;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the slice leaves out: it makes no handler. */
@Configuration(proxyBeanMethods = false)
class MailerConfiguration {

  @Bean
  static SentMails sentMails() {
    return new SentMails();
  }
}
