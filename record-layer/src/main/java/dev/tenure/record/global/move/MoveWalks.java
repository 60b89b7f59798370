package dev.tenure.record.global.move;

import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.protocol.IndexFill;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.SlotShards;
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.global.upkeep.Protocol;
import dev.tenure.record.global.upkeep.Walk;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The walks of a slot move. They visit the records of the shards that lose slots. */
final class MoveWalks {
  private MoveWalks() {}

  /**
   * Adds the visits of the present phase to a walk of data records; returns whether the phase has
   * any.
   */
  static boolean ofData(
      Walk walk,
      Slots slots,
      Supplier<CompletableFuture<Generation>> generations,
      AtomicLong moved) {
    for (int place : slots.table().sources()) {
      walk.dataIn(
          place,
          (protocol, record) ->
              Steps.answered(
                  slots.phase() == Slots.Phase.MOVING
                      ? placed(protocol)
                          .move(place, record.key(), generations)
                          .thenAccept(done -> moved.incrementAndGet())
                      : placed(protocol).sweep(place, record).thenAccept(swept -> {})));
    }
    return slots.phase() == Slots.Phase.MOVING || slots.phase() == Slots.Phase.SWEEPING;
  }

  /** As {@link #ofData}, for index records. */
  static boolean ofIndex(Walk walk, IndexSlots slots, AtomicLong moved) {
    for (int source : slots.table().sources()) {
      walk.indexIn(
          source,
          (protocol, place, ir) ->
              placed(protocol).leaves(place, ir.key().key())
                  ? Steps.answered(
                      slots.phase() == IndexSlots.Phase.FILLING
                          ? fill(protocol, ir).thenAccept(done -> moved.incrementAndGet())
                          : protocol.cleaner().remove(place, ir).thenAccept(swept -> {}))
                  : CompletableFuture.completedFuture(null));
    }
    return slots.phase() != IndexSlots.Phase.SWITCHED;
  }

  private static CompletableFuture<Void> fill(Protocol protocol, IndexRecord ir) {
    return new IndexFill(protocol.steps(), protocol.definitions()).fill(ir);
  }

  static SlotShards placed(Protocol protocol) {
    return protocol
        .placed()
        .orElseThrow(() -> new IllegalStateException("no slots are stored any more"));
  }
}
