package dev.tenure.record.database;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.Proxies;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** An engine whose commits are answered with errors, and carried out before, later or never. */
final class LateCommits {
  /** When a commit that is answered with an error is carried out. */
  enum Fate {
    APPLIED,
    NOT_APPLIED,
    /** Just before the next commit of any transaction. */
    LATE_BEFORE_THE_NEXT_COMMIT,
    /** When {@link #release} says so. */
    LATE_AFTER_THE_RUN
  }

  private record Planted(int code, Fate fate) {}

  /** A commit that was answered and not carried out yet; its transaction stays open until then. */
  private record Held(Transaction transaction, Fate fate) {}

  final Database database;
  private final Queue<Planted> planted = new ArrayDeque<>();
  private final List<Held> held = new ArrayList<>();
  private int refused;

  LateCommits(Database engine) {
    database = Proxies.changed(engine, this::around);
  }

  /** The next commit that has no fate yet gets one. */
  synchronized void plant(int code, Fate fate) {
    planted.add(new Planted(code, fate));
  }

  /** How many late commits failed when they were carried out. */
  synchronized int refused() {
    return refused;
  }

  synchronized boolean isUsedUp() {
    return planted.isEmpty() && held.isEmpty();
  }

  private Transaction around(Transaction made) {
    return Proxies.around(
        Transaction.class,
        made,
        (method, usual) -> {
          if (method.equals("commit")) {
            Object answer = commit(made);
            return answer;
          }
          return method.equals("close") && isHeld(made) ? null : usual.call();
        });
  }

  private synchronized boolean isHeld(Transaction made) {
    return held.stream().anyMatch(one -> one.transaction() == made);
  }

  private synchronized @Nullable Planted next() {
    return planted.poll();
  }

  private CompletableFuture<Void> commit(Transaction made) {
    release(Fate.LATE_BEFORE_THE_NEXT_COMMIT);
    Planted fault = next();
    if (fault == null) {
      return made.commit();
    }
    FDBException answer = new FDBException("planted", fault.code());
    if (fault.fate() == Fate.APPLIED) {
      return made.commit()
          .handle((nothing, error) -> error == null ? answer : asFdb(error))
          .thenCompose(CompletableFuture::failedFuture);
    }
    if (fault.fate() != Fate.NOT_APPLIED) {
      synchronized (this) {
        held.add(new Held(made, fault.fate()));
      }
    }
    return CompletableFuture.failedFuture(answer);
  }

  private static Throwable asFdb(Throwable error) {
    return FdbErrorPredicates.unwrap(error);
  }

  /** Carries out the commits that wait for it. */
  void release(Fate fate) {
    List<Held> due;
    synchronized (this) {
      due = held.stream().filter(one -> one.fate() == fate).toList();
      held.removeAll(due);
    }
    for (Held one : due) {
      try (Transaction late = one.transaction()) {
        late.commit().join();
      } catch (CompletionException e) {
        synchronized (this) {
          refused++;
        }
      }
    }
  }
}
