package dev.tenure.record.evolution;

import static dev.tenure.record.evolution.EvolutionRule.kept;

import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.IndexChange;
import java.util.List;
import java.util.function.Function;

/**
 * Rules about indexes; each is identified by its subspace key. The versions of an index decide
 * whether a store clears, rebuilds or keeps its entries. Afterwards the entries must match the
 * definition.
 */
final class IndexRules {
  /** Rules about indexes that were added or removed. */
  static final List<EvolutionRule<MetaDataPair>> COMING_AND_GOING =
      List.of(
          new EvolutionRule<>(
              "index-dropped",
              "An index that is gone is a former index.",
              (pair, report) ->
                  pair.indexesGone().stream()
                      .filter(index -> isForgotten(index, pair))
                      .forEach(index -> report.add(index.name(), index, "gone"))),
          new EvolutionRule<>(
              "index-key-changed",
              "An index keeps its subspace key.",
              (pair, report) ->
                  pair.indexesGone().stream()
                      .filter(
                          index -> MetaDataPair.formerWithKey(pair.after(), key(index)).isEmpty())
                      .filter(index -> pair.after().hasIndex(index.name()))
                      .forEach(
                          index ->
                              report.add(
                                  index.name(),
                                  key(index),
                                  key(pair.after().index(index.name()))))),
          new EvolutionRule<>(
              "index-added-not-new",
              "A new index has an added version above the earlier metadata's version.",
              (pair, report) ->
                  pair.indexesAdded().stream()
                      .filter(index -> !pair.isNew(index.addedVersion()))
                      .filter(index -> !isMoved(index, pair))
                      .forEach(
                          index ->
                              report.add(
                                  index.name(),
                                  "not in " + pair.versionBefore(),
                                  "said to be there since " + index.addedVersion()))));

  /** Rules about indexes that stay. */
  static final List<EvolutionRule<IndexPair>> STAYING =
      List.of(
          kept("index-renamed", "An index keeps its name.", Index::name),
          kept("index-added-changed", "An added version stays.", Index::addedVersion),
          new EvolutionRule<>(
              "index-changed",
              "An index whose entries change has a last modified version above the earlier"
                  + " metadata's version: type, columns, covering columns, record types, condition,"
                  + " and options of which its type does not say otherwise.",
              (pair, report) -> {
                boolean noted = pair.in().isNew(pair.after().lastModifiedVersion());
                if (pair.change() == IndexChange.REBUILD && !noted) {
                  report.add(pair.name(), pair.before(), pair.after());
                }
              }),
          new EvolutionRule<>(
              "index-adjusted",
              "An index with another definition and the same entries has an adjusted version above"
                  + " the earlier metadata's version.",
              (pair, report) -> {
                boolean noted = pair.in().isNew(pair.after().adjustedVersion());
                if (pair.change() == IndexChange.IN_PLACE && !noted) {
                  report.add(pair.name(), pair.before(), pair.after());
                }
              }),
          notFalling(
              "index-modified-fell",
              "A last modified version never falls.",
              Index::lastModifiedVersion),
          notFalling(
              "index-adjusted-fell", "An adjusted version never falls.", Index::adjustedVersion));

  /** An index with one subspace key, before and after the change. */
  record IndexPair(MetaDataPair in, Index before, Index after)
      implements EvolutionRule.Changed<Index> {
    @Override
    public String name() {
      return before.name();
    }

    IndexChange change() {
      return in.indexTypes().isKnown(after.type())
          ? IndexChange.between(before, after, in.indexTypes()::mayChange)
          : IndexChange.REBUILD;
    }
  }

  private IndexRules() {}

  private static EvolutionRule<IndexPair> notFalling(
      String id, String says, Function<Index, Integer> version) {
    return new EvolutionRule<>(
        id,
        says,
        (pair, report) -> {
          int before = version.apply(pair.before());
          int after = version.apply(pair.after());
          if (after < before) {
            report.add(pair.name(), before, after);
          }
        });
  }

  private static int key(Index index) {
    return index.subspaceKey();
  }

  /** Neither there under its name, nor a former index. */
  private static boolean isForgotten(Index index, MetaDataPair pair) {
    return !pair.after().hasIndex(index.name())
        && MetaDataPair.formerWithKey(pair.after(), key(index)).isEmpty();
  }

  /** There before under another key that no former index has. */
  private static boolean isMoved(Index index, MetaDataPair pair) {
    return pair.before().hasIndex(index.name())
        && MetaDataPair.formerWithKey(pair.after(), key(pair.before().index(index.name())))
            .isEmpty();
  }
}
