package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.consumer.Outcome;
import dev.tenure.queue.proto.QueueDeadLetter;

/**
 * Checks that an item whose attempts fail, in whatever way, is set aside with a reason after as
 * many attempts as its policy says, and that a good item is never set aside.
 */
final class AttemptsEnd implements Promise {
  private final DeploymentWorld world;

  AttemptsEnd(DeploymentWorld world) {
    this.world = world;
  }

  @Override
  public void died(RowKey key, QueueDeadLetter letter) {
    Job job = Job.ofType(letter.getType());
    world.require(
        job.ending() == Job.Ending.DEAD,
        "%s (%s) was set aside: %s".formatted(key, job, letter.getReason()));
    world.require(!letter.getReason().isBlank(), key + " was set aside without a reason");
    world.require(
        job != Job.DEAD_WITHOUT_REASON || letter.getReason().equals(Outcome.NO_REASON),
        key + " was to be set aside without a reason, and was for another: " + letter.getReason());
    world.require(
        letter.getItem().getErrorCount() <= Job.ATTEMPTS_MAX,
        "%s (%s) had %d attempts, it may have %d"
            .formatted(key, job, letter.getItem().getErrorCount(), Job.ATTEMPTS_MAX));
  }
}
