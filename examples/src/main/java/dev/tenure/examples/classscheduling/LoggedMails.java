package dev.tenure.examples.classscheduling;

import dev.tenure.examples.classscheduling.proto.Mail;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Writes each mail to the process's log, for a fleet without a mail server. */
final class LoggedMails implements MailSender {
  private final Logger logger = System.getLogger(LoggedMails.class.getName());

  @Override
  public void send(String id, Mail mail) {
    logger.log(Level.INFO, "mail " + id + " to " + mail.getStudent() + ": " + mail.getText());
  }
}
