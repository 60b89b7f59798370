package dev.tenure.record.evolution;

import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import java.util.List;
import java.util.Optional;

/**
 * Rules about former indexes; each is identified by its subspace key. A store that was not opened
 * for long must clear the entries of removed indexes, and no others.
 */
final class FormerIndexRules {
  static final List<EvolutionRule<MetaDataPair>> ALL =
      List.of(
          new EvolutionRule<>(
              "former-index-dropped",
              "A former index stays one.",
              (pair, report) ->
                  pair.before().formerIndexes().stream()
                      .filter(former -> now(former, pair).isEmpty())
                      .forEach(former -> report.add(former.name(), former, "gone"))),
          new EvolutionRule<>(
              "former-index-changed",
              "A former index keeps its name and versions.",
              (pair, report) ->
                  pair.before()
                      .formerIndexes()
                      .forEach(
                          former ->
                              now(former, pair)
                                  .filter(now -> !now.equals(former))
                                  .ifPresent(now -> report.add(former.name(), former, now)))),
          new EvolutionRule<>(
              "former-index-differs",
              "A new former index has the name and added version that the index had.",
              (pair, report) ->
                  added(pair)
                      .forEach(
                          former ->
                              index(former, pair)
                                  .filter(index -> !isOf(former, index))
                                  .ifPresent(
                                      index ->
                                          report.add(
                                              index.name(),
                                              index.name() + " of " + index.addedVersion(),
                                              former.name() + " of " + former.addedVersion())))),
          new EvolutionRule<>(
              "former-index-removed-not-new",
              "A new former index has a removed version above the earlier metadata's version.",
              (pair, report) ->
                  added(pair).stream()
                      .filter(former -> !pair.isNew(former.removedVersion()))
                      .forEach(
                          former ->
                              report.add(
                                  former.name(),
                                  "there in " + pair.versionBefore(),
                                  "said to be removed in " + former.removedVersion()))),
          new EvolutionRule<>(
              "former-index-unknown",
              "A former index was an index, if not in the earlier metadata then since.",
              (pair, report) ->
                  added(pair).stream()
                      .filter(former -> index(former, pair).isEmpty())
                      .filter(former -> !pair.isNew(former.addedVersion()))
                      .forEach(
                          former ->
                              report.add(
                                  former.name(),
                                  "not in " + pair.versionBefore(),
                                  "said to be there since " + former.addedVersion()))),
          new EvolutionRule<>(
              "former-index-name-taken",
              "An index with the name of a former index was added no earlier than that was"
                  + " removed.",
              (pair, report) ->
                  pair.after()
                      .formerIndexes()
                      .forEach(
                          former ->
                              namesake(former, pair)
                                  .ifPresent(
                                      index ->
                                          report.add(
                                              former.name(),
                                              "removed in " + former.removedVersion(),
                                              "added in " + index.addedVersion())))));

  private FormerIndexRules() {}

  private static Optional<FormerIndex> now(FormerIndex former, MetaDataPair pair) {
    return MetaDataPair.formerWithKey(pair.after(), former.subspaceKey());
  }

  private static List<FormerIndex> added(MetaDataPair pair) {
    return pair.after().formerIndexes().stream()
        .filter(former -> MetaDataPair.formerWithKey(pair.before(), former.subspaceKey()).isEmpty())
        .toList();
  }

  /** The index that a new former index was. */
  private static Optional<Index> index(FormerIndex former, MetaDataPair pair) {
    return MetaDataPair.indexWithKey(pair.before(), former.subspaceKey());
  }

  private static boolean isOf(FormerIndex former, Index index) {
    return former.name().equals(index.name()) && former.addedVersion() == index.addedVersion();
  }

  private static Optional<Index> namesake(FormerIndex former, MetaDataPair pair) {
    return pair.after().indexes().stream()
        .filter(index -> index.name().equals(former.name()))
        .filter(index -> index.addedVersion() < former.removedVersion())
        .findFirst();
  }
}
