package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes down what a listener is told. */
final class Journal implements ConsumerListener {
  final List<String> started = new ArrayList<>();
  final Map<String, Integer> completed = new LinkedHashMap<>();
  final List<Duration> waits = new ArrayList<>();
  final List<Duration> runs = new ArrayList<>();
  final List<String> failures = new ArrayList<>();
  final List<Duration> requeues = new ArrayList<>();
  final List<String> deadLetters = new ArrayList<>();
  final List<String> parked = new ArrayList<>();
  final List<String> discarded = new ArrayList<>();
  final List<String> lost = new ArrayList<>();
  final List<ConflictStep> conflicts = new ArrayList<>();
  final List<VisitResult> visits = new ArrayList<>();

  @Override
  public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    started.add(item.id());
    waits.add(sinceVested);
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    completed.merge(tenant + " " + item.id(), 1, Integer::sum);
    runs.add(ran);
  }

  @Override
  public void itemFailed(WorkItem item, TenantId tenant, String error) {
    failures.add(error);
  }

  @Override
  public void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    requeues.add(delay);
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    deadLetters.add(reason);
  }

  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    parked.add(reason);
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    discarded.add(reason);
  }

  @Override
  public void leaseLost(WorkItem item, TenantId tenant) {
    lost.add(item.id());
  }

  @Override
  public void leaseConflict(ConflictStep step) {
    conflicts.add(step);
  }

  @Override
  public void visit(VisitResult result) {
    visits.add(result);
  }

  /** How many items each visit took that took any. */
  List<Integer> taken() {
    return visits.stream()
        .filter(VisitResult.Taken.class::isInstance)
        .map(result -> ((VisitResult.Taken) result).items().size())
        .toList();
  }

  Duration longestWait() {
    return waits.stream().max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
