package dev.tenure.campaigns.globalindex;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is stored at the beginning, and the operation of each client.
 *
 * @param operations in ascending order: which client runs which is one choice
 */
record Scenario(Mode mode, Stored before, List<Operation> operations) {

  /**
   * Whether this scenario stands for those that differ from it by an exchange of the primary keys
   * or of the alternate keys. The protocol does not depend on names, so one of them is enough.
   */
  boolean isRepresentative() {
    if (mode == Mode.SHARED) {
      return true;
    }
    String own = text();
    return Renaming.of(mode).allMatch(each -> own.compareTo(renamed(each).text()) <= 0);
  }

  private Scenario renamed(Renaming renaming) {
    List<Operation> renamed = new ArrayList<>();
    operations.forEach(each -> renamed.add(each.renamed(renaming)));
    Collections.sort(renamed);
    return new Scenario(mode, before.renamed(renaming), renamed);
  }

  String text() {
    return mode + " on {" + before.text() + "}: " + operations;
  }
}
