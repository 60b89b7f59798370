package dev.tenure.record.cursor;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encodes optional bytes as the state of an operator: 0 for none, or 1 and the bytes. */
final class MaybeBytes {
  private static final byte[] NONE = {0};

  private MaybeBytes() {}

  static byte[] encode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return NONE;
    }
    byte[] state = new byte[bytes.length + 1];
    state[0] = 1;
    System.arraycopy(bytes, 0, state, 1, bytes.length);
    return state;
  }

  static byte @Nullable [] decode(byte[] state) {
    if (Arrays.equals(state, NONE)) {
      return null;
    }
    if (state.length == 0 || state[0] != 1) {
      throw ContinuationCodec.refused("has a state of " + state.length + " bytes without its mark");
    }
    return Arrays.copyOfRange(state, 1, state.length);
  }
}
