package dev.tenure.examples.classscheduling;

import dev.tenure.examples.classscheduling.proto.Mail;

/** Sends mails outside of the database. Thread-safe. */
interface MailSender {

  /**
   * Sends a mail. A mail may be handed over several times, always under the same id; a sender that
   * remembers ids sends it once.
   */
  void send(String id, Mail mail);
}
