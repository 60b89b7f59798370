package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.OpenIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A set of positions that is computed from groups of bitmap indexes in one transaction, without
 * loading records. Immutable; nothing is read before {@link #positions}. Example: {@code of(red,
 * group).and(of(large, group))} gives the positions of all records that are red and large.
 */
public final class BitmapQuery {
  /** The kind of index candidates that such queries read. */
  public static final String BY_POSITION = "by-position";

  private final Node node;

  private BitmapQuery(Node node) {
    this.node = node;
  }

  /** A part of a query. */
  sealed interface Node {}

  /** One group of one index. */
  record Group(OpenIndex open, BitmapMaintainer maintainer, Tuple group) implements Node {
    @Override
    public String toString() {
      return open.bound().name() + group + " of store " + open.keys().store();
    }
  }

  /** The operations on sets. */
  enum Operation {
    AND,
    OR,
    AND_NOT
  }

  /** Two sets combined by an operation. */
  record Combined(Operation operation, Node left, Node right) implements Node {
    @Override
    public String toString() {
      return operation + "(" + left + ", " + right + ")";
    }
  }

  /**
   * The positions of a group.
   *
   * @throws IllegalArgumentException when the index is not a bitmap index, or the group has another
   *     number of columns
   */
  public static BitmapQuery of(OpenIndex index, Tuple group) {
    if (index.bound().maintainer() instanceof BitmapMaintainer maintainer) {
      return new BitmapQuery(
          new Group(index, maintainer, maintainer.rows().columns().requireGroup(group)));
    }
    throw new IllegalArgumentException(
        "index "
            + index.bound().name()
            + " of type "
            + index.bound().index().type()
            + ", expected a bitmap index");
  }

  /** The positions in both sets. */
  public BitmapQuery and(BitmapQuery other) {
    return combined(Operation.AND, other);
  }

  /** The positions in at least one of the sets. */
  public BitmapQuery or(BitmapQuery other) {
    return combined(Operation.OR, other);
  }

  /** The positions in this set and not in the other. */
  public BitmapQuery andNot(BitmapQuery other) {
    return combined(Operation.AND_NOT, other);
  }

  private BitmapQuery combined(Operation operation, BitmapQuery other) {
    Group left = groups().get(0);
    for (Group right : other.groups()) {
      int size = right.maintainer().rows().size();
      if (size != left.maintainer().rows().size()) {
        throw new IllegalArgumentException(
            "bitmap indexes with rows of different sizes: "
                + left
                + " has rows of "
                + left.maintainer().rows().size()
                + ", "
                + right
                + " of "
                + size);
      }
    }
    return new BitmapQuery(new Combined(operation, node, other.node));
  }

  /** The groups that are read, in the order of the query. */
  List<Group> groups() {
    return groups(node);
  }

  private static List<Group> groups(Node node) {
    if (node instanceof Combined combined) {
      List<Group> both = new ArrayList<>(groups(combined.left()));
      both.addAll(groups(combined.right()));
      return both;
    }
    return List.of((Group) node);
  }

  Node node() {
    return node;
  }

  /**
   * The positions in order, including this transaction's own changes. All groups are read row by
   * row. Scan limits count rows of the index, and {@code rowsMax} of the options counts positions.
   * A continuation continues after a position, whatever has changed in between.
   *
   * @throws IllegalArgumentException when the options are reverse
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     belongs to another query
   */
  public RecordCursor<Long> positions(Continuation from, ScanOptions options) {
    Objects.requireNonNull(from, "from");
    if (options.reverse()) {
      throw new IllegalArgumentException("positions of " + node + " cannot be scanned in reverse");
    }
    ScanBudget budget = options.budgetOf(groups().get(0).open().context().environment().clock());
    return Cursors.page(
        options, from, at -> Cursors.strict(new PositionCursor(this, at, options.within(budget))));
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
