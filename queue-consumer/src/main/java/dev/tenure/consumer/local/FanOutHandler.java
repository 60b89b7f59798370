package dev.tenure.consumer.local;

import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.fanout.FanOutStep;
import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The handler of {@link FanOut#TYPE}. An attempt enqueues the item on all clusters at once. If some
 * cluster cannot be reached, the attempt fails with the names of these clusters and the reasons.
 * The next attempt follows after 1 s, doubling to 1 min.
 */
public final class FanOutHandler implements ItemHandler<NewItem> {
  private static final ExponentialBackoff REPEATED =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** The time for which a process that lacks a cluster leaves the fan-out to other processes. */
  private static final Duration LEFT_TO_OTHERS = Duration.ofSeconds(10);

  private final FanOut fanOut;

  /**
   * @param deployment the deployment of the consumer
   */
  public FanOutHandler(Deployment deployment) {
    this.fanOut = new FanOut(deployment);
  }

  @Override
  public CompletionStage<Outcome> handle(NewItem item, WorkContext context) {
    if (!context.local()) {
      throw new PermanentException("a fan-out is a local item, this one belongs to a tenant");
    }
    return fanOut
        .step(item, context.cluster())
        .thenApply(step -> step.isDone() ? done(step) : repeated(step, context));
  }

  private Outcome done(FanOutStep step) {
    return Outcome.doneOnCluster(transaction -> fanOut.requireAll(transaction, step));
  }

  private static Outcome repeated(FanOutStep step, WorkContext context) {
    Duration delay = REPEATED.after(context.attempt());
    if (step.lacksCluster()) {
      context.rest(delay.plus(LEFT_TO_OTHERS));
    }
    return Outcome.retryAfter(delay, "some clusters do not have the item yet: " + step.missing());
  }
}
