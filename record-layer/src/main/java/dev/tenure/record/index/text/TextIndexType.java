package dev.tenure.record.index.text;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import java.util.Optional;

/**
 * An inverted index: for each token of a text the records that contain it, with the positions. The
 * last column is the text, and the columns before it are the group: {@code
 * grouping(concat(field("owner"), field("body")), 1)}, or {@code field("body")} alone. A text that
 * is not set or has no tokens has no entries. When a record has several texts in one group, the
 * positions of each text begin {@value dev.tenure.record.text.PlacedTokens#TEXTS_APART} after those
 * of the previous one, so that no phrase spans two texts.
 *
 * <p>To use other tokenizers than the built-in ones, replace the type in the registry: {@code
 * IndexTypes.builtIn().replacing(new TextIndexType(tokenizers))}.
 *
 * @param known the tokenizers that definitions may name
 */
public record TextIndexType(Tokenizers known) implements IndexType {
  public static final String NAME = "text";

  /** Option: the name of the tokenizer; default {@link Tokenizers#DEFAULT}. */
  public static final String TOKENIZER = "text-tokenizer";

  /** Option: the version of the tokenizer; default 1. It may be raised later. */
  public static final String TOKENIZER_VERSION = "text-tokenizer-version";

  /**
   * Option {@code true}: positions are not stored. The index is smaller, and cannot answer phrase
   * and near queries.
   */
  public static final String OMIT_POSITIONS = "text-omit-positions";

  /** Option: the most entries that share a key, 1 to 1,000; default 20. It may be changed later. */
  public static final String BUNCH_SIZE = "text-bunch-size";

  /**
   * Option {@code true}: entries of several tokens may share a key. The index is about a fourth
   * smaller. In return, transactions that save texts with different but neighbouring tokens
   * conflict.
   */
  public static final String BUNCH_ACROSS_TOKENS = "text-bunch-across-tokens";

  static final int TOKENIZER_VERSION_DEFAULT = 1;
  static final int BUNCH_SIZE_DEFAULT = 20;

  /** Creates the type with the built-in tokenizers. */
  public TextIndexType() {
    this(Tokenizers.builtIn());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void validate(BoundIndex index) {
    Index definition = index.index();
    var unused = TextOptions.of(definition, known);
    if (index.isCovering()) {
      throw refused(definition, "has covering columns, and keeps none");
    }
    if (definition.root().needsVersion()) {
      throw refused(definition, "has the version of the record among its columns");
    }
    List<KeyColumn> columns = definition.columns().columns();
    if (columns.isEmpty()) {
      throw refused(definition, "has no column, expected the text behind those of the group");
    }
    if (definition.groupingColumns() > 0 && definition.groupingColumns() != columns.size() - 1) {
      throw refused(
          definition,
          "groups "
              + (columns.size() - definition.groupingColumns())
              + " columns, expected one, the text: "
              + definition.root());
    }
    index.onlyType().ifPresent(type -> requireBesideKey(definition, type));
    index.types().forEach(type -> requireText(index, type));
  }

  /**
   * Requires a column of texts. The type of a function's result may be known only when a record is
   * saved; a constant is refused.
   */
  private static void requireText(BoundIndex index, BoundType type) {
    Index definition = index.index();
    List<KeyColumn> columns = definition.columns().columns();
    int last = columns.size() - 1;
    ValueType found = index.columnTypes(type).get(last);
    boolean isNull = definition.root().groupedPart().hasNullColumn() || isNull(definition);
    if (!found.fits(ValueType.STRING) || isNull) {
      throw refused(
          definition,
          "has the text "
              + columns.get(last).path()
              + " of "
              + type.name()
              + ", which is "
              + (isNull ? "null in every record" : found)
              + ", expected "
              + ValueType.STRING);
    }
  }

  /** Whether the only column is a constant null. */
  private static boolean isNull(Index index) {
    return index.columns().columnCount() == 1 && index.columns().hasNullColumn();
  }

  /** Entries have a token where the text is, so that the text cannot be read out of them. */
  private static void requireBesideKey(Index index, BoundType type) {
    List<KeyColumn> columns = index.columns().columns();
    KeyColumn text = columns.get(columns.size() - 1);
    if (type.primaryKey().columns().stream().anyMatch(text::holdsSameAs)) {
      throw refused(index, "has a column of the primary key as its text: " + text.path());
    }
  }

  private static IllegalArgumentException refused(Index index, String why) {
    return new IllegalArgumentException(IndexOptions.describe(index) + " " + why);
  }

  /**
   * The version of the tokenizer may rise: a record keeps the entries of the old version until it
   * is saved again. The bunch size may change.
   */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return switch (option) {
      case BUNCH_SIZE -> true;
      case TOKENIZER -> TextOptions.tokenizerName(before).equals(TextOptions.tokenizerName(after));
      case TOKENIZER_VERSION -> TextOptions.version(before) <= TextOptions.version(after);
      default -> before.has(option) == after.has(option);
    };
  }

  @Override
  public Optional<Tokenizers> tokenizers() {
    return Optional.of(known);
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new TextIndexMaintainer(index, TextOptions.of(index.index(), known));
  }
}
