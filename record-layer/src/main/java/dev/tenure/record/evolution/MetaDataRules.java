package dev.tenure.record.evolution;

import java.util.List;

/** Rules about metadata as a whole. */
final class MetaDataRules {
  static final List<EvolutionRule<MetaDataPair>> ALL =
      List.of(
          new EvolutionRule<>(
              "version-not-grown",
              "The version grows with every change.",
              (pair, report) -> {
                if (pair.after().version() <= pair.before().version()) {
                  report.add("version", pair.before().version(), pair.after().version());
                }
              }),
          new EvolutionRule<>(
              "not-known-here",
              "All index types and key functions that are named are known to this process.",
              MetaDataRules::notKnownHere));

  private MetaDataRules() {}

  private static void notKnownHere(MetaDataPair pair, EvolutionRule.Report report) {
    try {
      var unused = pair.after().withKnown(pair.functions(), pair.indexTypes());
    } catch (IllegalArgumentException e) {
      report.add("metadata", pair.versionBefore(), String.valueOf(e.getMessage()));
    }
  }
}
