package dev.tenure.bench.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class TextBenchTest {
  @TempDir private Path folder;

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("book.jsonl"), List.of(lines));
  }

  @Test
  void bookIsCutAtWhiteSpace() throws IOException {
    Path file =
        file(
            "{\"title\": \"a\", \"text\": \"one \\\"two\\\"\\nthree\"}",
            "",
            "{\"text\":\"f\\u00fcnf six\"}");
    Book book = Book.read(file, 3);
    assertEquals(List.of("one \"two\"", "\nthree\nfünf", " six\n"), book.documents());
    assertEquals(26, book.bytes());
  }

  @Test
  void lineWithoutATextIsNamed() throws IOException {
    Path file = file("{\"text\": \"a\"}", "{}");
    IOException refused = assertThrows(IOException.class, () -> Book.read(file, 2));
    assertEquals(file + " line 2 has no field text", refused.getMessage());
  }

  @Test
  void queriesFindWhatALookFinds() {
    try (TextFixture fixture = new TextFixture(Tokenizers.DEFAULT, 2, false)) {
      fixture.fill(new Book(List.of("the white whale", "a whale", "white")));
      assertEquals(2, fixture.find(TextQuery.token("whale")));
      assertEquals(2, fixture.look(text -> text.contains("whale")));
      TextFixture.Size size = fixture.size();
      assertEquals(6, size.entries());
      assertTrue(size.keys() < 6 && size.keyBytes() > 0 && size.valueBytes() > 0);
    }
  }

  @Test
  void absentFileIsNamedWithTheOption() {
    StringWriter errors = new StringWriter();
    int code =
        new CommandLine(new TextBench())
            .setErr(new PrintWriter(errors, true))
            .execute("--data", folder.resolve("nothing").toString());
    assertEquals(2, code);
    assertTrue(errors.toString().contains("--data FILE"), errors.toString());
  }
}
