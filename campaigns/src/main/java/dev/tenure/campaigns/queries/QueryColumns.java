package dev.tenure.campaigns.queries;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.rank;
import static dev.tenure.record.key.Keys.rankFromTop;

import dev.tenure.campaigns.queries.proto.QueriedLine;
import dev.tenure.campaigns.queries.proto.QueriedRival;
import dev.tenure.campaigns.queries.proto.QueriedTask;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.query.Predicates;
import java.util.List;
import java.util.random.RandomGenerator;

/** The columns of tasks and rivals, and values for them. */
final class QueryColumns {
  static final String TASK = QueriedTask.getDescriptor().getName();
  static final String RIVAL = QueriedRival.getDescriptor().getName();
  static final KeyExpression ID = field("id");
  static final KeyExpression TEAM = field("team");
  static final KeyExpression SCORE = field("score");
  static final KeyExpression TEXT = field("text");
  static final KeyExpression SLOT = field("slot");
  static final KeyExpression WEIGHT = field("weight");
  static final KeyExpression TAG = field("tag", FanType.FAN_OUT);
  static final KeyExpression LINE = field("line", FanType.FAN_OUT);
  static final KeyExpression SKU = field("sku");
  static final KeyExpression QUANTITY = field("quantity");
  static final KeyExpression MARK = field("mark", FanType.FAN_OUT);
  static final List<KeyExpression> SINGLE = List.of(ID, TEAM, SCORE, TEXT, SLOT, WEIGHT);
  static final KeyExpression RANK = rank(TEAM, SCORE);
  static final KeyExpression RANK_FROM_TOP = rankFromTop(TEAM, SCORE);
  private static final List<String> WORDS = List.of("", "a", "ab", "abc", "b", "b\0", "c");

  /** A float's value, and doubles that no float has. */
  private static final List<Double> NUMBERS = List.of(-0.0, 0.0, 0.1, 0.5, 1.5, 1.5000000001, -2.0);

  private final RandomGenerator random;
  private final int ids;
  private final int words;
  private final int numbers;

  QueryColumns(RandomGenerator random, StoreSize size) {
    this.random = random;
    this.ids = size.recordsMax();
    this.words = random.nextInt(1, size.valuesMax() + 1);
    this.numbers = random.nextInt(1, size.valuesMax() + 1);
  }

  /** A column that both tasks and rivals have. */
  KeyExpression common() {
    return random.nextBoolean() ? ID : TEAM;
  }

  /** A column of tasks. */
  KeyExpression any(boolean mayFan) {
    return mayFan && random.nextInt(4) == 0 ? TAG : SINGLE.get(random.nextInt(SINGLE.size()));
  }

  /** Two columns, of the same line or of different lines. */
  KeyExpression ofLines() {
    return switch (random.nextInt(5)) {
      case 0 -> line(SKU);
      case 1 -> line(concat(SKU, QUANTITY));
      case 2 -> line(concat(QUANTITY, SKU));
      case 3 -> concat(line(SKU), line(QUANTITY));
      default -> line(concat(SKU, MARK));
    };
  }

  static KeyExpression line(KeyExpression column) {
    return nest("line", FanType.FAN_OUT, column);
  }

  KeyExpression inAnyOrder() {
    return ordered(order(), List.of(SCORE, TEXT, WEIGHT).get(random.nextInt(3)));
  }

  KeyOrder order() {
    List<KeyOrder> orders = List.of(KeyOrder.values());
    return orders.get(random.nextInt(orders.size()));
  }

  static boolean isText(KeyExpression column) {
    return List.of(TEAM, TEXT, TAG, SKU, MARK, Predicates.element()).contains(column);
  }

  String word() {
    int word = random.nextInt(words);
    return word < WORDS.size() ? WORDS.get(word) : "w" + word;
  }

  /** One or more words. */
  String phrase() {
    StringBuilder words = new StringBuilder(word());
    for (int i = random.nextInt(3) == 0 ? random.nextInt(1, 4) : 0; i > 0; i--) {
      words.append(' ').append(word());
    }
    return words.toString();
  }

  long number() {
    return random.nextInt(numbers) - 2L;
  }

  private double decimal() {
    return NUMBERS.get(random.nextInt(NUMBERS.size()));
  }

  /** A value to compare the column with; most are of some record. */
  Object value(KeyExpression column) {
    if (isText(column)) {
      return word();
    }
    if (column.equals(WEIGHT)) {
      return decimal();
    }
    return column.equals(ID) ? (Object) (long) random.nextInt(ids) : (Object) number();
  }

  QueriedTask task(long id) {
    QueriedTask.Builder task =
        QueriedTask.newBuilder().setId(id).setTeam(word()).setSlot(number() + 2);
    if (random.nextInt(3) > 0) {
      task.setScore(number());
    }
    if (random.nextInt(3) > 0) {
      task.setText(phrase());
    }
    if (random.nextInt(3) > 0) {
      task.setWeight((float) decimal());
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      task.addTag(phrase());
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      QueriedLine.Builder line = QueriedLine.newBuilder().setSku(word());
      if (random.nextInt(4) > 0) {
        line.setQuantity(number());
      }
      for (int mark = random.nextInt(3); mark > 0; mark--) {
        line.addMark(word());
      }
      task.addLine(line);
    }
    return task.build();
  }

  QueriedRival rival(long id) {
    return QueriedRival.newBuilder().setId(id).setTeam(word()).build();
  }
}
