package dev.tenure.record.index.text;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.ConditionScan;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.TextKind;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.TextQuery;
import java.util.List;
import java.util.Optional;

/**
 * The conditions on texts that a text index answers, by one scan.
 *
 * @param bunchSize the most entries of the index that share a key
 */
record TextConditions(List<QueryPredicate> conditions, int bunchSize) implements ConditionScan {
  /** The assumed cost of beginning one search: two tokens are looked up. */
  static final int LOOKUPS = 2;

  /**
   * The most conditions that one search answers. Together they have at most as many tokens as a
   * query of an index may have.
   */
  private static final int CONDITIONS_MAX = TextQuery.TOKENS_MAX / TextMatch.TOKENS_MAX;

  TextConditions {
    conditions = List.copyOf(conditions);
  }

  static Optional<ConditionScan> of(
      TextIndexMaintainer maintainer, List<QueryPredicate> conditions) {
    List<QueryPredicate> answered =
        conditions.stream()
            .filter(each -> each instanceof TextMatch match && answers(maintainer, match))
            .limit(CONDITIONS_MAX)
            .toList();
    return answered.isEmpty()
        ? Optional.empty()
        : Optional.of(new TextConditions(answered, maintainer.options().bunchSize()));
  }

  /**
   * Whether the index answers a condition. Its tokenizer must have the highest version, by which
   * conditions are tested. Group and text must not both fan out, since a record may then have the
   * text in another group than the one asked for.
   */
  private static boolean answers(TextIndexMaintainer maintainer, TextMatch match) {
    TextOptions options = maintainer.options();
    List<KeyColumn> columns = maintainer.index().index().columns().columns();
    KeyColumn text = columns.get(columns.size() - 1);
    KeyColumn asked = match.column().columns().get(0);
    boolean groupFans =
        columns.subList(0, maintainer.groupColumns()).stream().anyMatch(KeyColumn::fansOut);
    boolean needsPositions =
        match.kind() != TextKind.TOKENS && match.kind() != TextKind.TOKENS_OF_WORDS;
    return text.path().equals(asked.path())
        && text.fansOut() == asked.fansOut()
        && !(groupFans && text.fansOut())
        && options.tokenizer().name().equals(match.tokenizer())
        && options.version() == options.tokenizer().versionMax()
        && !(needsPositions && options.omitPositions());
  }

  @Override
  public List<QueryPredicate> read() {
    return conditions.stream().<QueryPredicate>map(each -> ((TextMatch) each).anyToken()).toList();
  }

  @Override
  public IndexScan scan(Tuple equal, Bindings bindings) {
    return new TextScan(
        equal,
        new TextQuery.And(
            conditions.stream().map(each -> ((TextMatch) each).query(bindings)).toList()));
  }

  /** The entries of one token fill their keys. A prefix may have a token for each record. */
  @Override
  public IndexCandidate.Cost cost() {
    boolean isOfTokens =
        conditions.stream().noneMatch(each -> ((TextMatch) each).kind() == TextKind.PREFIX);
    return new IndexCandidate.Cost(
        (double) LOOKUPS * conditions.size(), isOfTokens ? 1.0 / bunchSize : 1);
  }
}
