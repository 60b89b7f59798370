package dev.tenure.consumer;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Calls the listener, and survives what it throws. */
final class Notices {
  private final ConsumerListener listener;
  private final Complaints complaints;

  Notices(ConsumerListener listener, Complaints complaints) {
    this.listener = listener;
    this.complaints = complaints;
  }

  void started(Held held, Duration sinceVested) {
    tell(to -> to.itemStarted(held.item(), held.tenant(), sinceVested));
  }

  void completed(Held held, Duration ran) {
    tell(to -> to.itemCompleted(held.item(), held.tenant(), ran));
  }

  void failed(Held held, String error, Optional<Throwable> thrown) {
    tell(to -> to.itemFailed(held.item(), held.tenant(), error, thrown));
  }

  void requeued(Held held, Duration delay) {
    tell(to -> to.itemRequeued(held.item(), held.tenant(), delay));
  }

  void deadLettered(Held held, String reason) {
    tell(to -> to.itemDeadLettered(held.item(), held.tenant(), reason));
  }

  void parked(Held held, String reason) {
    parked(held.item(), held.tenant(), reason);
  }

  void parked(WorkItem item, TenantId tenant, String reason) {
    tell(to -> to.itemParked(item, tenant, reason));
  }

  void discarded(Held held, String reason) {
    tell(to -> to.itemDiscarded(held.item(), held.tenant(), reason));
  }

  void leaseLost(Held held) {
    tell(to -> to.leaseLost(held.item(), held.tenant()));
  }

  void conflict(ConflictStep step) {
    tell(to -> to.leaseConflict(step));
  }

  void visited(VisitResult result) {
    tell(to -> to.visit(result));
  }

  private void tell(Consumer<ConsumerListener> call) {
    try {
      call.accept(listener);
    } catch (Throwable e) { // code of the application may throw anything
      complaints.about("the listener", listener.getClass().getName(), e);
    }
  }
}
