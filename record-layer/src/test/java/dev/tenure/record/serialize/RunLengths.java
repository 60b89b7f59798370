package dev.tenure.record.serialize;

import java.io.ByteArrayOutputStream;

/** A compression as a user of the library may add one: pairs of a count from 1 and a byte. */
final class RunLengths implements RecordCompression {
  @Override
  public int id() {
    return 70;
  }

  @Override
  public byte[] compress(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int i = 0;
    while (i < message.length) {
      int count = 1;
      while (i + count < message.length && count < 255 && message[i + count] == message[i]) {
        count++;
      }
      out.write(count);
      out.write(message[i]);
      i += count;
    }
    return out.toByteArray();
  }

  @Override
  public byte[] decompress(byte[] bytes, int offset, int length, int messageBytes) {
    byte[] message = new byte[messageBytes];
    int at = 0;
    for (int i = offset; i < offset + length; i += 2) {
      for (int count = bytes[i] & 0xFF; count > 0; count--) {
        message[at++] = bytes[i + 1];
      }
    }
    if (at != messageBytes) {
      throw new IllegalArgumentException("runs are " + at + " bytes, expected " + messageBytes);
    }
    return message;
  }
}
