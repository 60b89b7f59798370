package dev.tenure.embedded.transaction;

import dev.tenure.embedded.storage.Keys;

/** The keys [begin, end) about which a read of stored rows says everything. */
@SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
record KnownRange(byte[] begin, byte[] end) {

  static KnownRange of(RangeBatch batch, Selector begin, Selector end, boolean reverse) {
    return reverse ? ofBackward(batch, begin, end) : ofForward(batch, begin, end);
  }

  private static KnownRange ofForward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = begin.offset <= 1 ? begin.key : KeySpace.END;
    byte[] to = !batch.more() && end.offset >= 1 ? end.key : Keys.EMPTY;
    if (batch.reachedBegin()) {
      from = Keys.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeySpace.END;
    }
    if (!batch.rows().isEmpty()) {
      from = Keys.least(from, batch.first().getKey());
      byte[] last = batch.last().getKey();
      if (batch.more() || !Keys.isBefore(last, to)) {
        to = Keys.after(last);
      }
    }
    return new KnownRange(from, to);
  }

  private static KnownRange ofBackward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = !batch.more() && begin.offset <= 1 ? begin.key : KeySpace.END;
    byte[] to = end.offset >= 1 ? end.key : Keys.EMPTY;
    if (batch.reachedBegin()) {
      from = Keys.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeySpace.END;
    }
    if (!batch.rows().isEmpty()) {
      byte[] last = batch.last().getKey();
      if (batch.more() || !Keys.isBefore(from, last)) {
        from = last;
      }
      if (!Keys.isBefore(batch.first().getKey(), to)) {
        to = Keys.after(batch.first().getKey());
      }
    }
    return new KnownRange(from, to);
  }

  boolean isEmpty() {
    return !Keys.isBefore(begin, end);
  }
}
