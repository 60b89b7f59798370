package dev.tenure.campaigns.differential;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.differential.ReadStep.ProgramSelector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random keys, values and selectors. The keys are few and close together, so that steps collide.
 */
final class Words {
  /**
   * A versionstamped key or value ends with the offset of the stamp.
   */
  private static final String STAMP_PLACE = "\0".repeat(10);

  private static final int STAMPS = 6;
  private static final List<String> PLAIN =
      List.of("a", "a\0", "a\0\0", "ab", "b", "bb", "c", "c\u00ff", "d", "e", "f", "g", "h");
  private static final List<String> ODD =
      List.of("", "\0", "\u00fe", "\u00fe\u00ff", "s/", "s0", "a".repeat(9_999));
  private static final List<String> ILLEGAL =
      List.of(
          "\u00ff",
          "\u00ff\0",
          "\u00ff/metadataVersion",
          "\u00ff\u0002/tr/a",
          "\u00ff\u00ff",
          "k".repeat(10_001),
          "k".repeat(10_020));

  /**
   * The system keys that programs own. Other system keys of a cluster must not change.
   */
  private static final List<String> SYSTEM =
      List.of("\u00ff\u0002/tr/", "\u00ff\u0002/tr/a", "\u00ff\u0002/tr/b", "\u00ff\u0002/tr0");

  /** Two borders, in any order. */
  record Borders(String begin, String end) {}

  private final SplittableRandom random;
  private final List<String> keys;
  private final boolean system;
  private final boolean direct;
  private final boolean odd;
  private final boolean stamped;
  private final boolean large;

  Words(SplittableRandom random) {
    this.random = random;
    List<String> some = new ArrayList<>(PLAIN);
    while (some.size() > 3 && random.nextInt(5) > 0) {
      some.remove(random.nextInt(some.size()));
    }
    this.keys = some;
    this.system = random.nextInt(6) == 0;
    this.direct = random.nextInt(5) == 0;
    this.odd = random.nextInt(3) == 0;
    this.stamped = random.nextInt(3) == 0;
    this.large = random.nextInt(4) == 0;
  }

  /**
   * Whether programs may use system keys. Then no read may reach those of a cluster.
   */
  boolean isSystem() {
    return system;
  }

  /**
   * Whether programs may read stored rows directly. Then no selector may reach rows of the cluster itself.
   */
  boolean isDirect() {
    return direct;
  }

  boolean isStamped() {
    return stamped;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String key() {
    if (odd && oneIn(12)) {
      return oneOf(ODD);
    }
    if (system && oneIn(6)) {
      return SYSTEM.get(1 + below(2));
    }
    if (odd && !system && oneIn(20)) {
      return oneOf(ILLEGAL);
    }
    if (stamped && oneIn(4)) {
      return "s/" + Notation.stamp(below(STAMPS)) + (oneIn(3) ? oneOf(keys) : "");
    }
    return oneOf(keys);
  }

  /**
   * The borders of a range: both user keys, or both system keys that programs own.
   */
  Borders borders() {
    if (system && oneIn(4)) {
      return new Borders(oneOf(SYSTEM), oneOf(SYSTEM));
    }
    return new Borders(border(), border());
  }

  private String border() {
    String border = oneIn(10) ? oneOf(List.of("", "\u00ff", "s/", "s0")) : key();
    return system && border.compareTo("\u00ff") > 0 ? "\u00ff" : border;
  }

  ProgramSelector selector() {
    int offset = oneIn(2) ? below(2) : below(direct ? 4 : 7) - 2;
    return new ProgramSelector(border(), oneIn(3), offset);
  }

  String value() {
    return switch (below(6)) {
      case 0 -> "";
      case 1 -> number(below(3));
      case 2 -> large ? "v".repeat(500 + below(6_000)) : "longer value";
      default -> "v" + below(100);
    };
  }

  String operand() {
    return switch (below(5)) {
      case 0 -> value();
      case 1 -> "";
      case 2 -> number(below(300));
      case 3 -> "\u0001\u00ff";
      default -> number(-1);
    };
  }

  private static String number(long number) {
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
    return Notation.text(bytes);
  }

  /**
   * A key or value into which the commit puts its stamp. Some have no room for the stamp.
   */
  String withPlace(String prefix) {
    String text = prefix + STAMP_PLACE + (oneIn(2) ? oneOf(keys) : "");
    boolean odd = oneIn(25) && prefix.chars().noneMatch(each -> Notation.isStamp((char) each));
    int place = odd ? text.length() - 9 + below(3) : Notation.length(prefix);
    byte[] offset =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(place).array();
    return text + Notation.text(offset);
  }

  /**
   * The key of an index entry. It names a record: see {@link #mapper}.
   */
  String indexKey() {
    return packed(Tuple.from("i", below(4), oneOf(List.of("x", "y", "z"))));
  }

  String recordKey() {
    return packed(Tuple.from("r", oneOf(List.of("x", "y", "z")), below(3)));
  }

  String mapper() {
    Tuple tuple =
        switch (below(4)) {
          case 0 -> Tuple.from("r", "{K[2]}");
          case 1 -> Tuple.from("r", "{K[5]}", "{...}");
          case 2 -> Tuple.from("r", "{V[0]}", "{...}");
          default -> Tuple.from("r", "{K[2]}", "{...}");
        };
    return packed(tuple);
  }

  private static String packed(Tuple tuple) {
    return Notation.text(tuple.pack());
  }
}
