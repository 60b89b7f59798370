package dev.tenure.record;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Something around an engine that does single methods in its own way. */
public final class Proxies {
  private Proxies() {}

  /** What stands for a method. */
  public interface Instead {
    /** The result of a method; {@code usual} gives that of the engine. */
    @Nullable Object call(String method, Usual usual);
  }

  /** The engine's own way. */
  public interface Usual {
    @Nullable Object call();
  }

  /** What stands for a method of a transaction. */
  public interface InTransaction {
    /** As {@link Instead#call}, of the engine's transaction. */
    @Nullable Object call(Transaction made, String method, Usual usual);
  }

  /** A database whose transactions do single methods in another way. */
  public static Database transactions(Database engine, InTransaction instead) {
    return changed(
        engine,
        made ->
            around(Transaction.class, made, (method, usual) -> instead.call(made, method, usual)));
  }

  /** A database whose commits are not carried out: the test answers them. */
  public static Database commitsAnsweredBy(Database engine, CompletableFuture<Void> answer) {
    return transactions(
        engine,
        (made, method, usual) ->
            switch (method) {
              case "commit" -> answer;
              case "getCommittedVersion" -> 5L;
              default -> usual.call();
            });
  }

  /** A database whose transactions are changed. */
  public static Database changed(Database engine, UnaryOperator<Transaction> change) {
    return around(
        Database.class,
        engine,
        (method, usual) -> {
          Object result = usual.call();
          return result instanceof Transaction made ? change.apply(made) : result;
        });
  }

  public static <T> T around(Class<T> type, T below, Instead instead) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                instead.call(
                    method.getName(),
                    () -> {
                      try {
                        return method.invoke(below, arguments);
                      } catch (InvocationTargetException e) {
                        Throwable cause = Objects.requireNonNull(e.getCause());
                        if (cause instanceof RuntimeException unchecked) {
                          throw unchecked;
                        }
                        throw new IllegalStateException(cause);
                      } catch (IllegalAccessException e) {
                        throw new IllegalStateException(e);
                      }
                    })));
  }
}
