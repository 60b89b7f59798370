package dev.tenure.record.index.text;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.structure.BunchOptions;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of a text index.
 *
 * @param tokenizer makes the tokens
 * @param version the version of the tokenizer
 * @param omitPositions whether positions are not stored, but only which records have a token
 * @param bunchSize the most entries that share a key
 * @param acrossTokens whether entries of several tokens may share a key
 */
record TextOptions(
    Tokenizer tokenizer, int version, boolean omitPositions, int bunchSize, boolean acrossTokens) {
  private static final Set<String> KNOWN =
      Collections.unmodifiableSet(
          new TreeSet<>(
              List.of(
                  TextIndexType.TOKENIZER,
                  TextIndexType.TOKENIZER_VERSION,
                  TextIndexType.OMIT_POSITIONS,
                  TextIndexType.BUNCH_SIZE,
                  TextIndexType.BUNCH_ACROSS_TOKENS)));

  /**
   * Reads the options of a definition.
   *
   * @throws IllegalArgumentException naming the index, the option and the value
   */
  static TextOptions of(Index index, Tokenizers tokenizers) {
    IndexOptions.requireKnown(index, KNOWN);
    IndexOptions.requireBoolean(index, TextIndexType.OMIT_POSITIONS);
    IndexOptions.requireBoolean(index, TextIndexType.BUNCH_ACROSS_TOKENS);
    Tokenizer tokenizer = tokenizer(index, tokenizers);
    int version =
        number(
            index,
            TextIndexType.TOKENIZER_VERSION,
            TextIndexType.TOKENIZER_VERSION_DEFAULT,
            tokenizer.versionMin(),
            tokenizer.versionMax());
    int bunchSize =
        number(
            index,
            TextIndexType.BUNCH_SIZE,
            TextIndexType.BUNCH_SIZE_DEFAULT,
            1,
            BunchOptions.ENTRIES_LIMIT);
    return new TextOptions(
        tokenizer,
        version,
        index.has(TextIndexType.OMIT_POSITIONS),
        bunchSize,
        index.has(TextIndexType.BUNCH_ACROSS_TOKENS));
  }

  /**
   * The options of bunches for an index with this number of group columns. A bunch has entries of
   * one group, and of one token or several.
   */
  BunchOptions bunches(int groupColumns) {
    return BunchOptions.of(bunchSize, acrossTokens ? groupColumns : groupColumns + 1);
  }

  /** The name of the tokenizer in a definition. */
  static String tokenizerName(Index index) {
    return index.options().getOrDefault(TextIndexType.TOKENIZER, Tokenizers.DEFAULT);
  }

  private static Tokenizer tokenizer(Index index, Tokenizers tokenizers) {
    try {
      return tokenizers.require(tokenizerName(index));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(IndexOptions.describe(index) + ": " + e.getMessage(), e);
    }
  }

  private static int number(Index index, String option, int absent, int least, int most) {
    String given = index.options().getOrDefault(option, String.valueOf(absent));
    int number = parse(given);
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index)
              + " has the option "
              + option
              + " = "
              + given
              + ", expected "
              + least
              + " to "
              + most);
    }
    return number;
  }

  /** The version in a definition; -1 when it is not a number. */
  static int version(Index index) {
    return parse(
        index
            .options()
            .getOrDefault(
                TextIndexType.TOKENIZER_VERSION,
                String.valueOf(TextIndexType.TOKENIZER_VERSION_DEFAULT)));
  }

  private static int parse(String number) {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
