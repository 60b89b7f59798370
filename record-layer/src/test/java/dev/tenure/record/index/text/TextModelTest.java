package dev.tenure.record.index.text;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Note;
import dev.tenure.record.text.TextQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random texts and queries: the index finds what a look at every text finds. */
@Tag("punctual") // asks the index for what saves under way have begun
final class TextModelTest {
  private static final List<String> WORDS =
      List.of("a", "ab", "abc", "b", "ba", "bab", "c", "ca", "cab", "東", "d'a", "é");
  private static final int IDS = 40;

  private static Index index(int bunchSize, boolean across) {
    return Index.of(
            Texts.INDEX, TextIndexType.NAME, grouping(concat(field("author"), field("title")), 1))
        .option(TextIndexType.BUNCH_SIZE, String.valueOf(bunchSize))
        .option(TextIndexType.BUNCH_ACROSS_TOKENS, String.valueOf(across));
  }

  private static String text(RandomGenerator random, int words) {
    return IntStream.range(0, words)
        .mapToObj(i -> WORDS.get(random.nextInt(1 + random.nextInt(WORDS.size()))))
        .collect(Collectors.joining(" "));
  }

  private static Note note(RandomGenerator random) {
    return Note.newBuilder()
        .setId(random.nextInt(IDS))
        .setAuthor("author " + random.nextInt(2))
        .setTitle(text(random, random.nextInt(9)))
        .build();
  }

  private static TextQuery query(RandomGenerator random, int depth) {
    String text = text(random, 1 + random.nextInt(3));
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> TextQuery.token(text(random, 1));
      case 1 -> TextQuery.prefix(text);
      case 2 -> TextQuery.all(text);
      case 3 -> TextQuery.any(text);
      case 4 -> TextQuery.phrase(text);
      case 5 -> TextQuery.near(text, 1 + random.nextInt(4));
      case 6 -> TextQuery.and(query(random, depth - 1), query(random, depth - 1));
      case 7 -> TextQuery.or(query(random, depth - 1), query(random, depth - 1));
      default -> query(random, depth - 1).except(query(random, depth - 1));
    };
  }

  private static void assertFinds(
      RecordStore store, Map<Integer, Note> model, RandomGenerator random) {
    TextQuery query = query(random, 2);
    String author = "author " + random.nextInt(2);
    boolean reverse = random.nextBoolean();
    List<Long> expected =
        new ArrayList<>(
            model.values().stream()
                .filter(note -> note.getAuthor().equals(author))
                .filter(note -> NaiveSearch.finds(query, note.getTitle()))
                .map(Note::getId)
                .toList());
    if (reverse) {
      Collections.reverse(expected);
    }
    List<Long> found =
        store
            .context()
            .join(
                store
                    .scanIndex(
                        Texts.INDEX,
                        new TextScan(Tuple.from(author), query),
                        Continuation.START,
                        ScanOptions.defaults().withReverse(reverse))
                    .asList())
            .stream()
            .map(entry -> entry.primaryKey().getLong(0))
            .toList();
    assertEquals(expected, found, () -> query + " of " + author + " in " + model);
  }

  private static CompletableFuture<?> change(
      RecordStore store, Map<Integer, Note> model, RandomGenerator random) {
    Note note = note(random);
    if (random.nextInt(4) == 0) {
      model.remove((int) note.getId());
      return store.delete("Note", Tuple.from(note.getId()));
    }
    model.put((int) note.getId(), note);
    return store.save(note);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "20, false", "4, true", "20, true"})
  void indexFindsWhatIsInTheTexts(int bunchSize, boolean across) {
    RandomGenerator random = Seeds.random("TextModelTest.indexFindsWhatIsInTheTexts");
    try (Texts texts = new Texts(Texts.of(index(bunchSize, across)))) {
      NavigableMap<Integer, Note> model = new TreeMap<>();
      for (int transaction = 0; transaction < 40; transaction++) {
        texts.does(
            store -> {
              List<CompletableFuture<?>> changes = new ArrayList<>();
              for (int i = 0; i < 6; i++) {
                changes.add(change(store, model, random));
              }
              // The engine in memory has answered their reads by now, so the index is being
              // updated.
              assertFinds(store, model, random);
              changes.forEach(store.context()::join);
              for (int i = 0; i < 12; i++) {
                assertFinds(store, model, random);
              }
            });
      }
      assertEquals(List.of(), texts.problems());
      assertEntriesOf(texts, model);
    }
  }

  /** The entries are those of the texts and no others. */
  private static void assertEntriesOf(Texts texts, Map<Integer, Note> model) {
    List<String> kept = texts.entries();
    texts.does(RecordStore::deleteAll);
    texts.does(store -> model.values().forEach(note -> Texts.save(store, note)));
    assertEquals(texts.entries(), kept);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "20, false", "4, true"})
  void transactionsAtOnceOnTheSameWordsLeaveTheIndexOfTheirTexts(int bunchSize, boolean across) {
    RandomGenerator random = Seeds.random("TextModelTest.transactionsAtOnce");
    try (Texts texts = new Texts(Texts.of(index(bunchSize, across)))) {
      NavigableMap<Integer, Note> model = new TreeMap<>();
      texts.does(store -> {});
      int conflicts = 0;
      for (int round = 0; round < 40; round++) {
        List<RecordContext> contexts = new ArrayList<>();
        List<NavigableMap<Integer, Note>> models = new ArrayList<>();
        List<List<Note>> saved = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          RecordContext context = texts.database.openContext();
          contexts.add(context);
          models.add(new TreeMap<>(model));
          List<Note> notes = IntStream.range(0, 2).mapToObj(n -> note(random)).toList();
          saved.add(notes);
          RecordStore store = context.join(texts.open(context));
          notes.forEach(
              note -> {
                Texts.save(store, note);
                models.get(models.size() - 1).put((int) note.getId(), note);
              });
          assertFinds(store, models.get(i), random);
        }
        for (int i = 0; i < 3; i++) {
          if (commits(contexts.get(i))) {
            saved.get(i).forEach(note -> model.put((int) note.getId(), note));
          } else {
            conflicts++;
          }
        }
        texts.does(store -> assertFinds(store, model, random));
      }
      System.out.println("conflicts of 120 transactions: " + conflicts);
      assertEquals(List.of(), texts.problems());
      assertEntriesOf(texts, model);
    }
  }

  private static boolean commits(RecordContext context) {
    try (context) {
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
      return false;
    }
  }
}
