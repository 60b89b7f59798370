package dev.tenure.record.plan.rank;

import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.cost.ScanReads;
import dev.tenure.record.plan.cost.ScanReads.Piece;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Estimates a test of ranks of rows in the order of a scan. Rows that pass whatever their rank may
 * come first, as those of {@code a is null or rank(s) <> 4} in the order of {@code a}; no rank is
 * asked for them.
 *
 * @param read which part of the rows is tested until a part of those that pass is found
 * @param asked which part of the ranks is asked for while a part of the rows is tested
 */
record SureRows(DoubleUnaryOperator read, DoubleUnaryOperator asked) {
  /** Rows that pass, and rows whose ranks are asked for, are spread evenly. */
  static final SureRows EVEN = new SureRows(Estimate.EVEN, Estimate.EVEN);

  /**
   * Estimates a test.
   *
   * @param pieces the rows in their order, and those of them that pass whatever their rank
   * @param undecided the part of the rows for which ranks decide
   * @param passing the part of the rows that pass
   */
  static SureRows of(List<Piece> pieces, double undecided, double passing) {
    double rows = pieces.stream().mapToDouble(Piece::rows).sum();
    double sure = pieces.stream().mapToDouble(Piece::passing).sum();
    double others = Math.max(rows - sure, Double.MIN_NORMAL);
    double asking = Math.min(1, undecided * rows / others);
    double passed = Math.max(0, Math.min(asking, (passing * rows - sure) / others));
    return new SureRows(
        ScanReads.read(
            pieces.stream()
                .map(each -> new Piece(each.rows(), each.passing() + passed * others(each)))
                .toList()),
        ScanReads.read(
            pieces.stream().map(each -> new Piece(asking * others(each), each.rows())).toList()));
  }

  private static double others(Piece piece) {
    return Math.max(0, piece.rows() - piece.passing());
  }
}
