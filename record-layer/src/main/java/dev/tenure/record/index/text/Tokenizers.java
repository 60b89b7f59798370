package dev.tenure.record.index.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tokenizers that are known, by name. Immutable. */
public final class Tokenizers {
  /** Words by the rules of Unicode, without case and accents. */
  public static final String DEFAULT = "default";

  /** What stands between white space, as it is written. */
  public static final String WHITESPACE = "whitespace";

  /** The words of {@link #DEFAULT}, found by any two characters in them or more. */
  public static final String SUFFIXES = "ngram-suffixes";

  private static final Tokenizers BUILT_IN =
      new Tokenizers(
          List.of(
              new WordTokenizer(),
              new WhitespaceTokenizer(),
              suffixes(SUFFIXES, new WordTokenizer(), 2)));

  private final Map<String, Tokenizer> tokenizers;

  private Tokenizers(List<Tokenizer> all) {
    Map<String, Tokenizer> byName = new TreeMap<>();
    for (Tokenizer tokenizer : all) {
      if (tokenizer.versionMin() < 1 || tokenizer.versionMax() < tokenizer.versionMin()) {
        throw new IllegalArgumentException(
            "tokenizer "
                + tokenizer.name()
                + " has the versions "
                + tokenizer.versionMin()
                + " to "
                + tokenizer.versionMax()
                + ", expected one at least, from 1 on");
      }
      if (byName.putIfAbsent(tokenizer.name(), tokenizer) != null) {
        throw new IllegalArgumentException(
            "tokenizer " + tokenizer.name() + " is registered twice");
      }
    }
    this.tokenizers = Collections.unmodifiableMap(byName);
  }

  /** {@link #DEFAULT}, {@link #WHITESPACE} and {@link #SUFFIXES}. */
  public static Tokenizers builtIn() {
    return BUILT_IN;
  }

  /**
   * These and one more.
   *
   * @throws IllegalArgumentException when there is one of its name, or it has no version
   */
  public Tokenizers with(Tokenizer tokenizer) {
    List<Tokenizer> all = new ArrayList<>(tokenizers.values());
    all.add(tokenizer);
    return new Tokenizers(all);
  }

  /**
   * A tokenizer that stores each word of another one with all its suffixes, so that a prefix query
   * finds what is anywhere in a word: n tokens for a word of n characters, not the n² of all its
   * parts.
   *
   * @param least how many characters a suffix has, at least 1; shorter words are stored whole
   */
  public static Tokenizer suffixes(String name, Tokenizer words, int least) {
    return new SuffixTokenizer(name, words, least);
  }

  /**
   * The tokenizer of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Tokenizer require(String name) {
    Tokenizer tokenizer = tokenizers.get(name);
    if (tokenizer == null) {
      throw new IllegalArgumentException(
          "no tokenizer " + name + ", there are " + tokenizers.keySet());
    }
    return tokenizer;
  }
}
