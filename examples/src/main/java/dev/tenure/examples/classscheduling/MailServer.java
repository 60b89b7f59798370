package dev.tenure.examples.classscheduling;

import dev.tenure.examples.classscheduling.proto.Mail;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Simulates the mail server outside of the database. A mail that is handed over again under the
 * same id is not sent again. Thread-safe.
 */
final class MailServer implements MailSender {
  private final Set<String> ids = new HashSet<>();
  private final List<Mail> sent = new ArrayList<>();

  @Override
  public synchronized void send(String id, Mail mail) {
    if (ids.add(id)) {
      sent.add(mail);
    }
  }

  /** Every mail that was sent, in the order of sending. */
  synchronized List<Mail> sent() {
    return List.copyOf(sent);
  }
}
