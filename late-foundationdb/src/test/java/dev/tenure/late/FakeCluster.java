package dev.tenure.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.DatabaseOptions;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import com.apple.foundationdb.async.AsyncIterable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A database that knows no rows: it notes what it is asked, and answers when the test says so. A
 * call is named by its method and its keys, as in {@code get a}.
 */
final class FakeCluster {

  /** What was asked, in order. */
  final List<String> calls = new ArrayList<>();

  private final Map<String, CompletableFuture<Object>> answers = new HashMap<>();
  private final Map<String, Object> ready = new HashMap<>();

  Database database() {
    return proxy(Database.class, (proxy, method, arguments) -> ofDatabase(method));
  }

  private @Nullable Object ofDatabase(Method method) {
    return switch (method.getName()) {
      case "createTransaction" -> transaction();
      case "options" -> new DatabaseOptions((code, value) -> calls.add("option " + code));
      case "getExecutor" -> (Executor) Runnable::run;
      default -> note(method.getName());
    };
  }

  private Transaction transaction() {
    return proxy(Transaction.class, this::ofTransaction);
  }

  private @Nullable Object ofTransaction(
      Object proxy, Method method, Object @Nullable [] arguments) {
    String call = nameOf(method, arguments);
    if (AsyncIterable.class.isAssignableFrom(method.getReturnType())) {
      return new FakeRows(this);
    }
    return switch (method.getName()) {
      case "snapshot" -> proxy(ReadTransaction.class, this::ofTransaction);
      case "isSnapshot" -> !(proxy instanceof Transaction);
      case "options" -> new TransactionOptions((code, value) -> calls.add("option " + code));
      case "onError" -> {
        calls.add(call);
        yield CompletableFuture.completedFuture(transaction());
      }
      default -> method.getReturnType() == CompletableFuture.class ? ask(call) : note(call);
    };
  }

  private @Nullable Object note(String call) {
    calls.add(call);
    return null;
  }

  /** A question, as a transaction or an iterator asks it. */
  CompletableFuture<Object> ask(String call) {
    calls.add(call);
    CompletableFuture<Object> answer = new CompletableFuture<>();
    if (ready.containsKey(call)) {
      answer.complete(ready.get(call));
    }
    answers.put(call, answer);
    return answer;
  }

  /** AnswerDelivery a call that was made. */
  void answer(String call, @Nullable Object value) {
    asked(call).complete(value);
  }

  void fail(String call, int code) {
    asked(call).completeExceptionally(new FDBException("planted", code));
  }

  /** AnswerDelivery a call at once whenever it is made. */
  void answerAtOnce(String call, @Nullable Object value) {
    ready.put(call, value);
  }

  boolean isCancelled(String call) {
    return asked(call).isCancelled();
  }

  boolean wasAsked(String call) {
    return calls.contains(call);
  }

  private CompletableFuture<Object> asked(String call) {
    return Objects.requireNonNull(answers.get(call), () -> call + " was not asked, but " + calls);
  }

  private static String nameOf(Method method, Object @Nullable [] arguments) {
    StringBuilder name = new StringBuilder(method.getName());
    for (Object argument : arguments == null ? new Object[0] : arguments) {
      if (argument instanceof byte[] bytes) {
        name.append(' ').append(new String(bytes, UTF_8));
      }
    }
    return name.toString();
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(FakeCluster.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
