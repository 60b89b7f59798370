package dev.tenure.campaigns.differential;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.differential.LifeStep.Option;
import dev.tenure.campaigns.differential.LifeStep.Question;
import dev.tenure.campaigns.differential.ReadStep.Manner;
import dev.tenure.campaigns.differential.ReadStep.ProgramSelector;
import dev.tenure.campaigns.differential.Words.Borders;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random programs. The same seed always gives the same program.
 */
final class ProgramGenerator {
  private static final int STEPS_MIN = 15;
  private static final int STEPS_MORE = 60;
  private static final List<MutationType> ATOMIC =
      List.of(
          MutationType.ADD,
          MutationType.BIT_AND,
          MutationType.BIT_OR,
          MutationType.BIT_XOR,
          MutationType.APPEND_IF_FITS,
          MutationType.MAX,
          MutationType.MIN,
          MutationType.BYTE_MIN,
          MutationType.BYTE_MAX,
          MutationType.COMPARE_AND_CLEAR);

  /**
   * Operations that do not compute with the bytes of a stamp, because those differ between databases.
   */
  private static final List<MutationType> ATOMIC_OF_STAMPS =
      List.of(MutationType.APPEND_IF_FITS, MutationType.COMPARE_AND_CLEAR);

  private static final List<Option> ALL_OPTIONS = List.of(Option.values());
  private static final List<Option> USER_OPTIONS =
      ALL_OPTIONS.stream()
          .filter(option -> !option.isOfSystem() && option != Option.READ_YOUR_WRITES_DISABLE)
          .toList();
  private static final List<Integer> CODES =
      List.of(1004, 1007, 1009, 1020, 1021, 1025, 1031, 1036, 1037, 1039, 1213, 2000, 2101);

  private final SplittableRandom random;
  private final Words words;
  private final int transactions;
  private final List<MutationType> atomic;
  private final boolean mapped;
  private final boolean manyOptions;
  private final boolean watching;
  private final List<ProgramStep> steps = new ArrayList<>();

  private ProgramGenerator(long seed) {
    this.random = new SplittableRandom(seed);
    this.words = new Words(random);
    this.transactions = 1 + random.nextInt(4);
    this.atomic = words.isStamped() ? ATOMIC_OF_STAMPS : ATOMIC;
    this.mapped = random.nextInt(8) == 0;
    this.manyOptions = random.nextInt(3) == 0;
    this.watching = random.nextInt(10) == 0;
  }

  static List<ProgramStep> program(long seed) {
    return new ProgramGenerator(seed).generate();
  }

  private List<ProgramStep> generate() {
    load();
    int length = STEPS_MIN + random.nextInt(STEPS_MORE);
    while (steps.size() < length) {
      add(random.nextInt(transactions));
    }
    for (int each = 0; each < transactions; each++) {
      commit(each);
    }
    if (watching) {
      steps.add(new LifeStep.AwaitWatches());
    }
    steps.add(new LifeStep.Dump());
    return steps;
  }

  private void load() {
    int rows = random.nextInt(10);
    for (int row = 0; row < rows; row++) {
      steps.add(new WriteStep.Set(0, words.key(), words.value()));
    }
    if (mapped) {
      for (int row = 0; row < 5; row++) {
        String record = Notation.text(Tuple.from(words.oneOf(List.of("x", "y"))).pack());
        steps.add(new WriteStep.Set(0, words.indexKey(), record));
        steps.add(new WriteStep.Set(0, words.recordKey(), words.value()));
      }
    }
    steps.add(new LifeStep.Commit(0));
    begin(0);
  }

  private void add(int transaction) {
    switch (random.nextInt(20)) {
      case 0, 1, 2 -> steps.add(new ReadStep.Get(transaction, words.key(), words.oneIn(4)));
      case 3, 4 -> findKey(transaction);
      case 5, 6, 7 -> range(transaction);
      case 8, 9, 10 -> steps.add(new WriteStep.Set(transaction, words.key(), words.value()));
      case 11 -> steps.add(new WriteStep.Clear(transaction, words.key()));
      case 12 -> clearRange(transaction);
      case 13, 14 -> mutate(transaction);
      case 15 -> conflict(transaction);
      case 16, 17 -> commit(transaction);
      case 18 -> ask(transaction);
      default -> live(transaction);
    }
  }

  private void findKey(int transaction) {
    if (words.isSystem()) {
      steps.add(new ReadStep.Get(transaction, words.key(), words.oneIn(4)));
    } else {
      steps.add(new ReadStep.GetKey(transaction, words.selector(), words.oneIn(4)));
    }
  }

  private void clearRange(int transaction) {
    Borders borders = words.borders();
    steps.add(new WriteStep.ClearRange(transaction, borders.begin(), borders.end()));
  }

  private void conflict(int transaction) {
    Borders borders = words.borders();
    boolean write = words.oneIn(2);
    steps.add(new WriteStep.Conflict(transaction, write, borders.begin(), borders.end()));
  }

