package dev.tenure.campaigns.globalindex;

import java.util.List;
import java.util.Set;

/**
 * Looks for an order of operations in which each has the result it gave, that keeps the order of
 * operations of which one ended before the other began, and that ends in what is stored.
 */
final class Linearization {
  private final List<Call> calls;
  private final Model after;
  private final Set<String> loose;

  /**
   * An operation that was called.
   *
   * @param before a bit for each call that had ended when this one began
   */
  record Call(Operation operation, String value, OperationResult result, long before) {}

  private Linearization(List<Call> calls, Model after, Set<String> loose) {
    this.calls = calls;
    this.after = after;
    this.loose = loose;
  }

  /**
   * @param loose keys that were ever written while their index shard was down
   */
  static boolean exists(Model before, List<Call> calls, Model after, Set<String> loose) {
    return new Linearization(calls, after, loose).from(before, 0);
  }

  /**
   * @param placed a bit for each call that has its place in the order
   */
  private boolean from(Model model, long placed) {
    if (placed == (1L << calls.size()) - 1) {
      return model.equals(after);
    }
    for (int i = 0; i < calls.size(); i++) {
      boolean isNext = (placed & (1L << i)) == 0 && (calls.get(i).before() & ~placed) == 0;
      if (isNext && place(model, placed | (1L << i), calls.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean place(Model model, long placed, Call call) {
    return model.after(call.operation(), call.value(), call.result(), loose).stream()
        .anyMatch(each -> from(each, placed));
  }
}
