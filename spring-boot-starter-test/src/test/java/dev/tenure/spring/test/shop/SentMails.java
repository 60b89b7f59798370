package dev.tenure.spring.test.shop;

import java.util.ArrayList;
import java.util.List;

/** Keeps mails instead of sending them. */
public final class SentMails implements Mailer {
  private final List<String> sent = new ArrayList<>();
  private int failures;

  @Override
  public synchronized void send(String user, String text) {
    if (failures > 0) {
      failures--;
      throw new IllegalStateException("the mail server is busy");
    }
    sent.add(user + ": " + text);
  }

  /** Lets the next mails fail. */
  public synchronized void fail(int times) {
    failures = times;
  }

  /** What was sent since the last call. */
  public synchronized List<String> take() {
    List<String> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }
}
