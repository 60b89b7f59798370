package dev.tenure.record.store;

import com.google.protobuf.ByteString;
import dev.tenure.record.limit.Surrogates;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLockValue;
import dev.tenure.record.proto.UserField;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoredHeader;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Changes the header of a store. Each change invalidates the headers that processes have cached.
 */
final class HeaderChanges {
  static final int USER_FIELDS_BYTES_MAX = 10_000;

  private final StoreState state;

  HeaderChanges(StoreState state) {
    this.state = state;
  }

  void userVersion(int version) {
    change(header -> header.setUserVersion(version));
  }

  void incarnation(int incarnation) {
    int old = state.require().header().value().getIncarnation();
    if (incarnation < old) {
      throw new IllegalArgumentException(
          "incarnation is " + incarnation + ", it was " + old + " and may only grow");
    }
    change(header -> header.setIncarnation(incarnation));
  }

  void contentFormat(int format) {
    int present = state.require().header().value().getContentFormat();
    int most = state.context().environment().contentFormatMax();
    if (format < present || format > most) {
      throw new IllegalArgumentException(
          "content format is to be "
              + format
              + ", it is "
              + present
              + " and may be raised up to "
              + most);
    }
    if (format > present) {
      change(header -> header.setContentFormat(format));
    }
  }

  void lock(StoreLock.Kind kind, String reason) {
    var unused = Surrogates.requireNone("reason of a lock", reason);
    StoreLock lock = new StoreLock(kind, reason, state.context().now());
    StoreLockValue.Builder value =
        StoreLockValue.newBuilder()
            .setKind(
                switch (kind) {
                  case WRITES -> StoreLockValue.Kind.WRITES;
                  case ALL -> StoreLockValue.Kind.ALL;
                })
            .setReason(lock.reason())
            .setSinceMillis(lock.since().toEpochMilli());
    change(header -> header.setLock(value));
  }

  void unlock() {
    if (state.require().header().value().hasLock()) {
      change(StoreHeaderValue.Builder::clearLock);
    }
  }

  void userField(String name, ByteString value) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a user field needs a name, got \"\"");
    }
    var unused = Surrogates.requireNone("name of a user field", name);
    List<UserField> fields =
        Stream.concat(
                without(name).stream(),
                Stream.of(UserField.newBuilder().setName(name).setValue(value).build()))
            .sorted(Comparator.comparing(UserField::getName))
            .toList();
    int bytes = fields.stream().mapToInt(HeaderChanges::size).sum();
    if (bytes > USER_FIELDS_BYTES_MAX) {
      throw new IllegalArgumentException(
          "user fields of store "
              + state.keys().describe()
              + " are "
              + bytes
              + " bytes with "
              + name
              + ", the limit is "
              + USER_FIELDS_BYTES_MAX);
    }
    change(header -> header.clearUserFields().addAllUserFields(fields));
  }

  void clearUserField(String name) {
    List<UserField> fields = without(name);
    change(header -> header.clearUserFields().addAllUserFields(fields));
  }

  private List<UserField> without(String name) {
    return state.require().header().value().getUserFieldsList().stream()
        .filter(field -> !field.getName().equals(name))
        .toList();
  }

  private static int size(UserField field) {
    return field.getName().getBytes(StandardCharsets.UTF_8).length + field.getValue().size();
  }

  private void change(Consumer<StoreHeaderValue.Builder> change) {
    StoreHeaderValue.Builder header = state.require().header().value().toBuilder();
    change.accept(header);
    header.setUpdatedMillis(state.context().now().toEpochMilli());
    state.write(new StoredHeader(header.build()));
  }
}
