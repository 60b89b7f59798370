package dev.tenure.record.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A registry of tokenizers by name. Immutable. */
public final class Tokenizers {
  /** Words by the rules of Unicode, without case and accents. */
  public static final String DEFAULT = "default";

  /** The parts between white space, unchanged. */
  public static final String WHITESPACE = "whitespace";

  /** The words of {@link #DEFAULT}, which can be found by any part of two or more characters. */
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
                + ", expected 1 <= first <= last");
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
   * These tokenizers and a further one.
   *
   * @throws IllegalArgumentException when a tokenizer with its name exists, or it has no version
   */
  public Tokenizers with(Tokenizer tokenizer) {
    List<Tokenizer> all = new ArrayList<>(tokenizers.values());
    all.add(tokenizer);
    return new Tokenizers(all);
  }

  /**
   * A tokenizer that stores all suffixes of each word of another tokenizer. A prefix query then
   * finds any part of a word. A word of n characters has n tokens; storing all its parts would need
   * n² tokens.
   *
   * @param least the minimum length of a suffix in characters, at least 1; a shorter word is stored
   *     whole
   */
  public static Tokenizer suffixes(String name, Tokenizer words, int least) {
    return new SuffixTokenizer(name, words, least);
  }

  /**
   * The tokenizer with this name.
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
