package dev.tenure.consumer;

import dev.tenure.consumer.top.TopTenants;
import java.util.concurrent.atomic.LongAdder;

/** What {@link ConsumerStatus} counts. Thread-safe. */
final class Meters {
  final LongAdder peeks = new LongAdder();
  final LongAdder visits = new LongAdder();
  final LongAdder itemsTaken = new LongAdder();
  final LongAdder pointersCollected = new LongAdder();
  final LongAdder conflictsReading = new LongAdder();
  final LongAdder conflictsCommitting = new LongAdder();
  final LongAdder conflictsLocal = new LongAdder();
  final LongAdder visitsFailed = new LongAdder();
  final LongAdder visitsUnable = new LongAdder();
  final LongAdder started = new LongAdder();
  final LongAdder completed = new LongAdder();
  final LongAdder failed = new LongAdder();
  final LongAdder requeued = new LongAdder();
  final LongAdder snoozed = new LongAdder();
  final LongAdder released = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder deadLettered = new LongAdder();
  final LongAdder parked = new LongAdder();
  final LongAdder gone = new LongAdder();
  final LongAdder leasesExtended = new LongAdder();
  final LongAdder leasesLost = new LongAdder();
  final TopTenants top = new TopTenants();

  ConsumerStatus.Visits visits() {
    return new ConsumerStatus.Visits(
        peeks.sum(),
        visits.sum(),
        itemsTaken.sum(),
        pointersCollected.sum(),
        conflictsReading.sum(),
        conflictsCommitting.sum(),
        conflictsLocal.sum(),
        visitsFailed.sum(),
        visitsUnable.sum());
  }

  ConsumerStatus.Items items() {
    return new ConsumerStatus.Items(
        started.sum(),
        completed.sum(),
        failed.sum(),
        requeued.sum(),
        snoozed.sum(),
        released.sum(),
        discarded.sum(),
        deadLettered.sum(),
        parked.sum(),
        gone.sum());
  }

  ConsumerStatus.Leases leases() {
    return new ConsumerStatus.Leases(leasesExtended.sum(), leasesLost.sum());
  }
}
