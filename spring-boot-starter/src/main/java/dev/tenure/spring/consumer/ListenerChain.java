package dev.tenure.spring.consumer;

import dev.tenure.consumer.ConflictStep;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Calls several listeners, one after the other. */
public final class ListenerChain implements ConsumerListener {
  private final List<ConsumerListener> listeners;

  public ListenerChain(List<ConsumerListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
    listeners.forEach(one -> one.itemStarted(item, tenant, sinceVested));
  }

  @Override
  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
    listeners.forEach(one -> one.itemCompleted(item, tenant, ran));
  }

  @Override
  public void itemFailed(WorkItem item, TenantId tenant, String error, Optional<Throwable> thrown) {
    listeners.forEach(one -> one.itemFailed(item, tenant, error, thrown));
  }

  @Override
  public void itemRequeued(WorkItem item, TenantId tenant, Duration delay) {
    listeners.forEach(one -> one.itemRequeued(item, tenant, delay));
  }

  @Override
  public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
    listeners.forEach(one -> one.itemDeadLettered(item, tenant, reason));
  }

  @Override
  public void itemParked(WorkItem item, TenantId tenant, String reason) {
    listeners.forEach(one -> one.itemParked(item, tenant, reason));
  }

  @Override
  public void itemDiscarded(WorkItem item, TenantId tenant, String reason) {
    listeners.forEach(one -> one.itemDiscarded(item, tenant, reason));
  }

  @Override
  public void leaseLost(WorkItem item, TenantId tenant) {
    listeners.forEach(one -> one.leaseLost(item, tenant));
  }

  @Override
  public void leaseConflict(ConflictStep step) {
    listeners.forEach(one -> one.leaseConflict(step));
  }

  @Override
  public void visit(VisitResult result) {
    listeners.forEach(one -> one.visit(result));
  }
}
