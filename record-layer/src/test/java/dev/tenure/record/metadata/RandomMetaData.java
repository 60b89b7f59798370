package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.startsWith;

import com.google.protobuf.Descriptors.FileDescriptor;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.random.RandomGenerator;

/** Metadata of random types and indexes over messages that have the fields of {@link #FIELDS}. */
public final class RandomMetaData {
  /** Of every message type: columns of all indexes are among them. */
  public static final String FIELDS =
      "int64 id = 1; string a = 2; optional string b = 3; repeated string tags = 4;"
          + " int32 n = 5; :E e = 6;";

  private final RandomGenerator random;

  public RandomMetaData(RandomGenerator random) {
    this.random = random;
  }

  /** A file with some message types: M0, M1 and on. */
  public String file(int messages) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < messages; i++) {
      text.append("message M").append(i).append(" { ").append(FIELDS);
      text.append(random.nextBoolean() ? " map<string, int32> m = 7;" : "");
      text.append(random.nextBoolean() ? " .M0 inner = 8;" : "");
      text.append(" } ");
    }
    return text + "enum E { ZERO = 0; ONE = 1; }";
  }

  /** Metadata of one to three types with up to six indexes, at version 5. */
  public RecordMetaData next() {
    int types = random.nextInt(1, 4);
    RecordMetaData.Builder builder = RecordMetaData.builder().version(5);
    FileDescriptor file = Protos.file(file(types));
    for (int i = 0; i < types; i++) {
      builder.recordType(file.getMessageTypes().get(i), this::define);
    }
    int indexes = random.nextInt(7);
    for (int i = 0; i < indexes; i++) {
      add(builder, index("i" + i), types);
    }
    if (random.nextBoolean()) {
      builder.formerIndex(new FormerIndex("old\0", 77, 1, 1 + random.nextInt(1, 4)));
    }
    return builder.build();
  }

  private void define(RecordType.Builder type) {
    type.primaryKey(random.nextBoolean() ? field("id") : concat(field("a"), field("id")));
    if (random.nextInt(3) == 0) {
      type.layout(RecordLayout.SINGLE_KEY).recordBytesMax(random.nextInt(5_000, 100_000));
    } else if (random.nextBoolean()) {
      type.versioned();
    }
    if (random.nextBoolean()) {
      type.timestamped();
    }
    if (random.nextBoolean()) {
      type.sinceVersion(random.nextInt(1, 6));
    }
  }

  /** Adds an index of one type, of several, or of all. */
  public void add(RecordMetaData.Builder builder, Index index, int types) {
    switch (random.nextInt(types == 1 ? 2 : 3)) {
      case 0 -> builder.index("M" + random.nextInt(types), index);
      case 1 -> builder.universalIndex(index);
      default -> builder.index(List.of("M1", "M0"), index);
    }
  }

  /** An index of random columns, options and condition. */
  public Index index(String name) {
    Index index;
    if (random.nextInt(3) == 0) {
      index = Index.count(name, random.nextBoolean() ? empty() : column());
      index = random.nextBoolean() ? index.clearWhenZero() : index;
    } else {
      index = Index.value(name, random.nextBoolean() ? column() : concat(column(), column()));
      index = random.nextInt(4) == 0 ? index.unique() : index;
      index = random.nextInt(3) == 0 ? index.covering(field("n")) : index;
    }
    return random.nextBoolean() ? index.where(condition(3)) : index;
  }

  private KeyExpression column() {
    return switch (random.nextInt(5)) {
      case 0 -> field("a");
      case 1 -> field("b");
      case 2 -> field("tags", FanType.FAN_OUT);
      case 3 -> field("n");
      default -> field("e");
    };
  }

  /** A random condition. */
  public QueryPredicate condition(int depth) {
    int kind = random.nextInt(depth == 0 ? 6 : 9);
    return switch (kind) {
      case 0 -> equal(field("a"), word());
      case 1 -> greater(field("n"), random.nextInt(-2, 3));
      case 2 -> isNull(field("b"));
      case 3 -> notNull(field("b"));
      case 4 ->
          random.nextBoolean()
              ? startsWith(field("tags", FanType.FAN_OUT), word())
              : hasSubstring(field("a"), word());
      case 5 -> in(field("e"), 0, random.nextInt(3));
      case 6 -> not(condition(depth - 1));
      case 7 -> and(condition(depth - 1), condition(depth - 1));
      default -> or(condition(depth - 1), condition(depth - 1));
    };
  }

  /** A word of few. */
  public String word() {
    return List.of("", "a", "a\0", "b", "ab", "\u00ff").get(random.nextInt(6));
  }
}
