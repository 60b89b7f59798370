package dev.tenure.examples.classscheduling;

import java.io.PrintStream;
import java.util.List;

/** The chapters in which single students act, and no consumer runs. */
record FirstTerm(Registrar registrar, PrintStream out) {
  private static final String CHEMISTRY = "9:00 chem for dummies";

  void run() {
    List<String> names = ClassNames.all();
    registrar.addClasses(names, Seats.SEATS);
    out.println(registrar.availableClasses().size() + " classes, the first is " + names.get(0));
    signUpAndDrop();
    fiveClasses(names);
    switchClass();
  }

  private void signUpAndDrop() {
    out.println("ann is " + registrar.signUp("ann", CHEMISTRY) + ", " + left() + " seats left");
    out.println("ann is " + registrar.signUp("ann", CHEMISTRY) + ", " + left() + " seats left");
    out.println("dropped: " + registrar.drop("ann", CHEMISTRY) + ", " + left() + " seats left");
    out.println("dropped: " + registrar.drop("ann", CHEMISTRY) + ", " + left() + " seats left");
  }

  private long left() {
    return registrar.run(tx -> Seats.in(tx).left(CHEMISTRY));
  }

  private void fiveClasses(List<String> names) {
    try {
      names.forEach(name -> registrar.signUp("ann", name));
    } catch (RefusedException e) {
      out.println("refused: " + e.getMessage());
    }
  }

  private void switchClass() {
    registrar.switchClass("ann", "2:00 chem 101", CHEMISTRY);
    registrar.classesOf("ann").forEach(name -> out.println("  " + name));
  }
}
