package dev.tenure.queue.move;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.StoredMoveRequest;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** The rows of requests, in one transaction: those that are open, and the last one that ended. */
final class MoveRequestRows {
  private static final long OPEN = 0;
  private static final long ENDED = 1;

  private final RecordContext context;
  private final Subspace space;

  MoveRequestRows(RecordContext context, Subspace space) {
    this.context = context;
    this.space = space;
  }

  /** Some requests in the order of their tenants. */
  record Found(List<MoveRequest> requests, Optional<TenantId> next) {}

  CompletableFuture<Optional<MoveRequest>> open(TenantId tenant) {
    return find(OPEN, tenant);
  }

  CompletableFuture<Optional<MoveRequest>> ended(TenantId tenant) {
    return find(ENDED, tenant);
  }

  private CompletableFuture<Optional<MoveRequest>> find(long part, TenantId tenant) {
    byte[] key = key(part, tenant);
    return context
        .get(key, false)
        .thenApply(value -> Optional.ofNullable(value).map(bytes -> parse(key, bytes)));
  }

  CompletableFuture<Found> page(boolean ended, Optional<TenantId> after, int max) {
    Range all = space.range(Tuple.from(ended ? ENDED : OPEN));
    byte[] begin =
        after
            .map(tenant -> ByteArrayUtil.keyAfter(key(ended ? ENDED : OPEN, tenant)))
            .orElse(all.begin);
    return context
        .reader(true)
        .getRange(new Range(begin, all.end), max)
        .asList()
        .thenApply(rows -> found(rows, max));
  }

  private Found found(List<KeyValue> rows, int max) {
    List<MoveRequest> requests =
        rows.stream().map(row -> parse(row.getKey(), row.getValue())).toList();
    return new Found(
        requests,
        requests.size() < max
            ? Optional.empty()
            : Optional.of(requests.get(requests.size() - 1).tenant()));
  }

  /** Writes the request to where its state belongs; an open one is never beside it. */
  void put(MoveRequest request) {
    byte[] open = key(OPEN, request.tenant());
    if (request.state().hasEnded()) {
      context.clear(open);
      context.set(key(ENDED, request.tenant()), request.toStored().toByteArray());
    } else {
      context.set(open, request.toStored().toByteArray());
    }
  }

  /** Gives whether it was written. */
  CompletableFuture<Boolean> putUnlessOpen(MoveRequest request) {
    return open(request.tenant())
        .thenApply(
            found -> {
              if (found.isEmpty()) {
                put(request);
              }
              return found.isEmpty();
            });
  }

  /** A page of requests of which some were changed. */
  record Changed(long changed, Optional<TenantId> next) {}

  /** Changes the states of those requests of a page that belong to a plan and are still open. */
  CompletableFuture<Changed> change(
      Found page, String plan, UnaryOperator<MoveRequest.State> change) {
    List<MoveRequest> own =
        page.requests().stream().filter(each -> each.plan().equals(Optional.of(plan))).toList();
    return AsyncLoop.all(own.stream().map(each -> changeOne(each, change)).toList())
        .thenApply(
            changed -> new Changed(changed.stream().filter(done -> done).count(), page.next()));
  }

  /** The page was read by snapshot; the request itself is read serializably. */
  private CompletableFuture<Boolean> changeOne(
      MoveRequest request, UnaryOperator<MoveRequest.State> change) {
    return open(request.tenant())
        .thenApply(
            found -> {
              Optional<MoveRequest> changed =
                  found
                      .filter(each -> each.plan().equals(request.plan()))
                      .map(each -> each.withState(change.apply(each.state())))
                      .filter(each -> !each.equals(found.get()));
              changed.ifPresent(this::put);
              return changed.isPresent();
            });
  }

  void forgetEnded(TenantId tenant) {
    context.clear(key(ENDED, tenant));
  }

  private byte[] key(long part, TenantId tenant) {
    return space.pack(Tuple.from(part, tenant.application(), tenant.user()));
  }

  private MoveRequest parse(byte[] key, byte[] value) {
    Tuple names = space.unpack(key);
    TenantId tenant = new TenantId(names.getString(1), names.getString(2));
    try {
      return MoveRequest.of(tenant, StoredMoveRequest.parseFrom(value));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new QueueException(
          Code.CORRUPT,
          "the request of a move of tenant " + tenant + " cannot be read: " + e.getMessage(),
          e);
    }
  }

  static QueueException unknownState(TenantId tenant, int state) {
    return new QueueException(
        Code.FORMAT_UNKNOWN, "the request of a move of tenant " + tenant + " has state " + state);
  }
}
