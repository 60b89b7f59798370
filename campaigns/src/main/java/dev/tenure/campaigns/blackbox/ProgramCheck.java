package dev.tenure.campaigns.blackbox;

import dev.tenure.campaigns.blackbox.ListAnomaly.Kind;
import dev.tenure.campaigns.blackbox.ListTransaction.Append;
import dev.tenure.campaigns.blackbox.ListTransaction.ListStep;
import dev.tenure.campaigns.blackbox.ListTransaction.Read;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether the reads of a transaction agree with each other and with its own appends. */
final class ProgramCheck {
  private final ListTransaction transaction;
  private final List<ListAnomaly> anomalies;
  private final Map<String, List<Long>> lists = new HashMap<>();
  private final Map<String, List<Long>> appendedUnread = new HashMap<>();

  ProgramCheck(ListTransaction transaction, List<ListAnomaly> anomalies) {
    this.transaction = transaction;
    this.anomalies = anomalies;
  }

  void check() {
    for (ListStep step : transaction.steps()) {
      if (step instanceof Append append) {
        append(append);
      } else if (step instanceof Read read) {
        check(read);
      }
    }
  }

  private void append(Append append) {
    List<Long> known = lists.get(append.list());
    if (known != null) {
      known.add(append.element());
    } else {
      appendedUnread
          .computeIfAbsent(append.list(), none -> new ArrayList<>())
          .add(append.element());
    }
  }

  private void check(Read read) {
    List<Long> known = lists.get(read.list());
    List<Long> own = appendedUnread.getOrDefault(read.list(), List.of());
    int size = read.elements().size();
    boolean agrees =
        known != null
            ? known.equals(read.elements())
            : size >= own.size() && read.elements().subList(size - own.size(), size).equals(own);
    if (!agrees) {
      String expected = known != null ? known.toString() : "an end of " + own;
      anomalies.add(
          new ListAnomaly(Kind.INTERNAL, transaction + ": " + read + " instead of " + expected));
    }
    lists.put(read.list(), new ArrayList<>(read.elements()));
  }
}
