package dev.tenure.embedded.range;

import dev.tenure.embedded.storage.KeyOrder;
import dev.tenure.embedded.write.KeyBounds;

/** The keys [begin, end) about which a read of stored rows says everything. */
@SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
record KnownRange(byte[] begin, byte[] end) {

  static KnownRange of(RangeBatch batch, Selector begin, Selector end, boolean reverse) {
    return reverse ? ofBackward(batch, begin, end) : ofForward(batch, begin, end);
  }

  private static KnownRange ofForward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = begin.offset <= 1 ? begin.key : KeyBounds.END;
    byte[] to = !batch.more() && end.offset >= 1 ? end.key : KeyOrder.EMPTY;
    if (batch.reachedBegin()) {
      from = KeyOrder.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeyBounds.END;
    }
    if (!batch.rows().isEmpty()) {
      from = KeyOrder.least(from, batch.first().getKey());
      byte[] last = batch.last().getKey();
      if (batch.more() || !KeyOrder.isBefore(last, to)) {
        to = KeyOrder.after(last);
      }
    }
    return new KnownRange(from, to);
  }

  private static KnownRange ofBackward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = !batch.more() && begin.offset <= 1 ? begin.key : KeyBounds.END;
    byte[] to = end.offset >= 1 ? end.key : KeyOrder.EMPTY;
    if (batch.reachedBegin()) {
      from = KeyOrder.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeyBounds.END;
    }
    if (!batch.rows().isEmpty()) {
      byte[] last = batch.last().getKey();
      if (batch.more() || !KeyOrder.isBefore(from, last)) {
        from = last;
      }
      if (!KeyOrder.isBefore(batch.first().getKey(), to)) {
        to = KeyOrder.after(batch.first().getKey());
      }
    }
    return new KnownRange(from, to);
  }

  boolean isEmpty() {
    return !KeyOrder.isBefore(begin, end);
  }
}
