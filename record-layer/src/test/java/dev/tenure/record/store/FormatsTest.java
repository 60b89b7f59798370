package dev.tenure.record.store;

import static dev.tenure.record.key.Keys.field;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.record.HexRows;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All keys and values of small stores, as docs/formats/record-layer.md has them. */
final class FormatsTest {
  private final TestDatabase test = new TestDatabase();
  private final Subspace subspace = new Subspace(new byte[] {'S'});

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void storeOfOneSplitAndOneSingleKeyRecord() {
    RecordMetaData metaData =
        RecordMetaData.builder()
            .version(3)
            .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")))
            .recordType(
                HotItem.getDefaultInstance(),
                type -> type.primaryKey(field("id")).layout(RecordLayout.SINGLE_KEY))
            .index("Note", Index.value("title", field("title")).covering(field("color")))
            .index("HotItem", Index.count("zones", field("zone")))
            .build();
    test.run(
        context ->
            RecordStore.open(context, subspace, metaData, OpenMode.CREATE)
                .thenCompose(
                    store ->
                        store
                            .save(
                                Note.newBuilder()
                                    .setId(7)
                                    .setTitle("hi")
                                    .setColor(Color.GREEN)
                                    .build())
                            .thenCompose(
                                saved ->
                                    store.save(
                                        HotItem.newBuilder().setZone("z").setId("a").build()))));

    List<String> rows = HexRows.rows(test, subspace);

    assertEquals(
        HexRows.squeezed(
            "53 1501 1501 05 1507 00 14 = 02 00 03 0807 12026869 3801 b2ca7590",
            "53 1501 1502 05 026100 00 = 02 00 03 0a017a 120161 0eec0d4d",
            "53 1502 1501 02686900 1507 = 1501",
            "53 1502 1502 027a00 = 0100000000000000"),
        rows.subList(1, rows.size()));
    assertEquals(
        // metadata version 3, created and updated, layout of types and of indexes
        "5314 = 01"
            + "0803"
            + "1880d0eab6b733"
            + "2080d0eab6b733"
            + "2a41"
            + "0a0d080112044e6f74651d"
            + fingerprint("SPLIT field(id)")
            + "0a100802120748 6f744974656d1d".replace(" ", "")
            + fingerprint("SINGLE_KEY field(id)")
            + "120e080112057469746c651d"
            + fingerprint("Note value keyWithValue(concat(field(title), field(color)), 1)")
            + "120e080212057a6f6e65731d"
            + fingerprint("HotItem count field(zone)"),
        rows.get(0));
  }

  private static String fingerprint(String definition) {
    CRC32C crc = new CRC32C();
    crc.update(definition.getBytes(StandardCharsets.UTF_8));
    return HexRows.hex(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt((int) crc.getValue()).array());
  }
}
