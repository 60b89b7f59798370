package dev.tenure.record.plan.cost;

import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Estimates how much of a scan is read under a limit, by where in its order the rows lie. */
public final class ScanReads {
  private static final double SAME = 1e-9;

  private final Cardinalities known;
  private final Map<Scan, List<Piece>> found = new HashMap<>();

  /** What {@link #pieces} is asked for. */
  private record Scan(
      List<String> held,
      List<String> wanted,
      List<OrderColumn> order,
      boolean isByType,
      List<QueryPredicate> among,
      List<QueryPredicate> filter) {}

  ScanReads(Cardinalities known) {
    this.known = known;
  }

  /** A piece of a scan's rows, in which the rows that pass are spread evenly. */
  public record Piece(double rows, double passing) {}

  /**
   * The pieces of a scan, in its order.
   *
   * @param held the types whose rows the scan returns, in the order of the scan where their rows
   *     come type after type
   * @param wanted the types whose rows pass
   * @param order the columns by which the scan is ordered
   * @param isByType whether rows with the same values in these columns come type after type
   * @param among the conditions that are true for all rows of the scan
   * @param filter the conditions under which a row passes
   */
  public List<Piece> pieces(
      Collection<String> held,
      Collection<String> wanted,
      List<OrderColumn> order,
      boolean isByType,
      List<QueryPredicate> among,
      List<QueryPredicate> filter) {
    return found.computeIfAbsent(
        new Scan(List.copyOf(held), List.copyOf(wanted), order, isByType, among, filter),
        this::pieces);
  }

  private List<Piece> pieces(Scan scan) {
    List<TypeInOrder> types =
        scan.held().stream()
            .map(
                type ->
                    new TypeInOrder(
                        known,
                        type,
                        scan.wanted().contains(type),
                        scan.order(),
                        scan.among(),
                        scan.filter()))
            .toList();
    return new FirstRows(types, scan.order(), scan.isByType()).pieces();
  }

  /** Which part of the rows of pieces is read until a part of those that pass is found. */
  public static DoubleUnaryOperator read(List<Piece> pieces) {
    double rows = pieces.stream().mapToDouble(Piece::rows).sum();
    double passing = pieces.stream().mapToDouble(Piece::passing).sum();
    boolean isEven =
        pieces.stream()
            .allMatch(
                each -> Math.abs(each.passing() * rows - each.rows() * passing) <= SAME * rows);
    return isEven || rows <= 0 || passing <= 0
        ? Estimate.EVEN
        : share -> read(pieces, share * passing) / rows;
  }

  private static double read(List<Piece> pieces, double wanted) {
    double left = wanted;
    double read = 0;
    for (Piece piece : pieces) {
      if (piece.passing() >= left) {
        return left <= 0 ? read : read + piece.rows() * left / piece.passing();
      }
      left -= piece.passing();
      read += piece.rows();
    }
    return read;
  }
}
