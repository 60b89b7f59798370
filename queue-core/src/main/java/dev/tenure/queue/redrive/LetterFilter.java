package dev.tenure.queue.redrive;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.notEqual;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.inspect.ItemFields;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Selects dead letters. A letter is selected when it meets every condition; an empty condition is
 * always met.
 *
 * @param reasonContains the reason contains this text, case-sensitive, 1 to 2,000 characters
 * @param diedFrom the letter was set aside at this time or later
 * @param diedBefore the letter was set aside before this time
 * @param ids the letter's id is one of these, at most 1,000; kept sorted and without duplicates
 * @param text a filter in the language of docs/filters.md, on the fields of {@link
 *     ItemFields#deadLetters}
 */
public record LetterFilter(
    Optional<DeadLetterKind> kind,
    Optional<String> type,
    Optional<String> reasonContains,
    Optional<Instant> diedFrom,
    Optional<Instant> diedBefore,
    List<String> ids,
    Optional<String> text) {
  private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE);
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);
  private static final LetterFilter ALL =
      new LetterFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty());

  /**
   * @throws IllegalArgumentException which names what is out of range, the value and the limit; a
   *     {@link dev.tenure.record.query.text.QueryTextException} when the text cannot be read
   */
  public LetterFilter {
    type.ifPresent(name -> QueueLimits.checkName("work type", name, QueueLimits.TYPE_BYTES_MAX));
    reasonContains.ifPresent(
        part ->
            QueueLimits.checkBetween(
                "reason part in characters", part.length(), 1, QueueLimits.ERROR_CHARACTERS_MAX));
    QueueLimits.checkBetween("ids", ids.size(), 0, QueueLimits.BATCH_ITEMS_MAX);
    ids.forEach(id -> QueueLimits.checkName("id", id, QueueLimits.ITEM_ID_BYTES_MAX));
    ids = List.copyOf(new TreeSet<>(ids));
    text = text.filter(filter -> !filter.isBlank());
    var unused = condition(kind, type, reasonContains, diedFrom, diedBefore, text);
  }

  /** Every dead letter. */
  public static LetterFilter all() {
    return ALL;
  }

  public LetterFilter withKind(DeadLetterKind newKind) {
    return new LetterFilter(
        Optional.of(newKind), type, reasonContains, diedFrom, diedBefore, ids, text);
  }

  public LetterFilter withType(String newType) {
    return new LetterFilter(
        kind, Optional.of(newType), reasonContains, diedFrom, diedBefore, ids, text);
  }

  public LetterFilter withReasonContaining(String part) {
    return new LetterFilter(kind, type, Optional.of(part), diedFrom, diedBefore, ids, text);
  }

  public LetterFilter withDiedFrom(Instant from) {
    return new LetterFilter(kind, type, reasonContains, Optional.of(from), diedBefore, ids, text);
  }

  public LetterFilter withDiedBefore(Instant before) {
    return new LetterFilter(kind, type, reasonContains, diedFrom, Optional.of(before), ids, text);
  }

  public LetterFilter withIds(Collection<String> newIds) {
    return new LetterFilter(
        kind, type, reasonContains, diedFrom, diedBefore, List.copyOf(newIds), text);
  }

  public LetterFilter withText(String filter) {
    return new LetterFilter(
        kind, type, reasonContains, diedFrom, diedBefore, ids, Optional.of(filter));
  }

  /** A hash of 64 bits, the same for equal filters in every process. */
  long fingerprint() {
    Tuple columns =
        Tuple.from(
                kind.map(Enum::name).orElse(null),
                type.orElse(null),
                reasonContains.orElse(null),
                diedFrom.map(Instant::toString).orElse(null),
                diedBefore.map(Instant::toString).orElse(null))
            .add(Tuple.fromList(ids));
    columns = text.isEmpty() ? columns : columns.add(text.get());
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(columns.pack());
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime lacks SHA-256", e);
    }
  }

  /** The filter as a condition on stored dead letters, without {@code ids}. */
  Optional<QueryPredicate> condition() {
    return condition(kind, type, reasonContains, diedFrom, diedBefore, text);
  }

  private static Optional<QueryPredicate> condition(
      Optional<DeadLetterKind> kind,
      Optional<String> type,
      Optional<String> reasonContains,
      Optional<Instant> diedFrom,
      Optional<Instant> diedBefore,
      Optional<String> text) {
    List<QueryPredicate> all = new ArrayList<>();
    KeyExpression at = field("at_millis");
    long parked = dev.tenure.queue.proto.DeadLetterKind.PARKED.getNumber();
    kind.ifPresent(
        wanted ->
            all.add(
                wanted == DeadLetterKind.PARKED
                    ? equal(field("kind"), parked)
                    : notEqual(field("kind"), parked)));
    type.ifPresent(name -> all.add(equal(field("type"), name)));
    reasonContains.ifPresent(part -> all.add(hasSubstring(field("reason"), part)));
    diedFrom.ifPresent(from -> all.add(greaterOrEqual(at, millisNotBefore(from))));
    diedBefore.ifPresent(before -> all.add(less(at, millisNotBefore(before))));
    ListQuery.of(text.orElse("")).condition(ItemFields.deadLetters()).ifPresent(all::add);
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(all.size() == 1 ? all.get(0) : new QueryPredicate.And(all));
  }

  /** The first millisecond that is not before a time; letters have whole milliseconds. */
  private static long millisNotBefore(Instant time) {
    if (time.isAfter(LAST)) {
      return Long.MAX_VALUE;
    }
    long millis = time.isBefore(FIRST) ? Long.MIN_VALUE : time.toEpochMilli();
    return time.isAfter(Instant.ofEpochMilli(millis)) ? millis + 1 : millis;
  }
}
