package dev.tenure.record.index.text;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Legacy;
import dev.tenure.record.test.Note;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which definitions are accepted, and how they may change over stores that are there. */
final class TextIndexOptionsTest {
  private static final Tokenizers TOKENIZERS =
      Tokenizers.builtIn().with(new TokenizersTest.Versions("words", 1, 3));

  private static void assertRefused(String because, Index index) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> Texts.of(index));
    assertTrue(String.valueOf(refused.getMessage()).contains(because), refused.getMessage());
    assertTrue(String.valueOf(refused.getMessage()).contains("by-title"), refused.getMessage());
  }

  private static Index with(String option, String value) {
    return Texts.titles().option(option, value);
  }

  @Test
  void wrongOptionsAreNamed() {
    assertRefused("text-token, the type has", with("text-token", "default"));
    assertRefused("no tokenizer nope", with(TextIndexType.TOKENIZER, "nope"));
    assertRefused("= 0, expected 1 to 1", with(TextIndexType.TOKENIZER_VERSION, "0"));
    assertRefused("= 2, expected 1 to 1", with(TextIndexType.TOKENIZER_VERSION, "2"));
    assertRefused("= x, expected 1 to 1", with(TextIndexType.TOKENIZER_VERSION, "x"));
    assertRefused("= 0, expected 1 to 1000", with(TextIndexType.BUNCH_SIZE, "0"));
    assertRefused("= 1001, expected 1 to 1000", with(TextIndexType.BUNCH_SIZE, "1001"));
    assertRefused("expected true or false", with(TextIndexType.OMIT_POSITIONS, "yes"));
    assertRefused("expected true or false", with(TextIndexType.BUNCH_ACROSS_TOKENS, "1"));
  }

  @Test
  void wrongColumnsAreNamed() {
    assertRefused("has covering columns", Texts.titles().covering(field("author")));
    assertRefused(
        "groups 2 columns, expected one",
        Index.of(
            "by-title",
            TextIndexType.NAME,
            grouping(concat(field("author"), field("title"), field("color")), 2)));
    assertRefused("primary key as its text: id", Index.of("by-title", "text", field("id")));
  }

  @Test
  void columnsWithoutAGroupingAreTheGroupAndTheText() {
    Index index = Index.of("by-title", TextIndexType.NAME, concat(field("author"), field("title")));
    assertEquals(1, Texts.of(index).indexes().size());
  }

  @Test
  void textThatIsNoStringIsRefused() {
    assertRefused(
        "color of Note, which is INTEGER, expected STRING",
        Index.of("by-title", TextIndexType.NAME, field("color")));
  }

  @Test
  void bunchSizeMayChangeAndTheVersionOfTheTokenizerMayRise() {
    TextIndexType type = new TextIndexType(TOKENIZERS);
    Index one = Texts.titles();
    Index two = one.option(TextIndexType.TOKENIZER_VERSION, "2");
    assertTrue(type.mayChange(TextIndexType.TOKENIZER_VERSION, one, two));
    assertTrue(
        type.mayChange(
            TextIndexType.TOKENIZER_VERSION,
            one,
            one.option(TextIndexType.TOKENIZER_VERSION, "1")));
    assertFalse(type.mayChange(TextIndexType.TOKENIZER_VERSION, two, one));
    assertTrue(
        type.mayChange(TextIndexType.BUNCH_SIZE, one, one.option(TextIndexType.BUNCH_SIZE, "5")));
    assertFalse(
        type.mayChange(TextIndexType.TOKENIZER, one, one.option(TextIndexType.TOKENIZER, "words")));
    assertTrue(
        type.mayChange(
            TextIndexType.TOKENIZER, one, one.option(TextIndexType.TOKENIZER, "default")));
    for (String option : List.of(TextIndexType.OMIT_POSITIONS, TextIndexType.BUNCH_ACROSS_TOKENS)) {
      assertFalse(type.mayChange(option, one, one.option(option, "true")), option);
      assertTrue(type.mayChange(option, one, one.option(option, "false")), option);
    }
  }

  private static RecordMetaData version(int version) {
    Index index =
        Texts.titles()
            .option(TextIndexType.TOKENIZER, "words")
            .option(TextIndexType.TOKENIZER_VERSION, String.valueOf(version));
    return Texts.notes(
            TOKENIZERS, version == 1 ? index : index.addedVersion(1).adjustedVersion(version))
        .version(version)
        .build();
  }

  /** Records keep the entries they have until they are saved again; nothing is left behind then. */
  @Test
  void recordsAreBroughtToTheNewVersionWhenTheyAreSaved() {
    try (Texts texts = new Texts(version(1), TOKENIZERS)) {
      texts.saveTitles("The Whale", "the Sea", "the whale", "The the");
      texts.metaData = version(2);
      assertEquals(List.of(2L), texts.find(TextQuery.token("whale")));
      texts.save(0, "The Whale");
      assertEquals(List.of(0L, 2L), texts.find(TextQuery.token("Whale")));
      texts.metaData = version(3);
      texts.save(2, "the whale");
      texts.save(3, "The the");
      assertEquals(
          List.of("[Sea] 1 [1]", "[the] 0 [0]", "[the] 1 [0]", "[whale] 0 [1]", "[whale] 2 [1]"),
          texts.entries());
      texts.delete(0);
      texts.save(1, "x");
      texts.delete(2);
      texts.delete(3);
      assertEquals(List.of("[x] 1 [0]"), texts.entries());
    }
  }

  @Test
  void bunchesOfAnEarlierSizeAreReadAndSplitWhereTheyChange() {
    Index small = Texts.titles().option(TextIndexType.BUNCH_SIZE, "2");
    try (Texts texts = new Texts(Texts.of(Texts.titles()))) {
      texts.saveTitles("a", "a", "a", "a", "a", "a");
      texts.metaData =
          Texts.notes(Tokenizers.builtIn(), small.addedVersion(1).adjustedVersion(2))
              .version(2)
              .build();
      assertEquals(6, texts.find(TextQuery.token("a")).size());
      texts.save(9, "a");
      texts.delete(2);
      assertEquals(List.of(0L, 1L, 3L, 4L, 5L, 9L), texts.find(TextQuery.token("a")));
      assertEquals(List.of(), texts.problems());
    }
  }

  @Test
  void recordsOfSeveralTypesAreFoundTogether() {
    RecordMetaData both =
        RecordMetaData.builder()
            .version(1)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
            .recordType(
                Legacy.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(2))
            .index(List.of("Note", "Legacy"), Texts.titles())
            .build();
    try (Texts texts = new Texts(both)) {
      texts.saveTitles("whale", "ship");
      texts.does(
          store ->
              store
                  .context()
                  .join(store.save(Legacy.newBuilder().setId(0).setTitle("a whale").build())));
      assertEquals(List.of(0L, 0L), texts.find(TextQuery.token("whale")));
      assertEquals(List.of(0L), texts.find(TextQuery.token("a")));
    }
  }

  @Test
  void conditionDecidesWhatIsInTheIndex() {
    Index dark = Texts.titles().where(equal(field("author"), "ann"));
    try (Texts texts = new Texts(Texts.of(dark))) {
      Note note = Texts.note(1, "whale");
      texts.does(store -> Texts.save(store, note));
      assertEquals(List.of(), texts.entries());
      texts.does(store -> Texts.save(store, note.toBuilder().setAuthor("ann").build()));
      assertEquals(List.of(1L), texts.find(TextQuery.token("whale")));
      texts.does(store -> Texts.save(store, note));
      assertEquals(List.of(), texts.entries());
    }
  }
}
