package dev.tenure.record.cursor;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The values of another cursor that a predicate accepts, or those before the first that it rejects.
 * No state is needed, because a cursor that continues there meets the rejected value again.
 *
 * @param ends whether the first rejected value ends the cursor
 */
record FilteredCursor<T>(RecordCursor<T> source, Predicate<? super T> predicate, boolean ends)
    implements DerivedCursor<T, T> {
  FilteredCursor {
    source = StrictCursor.unwrapped(source);
  }

  @Override
  public @Nullable CursorResult<T> derive(CursorResult<T> result) {
    if (!result.hasNext() || predicate.test(result.value())) {
      return result;
    }
    return ends ? CursorResult.Stop.exhausted() : null;
  }
}
