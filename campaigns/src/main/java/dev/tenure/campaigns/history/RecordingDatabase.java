package dev.tenure.campaigns.history;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A database whose transactions are recorded in a {@link History}. It behaves as the database below it, with two differences:
 *
 * <ul>
 * <li>A transaction that writes also writes its marker.
 * <li>The retry loops {@code run}, {@code read} and their variants throw {@link UnsupportedOperationException}: a program creates its transactions and retries by {@code onError}.
 * </ul>
 *
 * <p>As safe for use by many threads as the database below.
 *
 * <p>Not recorded, and so not checked: mapped ranges, estimates, special keys, and watches. A transaction that switches off reading its own writes, or the conflict ranges of its writes, may look wrong in the history although the database did what was asked.
 */
public final class RecordingDatabase implements InvocationHandler {
  private final Database below;
  private final History history;

  private RecordingDatabase(Database below, History history) {
    this.below = below;
    this.history = history;
  }

  /**
   * Wraps a database. A close of the result closes the database below.
   */
  public static Database of(Database below, History history) {
    return (Database)
        Proxy.newProxyInstance(
            RecordingDatabase.class.getClassLoader(),
            new Class<?>[] {Database.class},
            new RecordingDatabase(below, history));
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    return switch (method.getName()) {
      case "createTransaction" -> begin((Database) proxy, method, arguments);
      case "run", "runAsync", "read", "readAsync" ->
          throw new UnsupportedOperationException(
              method.getName() + " is not recorded: create a transaction and retry by onError");
      default -> call(below, method, arguments);
    };
  }

  private Transaction begin(
      Database recording, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object created = call(below, method, arguments);
    if (!(created instanceof Transaction transaction)) {
      throw new IllegalStateException("a database gave " + created + " for a transaction");
    }
    return new RecordingTransaction(recording, transaction, history).proxy();
  }

  static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
