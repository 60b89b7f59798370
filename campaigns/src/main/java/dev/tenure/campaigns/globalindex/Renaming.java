package dev.tenure.campaigns.globalindex;

import java.util.List;
import java.util.stream.Stream;

/** Exchanges the two primary keys, the two alternate keys, both or none. */
record Renaming(boolean swapsPks, boolean swapsAks) {
  static final List<Renaming> ALL =
      List.of(
          new Renaming(false, false),
          new Renaming(false, true),
          new Renaming(true, false),
          new Renaming(true, true));

  /** Those after which a mode is the same: a record or a key whose slot moves is special. */
  static Stream<Renaming> of(Mode mode) {
    return ALL.stream()
        .filter(each -> mode != Mode.MOVES || !each.swapsPks)
        .filter(each -> mode != Mode.INDEX_MOVES || !each.swapsAks);
  }

  String pk(String pk) {
    return swap(swapsPks, Operation.PKS, pk);
  }

  String ak(String ak) {
    return swap(swapsAks, Operation.AKS, ak);
  }

  private static String swap(boolean swaps, List<String> two, String name) {
    int place = two.indexOf(name);
    return swaps && place >= 0 ? two.get(1 - place) : name;
  }
}
