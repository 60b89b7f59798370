package dev.tenure.spring.test.shop;

/** Sends mails. */
public interface Mailer {
  void send(String user, String text);
}
