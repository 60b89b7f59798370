package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.key.Keys;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Orders as text, after {@code order_by} of <a href="https://google.aip.dev/132">AIP-132</a>:
 * {@code priority desc, due}. The place of nulls may be given as well: {@code due desc nulls
 * first}.
 */
public final class OrderText {
  private OrderText() {}

  /**
   * Parses an order into its columns. A blank text has no columns. A time or duration gives two
   * columns: its seconds and its nanoseconds.
   *
   * @param type the message type of the records; the order names its fields
   * @throws QueryTextException when the text is not an order for the type, or exceeds a limit
   */
  public static List<OrderColumn> parse(String order, Descriptor type) {
    return parse(order, TextFields.of(type));
  }

  /** As {@link #parse(String, Descriptor)}, with names that the caller defines for fields. */
  public static List<OrderColumn> parse(String order, TextFields fields) {
    TextScanner scanner = new TextScanner("order by", order);
    List<OrderColumn> columns = new ArrayList<>();
    scanner.skipSpaces();
    if (scanner.isAtEnd()) {
      return List.of();
    }
    do {
      scanner.skipSpaces();
      int start = scanner.column();
      columns.addAll(columns(scanner, fields));
      if (columns.size() > RecordQuery.ORDER_COLUMNS_MAX) {
        throw scanner.error(
            start, columns.size() + " columns, the limit is " + RecordQuery.ORDER_COLUMNS_MAX);
      }
      scanner.skipSpaces();
    } while (scanner.take(','));
    if (!scanner.isAtEnd()) {
      throw scanner.expected("asc, desc, nulls first, nulls last, a comma or the end");
    }
    return List.copyOf(columns);
  }

  private static List<OrderColumn> columns(TextScanner scanner, TextFields fields) {
    PathText name = PathText.read(scanner, fields, "the name of a field");
    FieldPath path = fields.resolve(name, scanner);
    if (path.isChoice()) {
      throw scanner.error(name.column(), path.described() + ", so that it gives no order");
    }
    KeyOrder order = order(scanner);
    if (path.fansOut()) {
      throw scanner.error(
          name.column(), path.described() + ", so that a row would have several places");
    }
    if (!path.isMessage()) {
      return List.of(column(scanner, name, path, order));
    }
    if (!TimeText.isTime(path.leaf())) {
      throw scanner.error(
          name.column(), path.described() + ", expected a field inside: " + path + ".FIELD");
    }
    return List.of(
        column(scanner, name, TimeText.seconds(path), order),
        column(scanner, name, TimeText.nanos(path), order));
  }

  private static OrderColumn column(
      TextScanner scanner, PathText name, FieldPath path, KeyOrder order) {
    return scanner.made(name.column(), () -> new OrderColumn(path.column(), order));
  }

  private static KeyOrder order(TextScanner scanner) {
    scanner.skipSpaces();
    boolean isDescending = scanner.takeWord("desc");
    boolean unused = !isDescending && scanner.takeWord("asc");
    scanner.skipSpaces();
    if (!scanner.takeWord("nulls")) {
      return isDescending ? KeyOrder.DESCENDING_NULLS_LAST : KeyOrder.ASCENDING_NULLS_FIRST;
    }
    scanner.skipSpaces();
    if (scanner.takeWord("first")) {
      return isDescending ? KeyOrder.DESCENDING_NULLS_FIRST : KeyOrder.ASCENDING_NULLS_FIRST;
    }
    if (!scanner.takeWord("last")) {
      throw scanner.expected("first or last behind nulls");
    }
    return isDescending ? KeyOrder.DESCENDING_NULLS_LAST : KeyOrder.ASCENDING_NULLS_LAST;
  }

  /**
   * Prints an order as its canonical text. Parsing the text with the same type gives equal columns.
   *
   * @throws IllegalArgumentException naming the column that is not a path of fields, or when the
   *     order has more columns or characters than a text may have
   */
  public static String print(List<OrderColumn> order) {
    if (order.size() > RecordQuery.ORDER_COLUMNS_MAX) {
      throw new IllegalArgumentException(
          order.size() + " columns, the limit is " + RecordQuery.ORDER_COLUMNS_MAX);
    }
    return FilterText.requireLength(
        "order by", order.stream().map(OrderText::print).collect(Collectors.joining(", ")));
  }

  private static String print(OrderColumn column) {
    String path = path(column.column());
    return switch (column.order()) {
      case ASCENDING_NULLS_FIRST -> path;
      case ASCENDING_NULLS_LAST -> path + " nulls last";
      case DESCENDING_NULLS_FIRST -> path + " desc nulls first";
      case DESCENDING_NULLS_LAST -> path + " desc";
    };
  }

  private static String path(KeyExpression column) {
    if (TextFields.isFunction(column)) {
      KeyExpression.Function function = (KeyExpression.Function) column;
      return FunctionCall.print(
          function.name(), FunctionCall.texts(function, each -> ofFields(each, column)));
    }
    return ColumnCall.function(column)
        .map(
            function ->
                ColumnCall.print(
                    function,
                    ColumnCall.fieldsOf(column).stream()
                        .map(each -> ofFields(each, column))
                        .toList()))
        .orElseGet(() -> ofFields(column, column));
  }

  private static String ofFields(KeyExpression fields, KeyExpression column) {
    StringBuilder path = new StringBuilder();
    KeyExpression rest = fields;
    while (rest instanceof KeyExpression.Nest nest) {
      path.append(path.isEmpty() ? TextScanner.firstName(nest.name()) : nest.name()).append('.');
      rest = nest.child();
    }
    boolean isIn = fields != column && rest.equals(Keys.empty()) && !path.isEmpty();
    if (isIn) {
      return path.substring(0, path.length() - 1); // a list of messages
    }
    if (rest instanceof KeyExpression.Field field
        && (rest.equals(Keys.field(field.name()))
            || (fields != column && rest.equals(Keys.field(field.name(), FanType.CONCATENATE))))) {
      return path.append(path.isEmpty() ? TextScanner.firstName(field.name()) : field.name())
          .toString();
    }
    throw new IllegalArgumentException("order by " + column + " is no field and has no text");
  }
}
