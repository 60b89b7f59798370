package dev.tenure.record.evolution;

import static dev.tenure.record.evolution.EvolutionPairs.M_TEXT;
import static dev.tenure.record.evolution.EvolutionPairs.N;
import static dev.tenure.record.evolution.EvolutionPairs.both;
import static dev.tenure.record.evolution.EvolutionPairs.messages;
import static dev.tenure.record.evolution.EvolutionPairs.withFormer;
import static dev.tenure.record.evolution.EvolutionPairs.withIndex;
import static dev.tenure.record.evolution.EvolutionPairs.withType;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.notNull;

import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import java.util.List;

/** The pairs of the rules for indexes and former indexes. */
final class IndexPairs {
  private static final Index VALUE = Index.value("i", field("a")).subspaceKey(1);
  private static final FormerIndex FORMER = new FormerIndex("i", 1, 1, 2);

  private IndexPairs() {}

  static void addTo(EvolutionPairs pairs) {
    indexes(pairs);
    indexChanges(pairs);
    formerIndexes(pairs);
  }

  private static void indexes(EvolutionPairs pairs) {
    pairs
        .rule("index-dropped")
        .acceptsChange(withIndex(VALUE), withFormer(new FormerIndex("i", 1, 1, 4)))
        .rejectsChange(withIndex(VALUE), EvolutionPairs::same);
    pairs
        .rule("index-key-changed")
        .acceptsChange(
            withIndex(VALUE),
            both(
                withIndex(VALUE.subspaceKey(2).addedVersion(4)),
                withFormer(new FormerIndex("i", 1, 1, 4))))
        .rejectsIndex(VALUE, VALUE.subspaceKey(2));
    pairs
        .rule("index-renamed")
        .acceptsIndex(VALUE, VALUE)
        .rejectsIndex(VALUE, Index.value("j", field("a")).subspaceKey(1));
    pairs
        .rule("index-added-not-new")
        .acceptsChange(EvolutionPairs::same, withIndex(VALUE.addedVersion(4)))
        .rejectsChange(EvolutionPairs::same, withIndex(VALUE.addedVersion(3)))
        .rejectsChange(EvolutionPairs::same, withIndex(VALUE));
    pairs
        .rule("index-added-changed")
        .acceptsIndex(VALUE.addedVersion(2), VALUE.addedVersion(2))
        .rejectsIndex(VALUE.addedVersion(2), VALUE.addedVersion(1).lastModifiedVersion(2));
    pairs
        .rule("index-modified-fell")
        .acceptsIndex(VALUE.lastModifiedVersion(2), VALUE.lastModifiedVersion(4))
        .rejectsIndex(
            VALUE.lastModifiedVersion(3), VALUE.lastModifiedVersion(2).adjustedVersion(3));
    pairs
        .rule("index-adjusted-fell")
        .acceptsIndex(VALUE.adjustedVersion(2), VALUE.adjustedVersion(4))
        .rejectsIndex(VALUE.adjustedVersion(3), VALUE.adjustedVersion(2));
  }

