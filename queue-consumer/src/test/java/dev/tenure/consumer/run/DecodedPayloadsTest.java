package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.EncodedPayload;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a consumer makes of an item's payload. */
class DecodedPayloadsTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer consume(ItemHandler<String> handler) {
    return process.start(
        ConsumerOptions.defaults("c"), Handlers.builder().on(Fleet.SEND, handler).build(), journal);
  }

  private static CompletableFuture<Outcome> done() {
    return CompletableFuture.completedFuture(Outcome.done());
  }

  @Test
  void anUnreadablePayloadIsParkedWithItsReason() {
    Consumer consumer = consume((payload, context) -> done());
    WorkType<byte[]> raw = WorkType.of(Fleet.SEND.name(), PayloadCodecs.bytes());
    String id = process.enqueue(Fleet.AHAB, NewItem.of(raw, new byte[] {(byte) 0xff, (byte) 0xfe}));
    fleet.time.pass(Duration.ofSeconds(1));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.PARKED, letter.kind());
    assertTrue(letter.reason().contains("payload of 2 bytes is not UTF-8"), letter.reason());
    ConsumerStatus.Items items = consumer.status().items();
    assertEquals(1, items.parked());
    assertEquals(List.of(letter.reason()), journal.parked);
    assertEquals(0, items.started());
    assertEquals(0, items.failed());
    assertEquals(0, letter.item().attempts());
  }

  private static String trace(DeadLetter letter) {
    return letter.failures().get(0).stackTrace().orElseThrow().text();
  }

  @Test
  void aParkedItemKeepsTheStackTraceOfItsCodec() {
    var unused = consume((payload, context) -> done());
    WorkType<byte[]> raw = WorkType.of(Fleet.SEND.name(), PayloadCodecs.bytes());
    String id = process.enqueue(Fleet.AHAB, NewItem.of(raw, new byte[] {(byte) 0xff, (byte) 0xfe}));
    fleet.time.pass(Duration.ofSeconds(1));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(1, letter.failures().size());
    assertEquals(letter.reason(), letter.failures().get(0).error());
    assertEquals("c", letter.failures().get(0).consumer());
    assertTrue(trace(letter).contains("MalformedInputException"), trace(letter));
    assertTrue(trace(letter).contains("\tat dev.tenure.queue.PayloadCodecs"), trace(letter));
  }

  @Test
  void aParkedItemKeepsTheStackTraceOfItsUpgrader() {
    WorkType<String> type =
        WorkType.of(Fleet.SEND.name(), PayloadCodecs.text())
            .withSchemaVersion(2)
            .withUpgrader(1, DecodedPayloadsTest::refuse);
    var unused =
        process.start(
            ConsumerOptions.defaults("c"),
            Handlers.builder().on(type, (payload, context) -> done()).build(),
            journal);
    String id = process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.PARKED, letter.kind());
    assertTrue(
        trace(letter).contains("\tat " + DecodedPayloadsTest.class.getName() + ".refuse("),
        trace(letter));
  }

  private static EncodedPayload refuse(EncodedPayload older) {
    throw new IllegalStateException("a letter of version 1: " + older.contentType());
  }

  @Test
  void aDecoderThatThrowsAnErrorFailsTheAttemptAndNoMore() {
    PayloadCodec<String> unlinked =
        new PayloadCodec<>() {
          @Override
          public ContentType contentType() {
            return ContentType.RAW;
          }

          @Override
          public byte[] encode(String payload) {
            return PayloadCodecs.text().encode(payload);
          }

          @Override
          public String decode(byte[] bytes) {
            throw new NoClassDefFoundError("dev/example/Letter");
          }
        };
    WorkType<String> type = WorkType.of(Fleet.SEND.name(), unlinked);
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder()
            .on(
                type.withPolicy(WorkPolicy.defaults().withAttemptsMax(1)),
                (payload, context) -> done())
            .build(),
        journal);
    String id = process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    String reason = process.deadLetter(Fleet.AHAB, id).orElseThrow().reason();
    assertTrue(reason.contains("NoClassDefFoundError"), reason);
  }

  @Test
  void aLargePayloadComesWhole() {
    String large = "x".repeat(300_000);
    List<Integer> lengths = new ArrayList<>();
    var unused =
        consume(
            (payload, context) -> {
              lengths.add(payload.length());
              return done();
            });
    process.enqueue(
        Fleet.AHAB,
        new NewItem(
            Fleet.SEND.name(),
            1,
            new ItemBody(
                Fleet.SEND.codec().contentType(), Fleet.SEND.codec().encode(large), Map.of()),
            3,
            Duration.ZERO,
            Optional.empty(),
            Optional.empty()));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(300_000), lengths);
  }
}
