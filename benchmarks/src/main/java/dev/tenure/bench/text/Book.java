package dev.tenure.bench.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A text that is divided at white space into documents of about equal length. */
record Book(List<String> documents) {
  private static final String FIELD = "\"text\":";

  Book {
    documents = List.copyOf(documents);
  }

  /**
   * Reads a file of JSON lines and joins their fields {@code text}.
   *
   * @param count the number of documents
   */
  static Book read(Path file, int count) throws IOException {
    StringBuilder whole = new StringBuilder();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      if (!line.isBlank()) {
        whole.append(text(line, file + " line " + number)).append('\n');
      }
    }
    return cut(whole, count);
  }

  private static Book cut(StringBuilder whole, int count) {
    List<String> documents = new ArrayList<>();
    int begin = 0;
    for (int i = 1; i <= count; i++) {
      int end = Math.max(begin, (int) ((long) whole.length() * i / count));
      while (end < whole.length() && !Character.isWhitespace(whole.charAt(end))) {
        end++;
      }
      documents.add(whole.substring(begin, end));
      begin = end;
    }
    return new Book(documents);
  }

  private static String text(String line, String where) throws IOException {
    int field = line.indexOf(FIELD);
    int begin = field < 0 ? -1 : line.indexOf('"', field + FIELD.length());
    if (begin < 0) {
      throw new IOException(where + " has no field text");
    }
    StringBuilder text = new StringBuilder();
    for (int at = begin + 1; at < line.length(); at++) {
      char next = line.charAt(at);
      if (next == '"') {
        return text.toString();
      }
      if (next == '\\' && at + 1 < line.length()) {
        at++;
        boolean hex = line.charAt(at) == 'u' && at + 4 < line.length();
        text.append(hex ? (char) hex(line, at + 1, where) : escaped(line.charAt(at)));
        at += hex ? 4 : 0;
      } else {
        text.append(next);
      }
    }
    throw new IOException(where + " ends within its text");
  }

  private static int hex(String line, int at, String where) throws IOException {
    try {
      return Integer.parseInt(line, at, at + 4, 16);
    } catch (NumberFormatException e) {
      throw new IOException(where + " has an escape that is no number at " + at, e);
    }
  }

  private static char escaped(char escape) {
    return switch (escape) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b', 'f' -> ' ';
      default -> escape;
    };
  }

  /** The bytes of all documents in UTF-8. */
  long bytes() {
    return documents.stream().mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
  }
}
