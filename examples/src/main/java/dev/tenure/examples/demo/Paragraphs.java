package dev.tenure.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The paragraphs of Moby Dick, in order; numbers beyond the last begin again. */
final class Paragraphs {
  private static final String RESOURCE = "/dev/tenure/examples/moby-dick.jsonl";

  private final List<String> texts;

  private Paragraphs(List<String> texts) {
    this.texts = texts;
  }

  static Paragraphs load() {
    JsonMapper mapper = JsonMapper.shared();
    List<String> texts = new ArrayList<>();
    try (InputStream in = Paragraphs.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + RESOURCE + " is not on the class path");
      }
      BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode chapter = mapper.readTree(line);
        for (String paragraph : chapter.get("text").asString().split("\n\n", -1)) {
          if (!paragraph.isBlank()) {
            texts.add(paragraph.strip());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
    return new Paragraphs(List.copyOf(texts));
  }

  /** The number of different paragraphs. */
  int count() {
    return texts.size();
  }

  /** The text with a number of 0 or more. */
  String text(long number) {
    return texts.get((int) (number % texts.size()));
  }

  /**
   * The number of words in the first {@code items} paragraphs. It is counted from the input alone,
   * by code that the handler does not use.
   */
  long words(long items) {
    long[] upTo = new long[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      upTo[i + 1] = upTo[i] + words(texts.get(i));
    }
    return items / texts.size() * upTo[texts.size()] + upTo[(int) (items % texts.size())];
  }

  private static long words(String text) {
    long words = 0;
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      boolean space = Character.isWhitespace(text.charAt(i));
      if (!space && !inWord) {
        words++;
      }
      inWord = !space;
    }
    return words;
  }
}
