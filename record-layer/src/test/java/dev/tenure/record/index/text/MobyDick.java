package dev.tenure.record.index.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The book on which the paper measures its text index, cut as there: 233 documents of 5 kB. */
final class MobyDick {
  static final int DOCUMENTS = 233;

  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final String TEXT = "\"text\": \"";

  private MobyDick() {}

  /** A chapter a line: {"chapter": ..., "title": ..., "text": ...}. Not part of the project. */
  static Path file() {
    String given = System.getProperty("tenure.moby-dick", "");
    return given.isEmpty()
        ? ROOT.toAbsolutePath().normalize().resolveSibling("shared/data/moby-dick.jsonl")
        : Path.of(given);
  }

  static List<String> documents() {
    StringBuilder book = new StringBuilder();
    try {
      Files.readAllLines(file()).forEach(line -> book.append(text(line)).append('\n'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> documents = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= DOCUMENTS; i++) {
      int end = (int) ((long) book.length() * i / DOCUMENTS);
      while (end < book.length() && !Character.isWhitespace(book.charAt(end))) {
        end++;
      }
      documents.add(book.substring(begin, end));
      begin = end;
    }
    return documents;
  }

  /** The last field of a line, whose escapes are all of one character. */
  private static String text(String line) {
    StringBuilder text = new StringBuilder();
    for (int at = line.indexOf(TEXT) + TEXT.length(); line.charAt(at) != '"'; at++) {
      boolean escaped = line.charAt(at) == '\\';
      at += escaped ? 1 : 0;
      text.append(escaped && line.charAt(at) == 'n' ? '\n' : line.charAt(at));
    }
    return text.toString();
  }
}
