package dev.tenure.record.database;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.Proxies;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A database that answers so many calls that bring a future, and then never any more. */
public final class Withholding {
  public final Database database;

  /** What is never answered, unless its transaction is cancelled. */
  private record Withheld(Transaction of, CompletableFuture<?> never) {}

  private final List<Withheld> withheld = new ArrayList<>();
  private int answersLeft;
  private boolean appliesWithheldCommits;
  private int opened;
  private int closed;
  private int withheldCommits;
  private int cancelled;

  public Withholding(Database engine, int answers) {
    answersLeft = answers;
    database =
        Proxies.changed(
            engine,
            made -> {
              opened++;
              return Proxies.around(
                  Transaction.class, made, (method, usual) -> call(made, method, usual));
            });
  }

  /** Commits whose answers are withheld take effect all the same. */
  public void applyWithheldCommits() {
    appliesWithheldCommits = true;
  }

  /** Answers again, from the next call on. */
  public void answer(int answers) {
    answersLeft = answers;
  }

  public int open() {
    return opened - closed;
  }

  public int withheldCommits() {
    return withheldCommits;
  }

  int cancelled() {
    return cancelled;
  }

  boolean hasWithheld() {
    return !withheld.isEmpty();
  }

  private @Nullable Object call(Transaction made, String method, Proxies.Usual usual) {
    switch (method) {
      case "close" -> closed++;
      case "cancel" -> cancel(made);
      case "get", "getReadVersion", "commit" -> {
        if (answersLeft <= 0) {
          Object never = withhold(method, made);
          return never;
        }
        answersLeft--;
      }
      default -> {}
    }
    return usual.call();
  }

  private CompletableFuture<?> withhold(String method, Transaction made) {
    if (method.equals("commit")) {
      withheldCommits++;
      if (appliesWithheldCommits) {
        made.commit().join();
      }
    }
    CompletableFuture<?> never = new CompletableFuture<>();
    withheld.add(new Withheld(made, never));
    return never;
  }

  private void cancel(Transaction made) {
    cancelled++;
    for (Withheld each : List.copyOf(withheld)) {
      if (each.of() == made) {
        each.never()
            .completeExceptionally(
                new FDBException("cancelled", FdbErrorPredicates.TRANSACTION_CANCELLED));
      }
    }
  }
}