  private void range(int transaction) {
    if (mapped && words.oneIn(2)) {
      ProgramSelector begin =
          ProgramSelector.firstAtOrAfter(words.oneIn(3) ? words.indexKey() : "\u0002i\0");
      ProgramSelector end =
          ProgramSelector.firstAtOrAfter(words.oneIn(3) ? words.indexKey() : "\u0002i\1");
      steps.add(
          new ReadStep.GetMapped(
              transaction, begin, end, words.mapper(), words.below(4), words.oneIn(3)));
      return;
    }
    boolean plain = words.isSystem() || words.oneIn(2);
    Borders borders = words.borders();
    ProgramSelector begin =
        plain ? ProgramSelector.firstAtOrAfter(borders.begin()) : words.selector();
    ProgramSelector end = plain ? ProgramSelector.firstAtOrAfter(borders.end()) : words.selector();
    int limit = words.oneIn(2) ? 0 : words.below(5);
    // When an end lies beyond the user keys, the system rows of a cluster count in its batches.
    int take = end.offset() <= 1 && words.oneIn(4) ? 1 + words.below(3) : -1;
    StreamingMode mode = words.oneOf(List.of(StreamingMode.values()));
    Manner manner = new Manner(limit, words.oneIn(3), mode, take);
    steps.add(new ReadStep.GetRange(transaction, begin, end, manner, words.oneIn(5)));
  }

  private void mutate(int transaction) {
    if (mapped && words.oneIn(3)) {
      steps.add(new WriteStep.Set(transaction, words.recordKey(), words.value()));
    } else if (words.isStamped() && words.oneIn(2)) {
      stamp(transaction);
    } else {
      steps.add(
          new WriteStep.Mutate(transaction, words.oneOf(atomic), words.key(), words.operand()));
    }
  }

  private void stamp(int transaction) {
    if (words.oneIn(2)) {
      String key = words.withPlace(words.oneIn(4) ? words.key() : "s/");
      steps.add(
          new WriteStep.Mutate(
              transaction, MutationType.SET_VERSIONSTAMPED_KEY, key, words.value()));
    } else {
      String key = words.oneIn(12) ? "\u00ff/metadataVersion" : words.key();
      String operand =
          words.oneIn(12) ? "\0".repeat(14) : words.withPlace(words.oneIn(2) ? "" : "v");
      steps.add(
          new WriteStep.Mutate(transaction, MutationType.SET_VERSIONSTAMPED_VALUE, key, operand));
    }
  }

  private void commit(int transaction) {
    if (words.oneIn(2)) {
      steps.add(new LifeStep.Ask(transaction, Question.READ_CONFLICTS));
      steps.add(new LifeStep.Ask(transaction, Question.WRITE_CONFLICTS));
    }
    steps.add(new LifeStep.Commit(transaction));
    if (words.oneIn(2)) {
      steps.add(new LifeStep.Ask(transaction, Question.CONFLICTING_KEYS));
      steps.add(new LifeStep.Ask(transaction, Question.COMMITTED_VERSION));
    }
    if (!words.oneIn(10)) {
      if (words.oneIn(3)) {
        steps.add(new LifeStep.OnError(transaction, 0));
      } else {
        begin(transaction);
      }
    }
  }

  private void begin(int transaction) {
    steps.add(new LifeStep.Begin(transaction));
    if (words.oneIn(2)) {
      steps.add(new LifeStep.SetOption(transaction, Option.REPORT_CONFLICTING_KEYS, 0));
    }
    if (words.isDirect() && words.oneIn(2)) {
      steps.add(new LifeStep.SetOption(transaction, Option.READ_YOUR_WRITES_DISABLE, 0));
    }
    if (words.isSystem() && words.oneIn(2)) {
      steps.add(new LifeStep.SetOption(transaction, Option.ACCESS_SYSTEM_KEYS, 0));
    }
  }

  private void ask(int transaction) {
    steps.add(new LifeStep.Ask(transaction, words.oneOf(List.of(Question.values()))));
  }

  private void live(int transaction) {
    int kind = random.nextInt(12);
    if (kind < (manyOptions ? 5 : 2)) {
      int value = words.oneOf(List.of(0, 1, 2, 5, 40, 120, 400));
      Option option = words.oneOf(words.isSystem() ? ALL_OPTIONS : USER_OPTIONS);
      steps.add(new LifeStep.SetOption(transaction, option, value));
    } else if (watching && kind < 8) {
      steps.add(new LifeStep.Watch(transaction, words.key()));
    } else if (kind < 8) {
      boolean illegal = words.oneIn(10);
      steps.add(
          illegal
              ? new LifeStep.SetVersion(transaction, -1, words.below(2) - 1)
              : new LifeStep.SetVersion(transaction, words.below(6), -words.below(2)));
    } else if (kind < 10) {
      steps.add(new LifeStep.OnError(transaction, words.oneIn(3) ? words.oneOf(CODES) : 0));
    } else if (kind == 10) {
      steps.add(new LifeStep.Cancel(transaction));
    } else {
      begin(transaction);
    }
  }
}
