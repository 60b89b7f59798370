package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.limit.Surrogates;
import dev.tenure.record.serialize.MessageNesting;
import dev.tenure.record.serialize.MessageStrings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record type with its key expressions bound to the message type. Immutable. */
public final class BoundType {
  /** The number of the shared extent, which no record type has as its type key. */
  private static final int SHARED_EXTENT = 0;

  private final RecordType type;
  private final KeyEvaluator primaryKey;
  private final byte[] packedExtent;
  private List<BoundIndex> indexes = List.of();

  private BoundType(RecordType type, KeyEvaluator primaryKey) {
    this.type = type;
    this.primaryKey = primaryKey;
    this.packedExtent = Tuple.from(extent()).pack();
  }

  static BoundType bind(RecordType type, KeyFunctions functions) {
    String owner = "primary key of record type " + type.name();
    KeyEvaluator primaryKey = bind(type, owner, type.primaryKey(), functions);
    if (functions.rulesFingerprint(List.of(type.primaryKey())).isPresent()) {
      throw new IllegalArgumentException(
          owner
              + ": "
              + type.primaryKey()
              + " follows rules that may differ in another process, but the key of a record never"
              + " changes");
    }
    return new BoundType(type, primaryKey);
  }

  /** Binds an expression. The error of a failure names the expression's owner. */
  static KeyEvaluator bind(
      RecordType type, String owner, KeyExpression expression, KeyFunctions functions) {
    try {
      return KeyEvaluator.bind(expression, type.descriptor(), type.typeKey(), functions);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(owner + ": " + e.getMessage(), e);
    }
  }

  /** The first time among the columns of an expression that records of this type do not keep. */
  Optional<StoredColumn> missingTime(KeyExpression expression) {
    return type.isTimestamped()
        ? Optional.empty()
        : Arrays.stream(StoredColumn.values())
            .filter(StoredColumn::isTime)
            .filter(expression::needs)
            .findFirst();
  }

  /** Sets the indexes of this type. Called once, before other code sees this object. */
  void indexes(List<BoundIndex> ofType) {
    indexes = List.copyOf(ofType);
  }

  public RecordType type() {
    return type;
  }

  public String name() {
    return type.name();
  }

  public KeyEvaluator primaryKey() {
    return primaryKey;
  }

  /** The indexes that have records of this type. */
  public List<BoundIndex> indexes() {
    return indexes;
  }

  public boolean isSingleKey() {
    return type.layout() == RecordLayout.SINGLE_KEY;
  }

  /**
   * The first column of a record's key, before the primary key: the type key, or 0 for the shared
   * extent.
   */
  public int extent() {
    return type.isInSharedExtent() ? SHARED_EXTENT : type.typeKey();
  }

  /** {@link #extent} in packed form. The array must not be changed. */
  public byte[] packedExtent() {
    return packedExtent;
  }

  /**
   * The message as an instance of this type's message class. A message of another version of the
   * message type is serialized and parsed again. So is a dynamic message, when this type has a
   * generated class: a dynamic message may have a map key twice.
   *
   * @throws IllegalArgumentException when its bytes do not parse as this type, or a string has an
   *     unpaired surrogate
   * @throws dev.tenure.record.error.RecordLayerException RECORD_TOO_DEEP
   */
  public Message adapt(Message message) {
    boolean loadsAsOther =
        message instanceof DynamicMessage && !(type.prototype() instanceof DynamicMessage);
    if (message.getDescriptorForType() == type.descriptor() && !loadsAsOther) {
      return message;
    }
    var unused = MessageNesting.require(message);
    MessageStrings.require(message);
    try {
      return type.prototype().getParserForType().parseFrom(message.toByteString());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "message of "
              + message.getDescriptorForType().getFullName()
              + " is no "
              + name()
              + " of the metadata: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * The primary key of a message.
   *
   * @throws IllegalArgumentException when one of its columns is not set, or has an unpaired
   *     surrogate
   */
  public Tuple primaryKeyOf(Message message) {
    Tuple key = primaryKey.evaluateOne(message);
    for (int i = 0; i < key.size(); i++) {
      if (key.get(i) == null) {
        throw new IllegalArgumentException(
            "primary key column "
                + primaryKey.columns().get(i).path()
                + " of a "
                + name()
                + " is not set");
      }
      requireWhole(key.get(i), i);
    }
    return key;
  }

  /** Half a character fits no key. */
  private void requireWhole(@Nullable Object element, int column) {
    if (element instanceof String text && Surrogates.loneAt(text) != Surrogates.NONE) {
      String path = primaryKey.columns().get(column).path();
      var unused = Surrogates.requireNone("primary key column " + path + " of a " + name(), text);
    } else if (element instanceof List<?> parts) {
      parts.forEach(part -> requireWhole(part, column));
    }
  }

  /**
   * Checks a primary key from a caller.
   *
   * @throws IllegalArgumentException when it has a wrong number of columns, or an unpaired
   *     surrogate
   */
  public Tuple requirePrimaryKey(Tuple key) {
    if (key.size() != primaryKey.columns().size()) {
      throw new IllegalArgumentException(
          "primary key "
              + key
              + " of a "
              + name()
              + " has "
              + key.size()
              + " columns, expected "
              + primaryKey.columns().size()
              + ": "
              + primaryKey.expression());
    }
    for (int i = 0; i < key.size(); i++) {
      requireWhole(key.get(i), i);
    }
    return key;
  }
}
