package dev.tenure.record.index.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.text.TextQuery;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large the index of a book is, beside what the paper has measured (4.9 kB a document). */
final class TextIndexSizeTest {
  @BeforeAll
  static void requireBook() {
    assumeTrue(
        Files.exists(MobyDick.file()),
        () -> "no " + MobyDick.file() + "; -Dtenure.moby-dick=FILE tells where the book is");
  }

  @ParameterizedTest
  @CsvSource({
    "20, false, 3700, 5",
    "20, true, 2900, 14",
  })
  void indexIsSmall(int bunchSize, boolean across, int bytesMax, int entriesOfABunch) {
    Index index =
        Texts.titles()
            .option(TextIndexType.BUNCH_SIZE, String.valueOf(bunchSize))
            .option(TextIndexType.BUNCH_ACROSS_TOKENS, String.valueOf(across));
    List<String> documents = MobyDick.documents();
    try (Texts texts = new Texts(Texts.of(index))) {
      for (int id = 0; id < documents.size(); id++) {
        texts.save(id, documents.get(id));
      }
      IndexSize size = texts.in(store -> IndexSize.of(store, Texts.INDEX));
      long each = (size.keyBytes() + size.valueBytes()) / documents.size();
      System.out.println("bunches of " + bunchSize + " across " + across + ": " + size);
      assertEquals(MobyDick.DOCUMENTS, documents.size());
      assertTrue(each <= bytesMax, each + " bytes a document: " + size);
      assertTrue(size.entries() / size.bunches() >= entriesOfABunch, size.toString());
      assertEquals(
          documents.stream()
              .filter(text -> text.toLowerCase(Locale.ROOT).contains("nantucket"))
              .count(),
          texts.find(TextQuery.prefix("Nantucket")).size());
      assertEquals(List.of(), texts.problems());
    }
  }
}
