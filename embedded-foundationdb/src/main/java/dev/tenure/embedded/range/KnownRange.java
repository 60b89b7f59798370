package dev.tenure.embedded.range;

import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;

/** A range [begin, end) of which a read of stored rows has shown all rows. */
@SuppressWarnings("ArrayRecordComponent") // a place in the key space, never compared
record KnownRange(byte[] begin, byte[] end) {

  static KnownRange of(RangeBatch batch, Selector begin, Selector end, boolean reverse) {
    return reverse ? ofBackward(batch, begin, end) : ofForward(batch, begin, end);
  }

  private static KnownRange ofForward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = begin.offset <= 1 ? begin.key : KeyLimits.END;
    byte[] to = !batch.more() && end.offset >= 1 ? end.key : KeyBytes.EMPTY;
    if (batch.reachedBegin()) {
      from = KeyBytes.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeyLimits.END;
    }
    if (!batch.rows().isEmpty()) {
      from = KeyBytes.least(from, batch.first().getKey());
      byte[] last = batch.last().getKey();
      if (batch.more() || !KeyBytes.isBefore(last, to)) {
        to = KeyBytes.after(last);
      }
    }
    return new KnownRange(from, to);
  }

  private static KnownRange ofBackward(RangeBatch batch, Selector begin, Selector end) {
    byte[] from = !batch.more() && begin.offset <= 1 ? begin.key : KeyLimits.END;
    byte[] to = end.offset >= 1 ? end.key : KeyBytes.EMPTY;
    if (batch.reachedBegin()) {
      from = KeyBytes.EMPTY;
    }
    if (batch.reachedEnd()) {
      to = KeyLimits.END;
    }
    if (!batch.rows().isEmpty()) {
      byte[] last = batch.last().getKey();
      if (batch.more() || !KeyBytes.isBefore(from, last)) {
        from = last;
      }
      if (!KeyBytes.isBefore(batch.first().getKey(), to)) {
        to = KeyBytes.after(batch.first().getKey());
      }
    }
    return new KnownRange(from, to);
  }

  boolean isEmpty() {
    return !KeyBytes.isBefore(begin, end);
  }
}
