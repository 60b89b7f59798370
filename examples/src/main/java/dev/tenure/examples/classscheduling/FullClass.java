package dev.tenure.examples.classscheduling;

import dev.tenure.examples.classscheduling.proto.Mail;
import java.io.PrintStream;
import java.util.stream.IntStream;

/**
 * The chapters about a class without free seats: the wait list, and a seat that is given to a
 * waiting student.
 */
record FullClass(Registrar registrar, MailServer server, PrintStream out) {
  private static final String FILM = "10:00 film seminar";

  /** Before there are consumers. */
  void fill() {
    IntStream.rangeClosed(1, 100).forEach(i -> registrar.signUp("student-" + i, FILM));
    out.println(registrar.availableClasses().size() + " classes with seats");
    out.println("zoe is " + registrar.signUp("zoe", FILM));
    out.println("yan is " + registrar.signUp("yan", FILM));
    try {
      registrar.switchClass("ann", "2:00 chem intro", FILM);
    } catch (RefusedException e) {
      out.println("refused: " + e.getMessage());
    }
    out.println("ann still has " + registrar.classesOf("ann").get(0));
  }

  /** Before there are consumers. */
  void drop() {
    registrar.drop("student-7", FILM);
    show();
  }

  /** Shows the result. Called when the consumers have done all work. */
  void show() {
    out.println(
        registrar.run(tx -> Seats.in(tx).left(FILM))
            + " seats left, "
            + registrar.run(tx -> tx.zone(ClassSchema.SEATS_ZONE).count(ClassSchema.SEAT.name()))
            + " on its way; "
            + registrar.run(tx -> WaitList.in(tx).all(FILM))
            + " wait");
  }

  /** Shows the mails that were sent to zoe. */
  void showMails() {
    server.sent().stream()
        .filter(mail -> mail.getStudent().equals("zoe"))
        .map(Mail::getText)
        .forEach(text -> out.println("zoe: " + text));
  }
}