  private static void indexChanges(EvolutionPairs pairs) {
    Index tags = Index.value("i", field("tags", FanType.FAN_OUT)).subspaceKey(1);
    Index count = Index.count("i", field("a")).subspaceKey(1);
    Index sparse = VALUE.where(equal(field("b"), "x"));
    pairs
        .rule("index-changed")
        .acceptsIndex(VALUE, Index.value("i", field("b")).subspaceKey(1).lastModifiedVersion(4))
        .acceptsIndex(VALUE, VALUE.unique().lastModifiedVersion(4))
        .acceptsIndex(sparse, sparse)
        .acceptsChange(
            both(withIndex(VALUE), withIndex(Index.value("j", field("b")).subspaceKey(2))),
            both(
                withIndex(VALUE.replacedBy("j")),
                withIndex(Index.value("j", field("b")).subspaceKey(2))))
        .acceptsChange(
            builder -> builder.universalIndex(VALUE),
            builder -> withType(N, 2, 4).apply(builder).universalIndex(VALUE))
        .rejectsIndex(VALUE, Index.value("i", field("b")).subspaceKey(1))
        .rejectsIndex(VALUE, Index.value("i", field("b")).subspaceKey(1).lastModifiedVersion(3))
        .rejectsIndex(VALUE, count)
        .rejectsIndex(VALUE, tags)
        .rejectsIndex(VALUE, VALUE.covering(field("b")))
        .rejectsIndex(VALUE.covering(field("b")), VALUE)
        .rejectsIndex(VALUE, VALUE.unique())
        .rejectsIndex(VALUE, VALUE.unique().adjustedVersion(4))
        .rejectsIndex(VALUE, sparse)
        .rejectsIndex(sparse, VALUE)
        .rejectsIndex(sparse, VALUE.where(notNull(field("b"))))
        .rejectsChange(
            withIndex(VALUE), builder -> withType(N, 2, 4).apply(builder).universalIndex(VALUE))
        .rejectsChange(
            withIndex(VALUE),
            builder -> withType(N, 2, 4).apply(builder).index(List.of("M", "N"), VALUE));
    pairs
        .rule("index-adjusted")
        .acceptsIndex(VALUE.unique(), VALUE.adjustedVersion(4))
        .acceptsIndex(VALUE.unique(), VALUE.lastModifiedVersion(4))
        .acceptsIndex(count, count.clearWhenZero().adjustedVersion(4))
        .rejectsIndex(VALUE.unique(), VALUE)
        .rejectsIndex(VALUE.unique(), VALUE.adjustedVersion(3))
        .rejectsIndex(count, count.clearWhenZero());
  }

  private static void formerIndexes(EvolutionPairs pairs) {
    pairs
        .rule("former-index-dropped")
        .acceptsChange(withFormer(FORMER), withFormer(FORMER))
        .rejectsChange(withFormer(FORMER), EvolutionPairs::same);
    pairs
        .rule("former-index-changed")
        .acceptsChange(
            withFormer(FORMER),
            both(withFormer(FORMER), withIndex(VALUE.subspaceKey(2).addedVersion(4))))
        .rejectsChange(withFormer(FORMER), withFormer(new FormerIndex("i", 1, 1, 3)))
        .rejectsChange(withFormer(FORMER), withFormer(new FormerIndex("j", 1, 1, 2)));
    pairs
        .rule("former-index-differs")
        .acceptsChange(withIndex(VALUE), withFormer(new FormerIndex("i", 1, 1, 4)))
        .rejectsChange(withIndex(VALUE), withFormer(new FormerIndex("j", 1, 1, 4)))
        .rejectsChange(withIndex(VALUE), withFormer(new FormerIndex("i", 1, 2, 4)));
    pairs
        .rule("former-index-removed-not-new")
        .acceptsChange(withIndex(VALUE), withFormer(new FormerIndex("i", 1, 1, 4)))
        .rejectsChange(withIndex(VALUE), withFormer(new FormerIndex("i", 1, 1, 3)));
    pairs
        .rule("former-index-unknown")
        .accepts(
            messages(3, M_TEXT),
            EvolutionPairs.metaData(6).formerIndex(new FormerIndex("i", 1, 4, 5)).build())
        .rejects(
            messages(3, M_TEXT),
            EvolutionPairs.metaData(6).formerIndex(new FormerIndex("i", 1, 3, 5)).build());
    pairs
        .rule("former-index-name-taken")
        .acceptsChange(
            withFormer(FORMER),
            both(withFormer(FORMER), withIndex(VALUE.subspaceKey(2).addedVersion(4))))
        .rejectsChange(
            both(withFormer(FORMER), withIndex(VALUE.subspaceKey(2))),
            both(withFormer(FORMER), withIndex(VALUE.subspaceKey(2))));
  }
}
