package dev.tenure.campaigns.simulation.run;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.EnqueueResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Orders, each a record and an item, written together. The effect of the item is a record that
 * counts how often the item was done. An order is named GROUP/POSITION. Two of three orders are in
 * the group, and the last position of the group that was done is a record, too. An order has a
 * draft besides, which the effect removes by a range clear.
 */
public final class GroupedOrders {
  private static final String DRAFT = "draft of ";
  private static final String LAST = "last of ";

  private GroupedOrders() {}

  public static boolean isInGroup(long position) {
    return position % 3 != 0;
  }

  /** The name of the draft of an order, among the effects. */
  public static String draft(String order) {
    return DRAFT + order;
  }

  public static boolean isDraft(String effect) {
    return effect.startsWith(DRAFT);
  }

  /** The name of the effect that has the last position of a group that was done. */
  public static String last(String group) {
    return LAST + group;
  }

  /** Places an order, and its item after a delay. */
  public static CompletionStage<EnqueueResult> place(
      TenantTransaction tx, String group, long position, Duration delay) {
    String number = group + "/" + position;
    NewItem item = NewItem.of(OrderSchema.TYPE, number).withId(number).withDelay(delay);
    return tx.store()
        .save(SimulatedOrder.newBuilder().setNumber(number).setItem(number).build())
        .thenCompose(saved -> note(tx, draft(number), 0))
        .thenCompose(
            saved -> tx.zone().enqueue(isInGroup(position) ? item.withGroup(group) : item));
  }

  /**
   * The effect of an order's item.
   *
   * @param committed is run when the transaction is committed
   * @param disorder is told when the order was done behind a later one of its group
   */
  public static CompletionStage<Void> effect(
      TenantTransaction tx, String number, Runnable committed, Consumer<String> disorder) {
    return count(tx, number)
        .thenCompose(
            times -> {
              tx.context().whenCommitted(committed);
              tx.store().deleteWhere(OrderSchema.EFFECT, Tuple.from(draft(number)));
              return note(tx, number, times + 1);
            })
        .thenCompose(saved -> inOrder(tx, number, disorder));
  }

  /** The number in an effect; 0 when it is not there. */
  public static CompletionStage<Long> count(TenantTransaction tx, String effect) {
    return tx.store()
        .load(OrderSchema.EFFECT, Tuple.from(effect))
        .thenApply(
            found -> found.map(each -> ((SimulatedEffect) each.message()).getTimes()).orElse(0L));
  }

  public static CompletionStage<Void> note(TenantTransaction tx, String effect, long times) {
    return tx.store()
        .save(SimulatedEffect.newBuilder().setNumber(effect).setTimes(times).build())
        .thenAccept(saved -> {});
  }

  /** Notes the position of an order of a group, which must be behind those that are done. */
  private static CompletionStage<Void> inOrder(
      TenantTransaction tx, String number, Consumer<String> disorder) {
    int slash = number.lastIndexOf('/');
    long position = Long.parseLong(number.substring(slash + 1));
    if (!isInGroup(position)) {
      return CompletableFuture.completedFuture(null);
    }
    String last = last(number.substring(0, slash));
    return count(tx, last)
        .thenCompose(
            before -> {
              if (before >= position) {
                tx.context()
                    .whenCommitted(
                        () ->
                            disorder.accept(
                                number + " was done behind number " + before + " of its group"));
              }
              return note(tx, last, position);
            });
  }
}
