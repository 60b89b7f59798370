package dev.tenure.admin;

import static dev.tenure.record.key.Keys.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.apple.foundationdb.Database;
import com.google.protobuf.Api;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.ClusterOpener;
import dev.tenure.spring.cluster.OpenedClusters;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Each change of moves, plans, schemas and fan-outs is a line that says who, what and why. */
@ExtendWith(OutputCaptureExtension.class)
final class AuditTrailTest {
  private static final String PACE = " tenantsPerSecond=500 recordsPerSecond=5000";
  private static final String HEADER = "X-Forwarded-User";

  /** Sends changes as ann, each with a reason of its own, and looks for their lines. */
  private record Ann(Http http, CapturedOutput output) {
    void does(String path, String fields, String action) {
      String reason = "why " + action;
      http.post(path, "{" + fields + "\"reason\":\"" + reason + "\"}", HEADER + ": ann").json();
      assertThat(output.toString())
          .containsPattern(
              Pattern.quote(
                  "user=\"ann\" from=127.0.0.1 action=%s target=%s reason=\"%s\""
                      .formatted(action, path, reason)));
    }
  }

  @Test
  void everyChangeOfAMoveIsALine(CapturedOutput output) {
    try (Fixture fixture = Fixture.startWithoutMovers()) {
      Ann ann = new Ann(fixture.http(), output);
      String target = create(fixture, "ahab").equals("a") ? "b" : "a";
      String move = "/api/v1/directory/tenants/whaling/ahab/move";
      ann.does(move, "\"cluster\":\"" + target + "\",", "move-tenant-to " + target);
      ann.does(move + "/pause", "", "pause-move");
      ann.does(move + "/resume", "", "resume-move");
      ann.does(move + "/revert", "", "revert-move");
    }
  }

  @Test
  void everyChangeOfAPlanIsALine(CapturedOutput output) {
    try (Fixture fixture = Fixture.startWithoutMovers()) {
      Ann ann = new Ann(fixture.http(), output);
      String away = create(fixture, "ahab").equals("a") ? "b" : "a";
      String plans = "/api/v1/directory/plans";
      String gather = "\"goal\":\"GATHER\",\"cluster\":\"" + away + "\",\"plan\":\"grow\",";
      ann.does(plans, gather, "start-plan grow: all to " + away);
      ann.does(plans + "/grow/pause", "", "pause-plan");
      ann.does(plans + "/grow/resume", "", "resume-plan");
      ann.does(plans + "/grow/undo", "", "undo-plan");
      String none = gather.replace(away, away.equals("a") ? "b" : "a").replace("grow", "none");
      fixture.http().post(plans, "{" + none.substring(0, none.length() - 1) + "}").json();
      ann.does(plans + "/none/forget", "", "forget-plan");
    }
  }

  /** A change of many transactions may fail when some have committed. */
  @Test
  void failedChangeIsALineWithItsError(CapturedOutput output) {
    try (Fixture fixture = Fixture.startWithoutMovers()) {
      String path = "/api/v1/directory/plans/lost/pause";
      assertThat(fixture.http().post(path, "{\"reason\":\"why\"}").status()).isEqualTo(404);
      assertThat(output.toString())
          .containsPattern(
              Pattern.quote("action=pause-plan target=" + path + " failed=\"")
                  + "[^\"]*lost[^\"]*"
                  + Pattern.quote("\" reason=\"why\""));
    }
  }

  /** A cluster of the move does not answer when the changed move is read. */
  @Test
  void changeOfAMoveIsALineThoughItsAnswerFails(CapturedOutput output) {
    List<Database> databases = new ArrayList<>();
    try (Fixture fixture =
        Fixture.startWithoutMovers(
            (url, executor) -> {
              Database opened = ClusterOpener.open(url, executor);
              databases.add(opened);
              return opened;
            })) {
      TenantId tenant = tenant("ahab");
      // The first cluster has the shards of the directory, and the requests.
      moveTo(fixture, tenant, "a");
      String move = "/api/v1/directory/tenants/whaling/ahab/move";
      fixture.http().post(move, "{\"cluster\":\"b\"}").json();
      leaveMove(fixture, tenant);
      databases.get(1).close();
      int status = fixture.http().post(move + "/pause", "{\"reason\":\"why\"}").status();
      assertThat(status).isGreaterThanOrEqualTo(500);
      assertThat(output.toString()).contains("action=pause-move target=" + move + "/pause");
    }
  }

  private static void moveTo(Fixture fixture, TenantId tenant, String cluster) {
    if (!create(fixture, tenant.user()).equals(cluster)) {
      var unused =
          TenantMoves.of(fixture.directory(), MoveOptions.defaults())
              .move(tenant, cluster, progress -> {})
              .join();
    }
  }

  /** Begins a move whose mover dies in the middle. */
  private static void leaveMove(Fixture fixture, TenantId tenant) {
    assertThatThrownBy(
            () ->
                TenantMoves.of(fixture.directory(), MoveOptions.defaults())
                    .move(
                        tenant,
                        "b",
                        progress -> {
                          throw new IllegalStateException("the mover dies");
                        })
                    .join())
        .hasMessageContaining("dies");
  }

  private static TenantId tenant(String user) {
    return new TenantId("whaling", user);
  }

  private static String create(Fixture fixture, String user) {
    return fixture.directory().create(tenant(user), TenantDetails.NONE).join().cluster();
  }

  @Test
  void everyChangeOfASchemaAndEachFanOutIsALine(CapturedOutput output) {
    try (TenureRuntime runtime = TenureRuntime.start();
        OpenedClusters opened = Fixture.open(runtime, "a", "b")) {
      opened.agreedDeployment();
      var unused = opened.deployment().createTenant(new TenantId("shop", "u")).join();
      Map<String, String> settings =
          Map.of("tenure.admin.user-header", HEADER, "tenure.admin.fan-out-types", "rebuild");
      try (AdminServer server =
          AdminServer.start(opened.deployment(), AdminOptions.defaults(), settings)) {
        Ann ann = new Ann(new Http(server.port()), output);
        String schema = "/api/v1/schemas/shop";
        ann.does(schema + "/publish", metaData(), "publish-schema version=2" + PACE);
        ann.does(
            schema + "/create-index",
            "\"recordType\":\"Api\",\"name\":\"by-version\",\"columns\":[\"version\"],",
            "create-index by-version version=3" + PACE);
        ann.does(
            schema + "/drop-index",
            "\"name\":\"by-version\",",
            "drop-index by-version version=4" + PACE);
        ann.does(schema + "/pause", "", "pause-roll-out");
        ann.does(
            schema + "/resume",
            "\"tenantsPerSecond\":7,",
            "resume-roll-out tenantsPerSecond=7 recordsPerSecond=5000");
        ann.does(schema + "/cancel", "", "cancel-roll-out");
        ann.does(
            "/api/v1/fan-outs",
            "\"id\":\"r1\",\"type\":\"rebuild\",\"payload\":\"by-date\",",
            "fan-out r1");
      }
    }
  }

  private static String metaData() {
    RecordMetaData schema =
        RecordMetaData.builder()
            .version(2)
            .include(QueueSchema.part())
            .recordType(
                Api.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("name")).sinceVersion(2))
            .build();
    String bytes = Base64.getEncoder().encodeToString(MetaDataCodec.encode(schema));
    return "\"metaData\":\"" + bytes + "\",";
  }
}
