package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.queue.rollout.RollOutPhase;
import dev.tenure.queue.rollout.RollOutWork;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.queue.schema.SchemaMarks;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.By;

/** The pages of moves and of schemas in a real browser, as an operator uses them. */
@Tag("browser")
@EnabledIf(
    value = "dev.tenure.admin.Browser#isInstalled",
    disabledReason =
        "chromium and chromedriver are not installed (apt-get install chromium chromium-driver)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OperationsBrowserTest {
  private static final String MOVES = "#/directory/moves";
  private static final String BADGE = "span[contains(@class,'badge')]";

  private final Browser browser = Browser.start();
  private final Fixture fixture = Fixture.startWithoutMovers();

  @AfterAll
  void close() {
    browser.close();
    fixture.close();
  }

  @BeforeEach
  void beginWithAWideWindow() {
    browser.size(1280, 900);
    browser.open("about:blank");
    assertThat(browser.complaints()).isNotNull();
  }

  private TenantId create(String application, String user) {
    TenantId tenant = new TenantId(application, user);
    fixture.directory().create(tenant, TenantDetails.NONE).join();
    return tenant;
  }

  private String cluster(TenantId tenant) {
    return fixture.directory().find(tenant).join().orElseThrow().cluster();
  }

  private String other(TenantId tenant) {
    return cluster(tenant).equals("a") ? "b" : "a";
  }

  private void open(String place) {
    browser.open(fixture.server().url() + place);
  }

  private void toast(String text) {
    browser.until(() -> browser.css(".toast").getText().equals(text));
  }

  private void yes() {
    browser.click(() -> browser.css("dialog button[value=yes]"));
  }

  private MoveRequest.State state(TenantId tenant) {
    return MoveRequests.of(fixture.directory()).find(tenant).join().orElseThrow().state();
  }

  @Test
  void movesATenantPausesTheMoveAndUndoesIt() {
    TenantId ahab = create("whaling", "ahab");
    open("#/directory/whaling/ahab");
    browser.clickText("button", "Move");
    browser.css("#dialog-text").sendKeys("nowhere");
    yes();
    browser.until(() -> browser.css(".toast.bad").getText().contains("nowhere"));
    browser.clickText("button", "Move");
    browser.css("#dialog-text").sendKeys(other(ahab));
    yes();
    toast("The move was asked for.");

    open(MOVES);
    browser.text("a", "whaling/ahab");
    browser.text(BADGE, "OPEN");
    browser.clickText("button", "Pause");
    toast("The move was paused.");
    browser.text(BADGE, "PAUSED");
    assertThat(state(ahab)).isEqualTo(MoveRequest.State.PAUSED);
    browser.clickText("button", "Go on");
    toast("The move goes on.");
    browser.text(BADGE, "OPEN");
    browser.clickText("button", "Undo");
    browser.text("h2", "Undo the move of ahab?");
    yes();
    toast("The move is being undone.");
    browser.text(BADGE, "REVERTING");
    assertThat(state(ahab)).isEqualTo(MoveRequest.State.REVERTING);
    assertThat(browser.driver().findElements(By.xpath("//td//button"))).isEmpty();
    browser.clickText("a", "Ended");
    browser.text("h2", "No move has ended within a day");
  }

  @Test
  void pausesAPlanGoesOnAndUndoesIt() {
    try (Fixture own = Fixture.startWithoutMovers()) {
      TenantId flask = new TenantId("shipping", "flask");
      String at = own.directory().create(flask, TenantDetails.NONE).join().cluster();
      String plan = "{\"goal\":\"DRAIN\",\"cluster\":\"%s\",\"plan\":\"old\"}".formatted(at);
      own.http().post("/api/v1/directory/plans", plan).json();
      browser.open(own.server().url() + MOVES);
      browser.text("td", "drain " + at);
      browser.click(() -> browser.css("button[data-key='Pause old']"));
      toast("The plan was paused.");
      browser.text(BADGE, "PAUSED");
      browser.click(() -> browser.css("button[data-key='Go on old']"));
      toast("The plan goes on.");
      browser.text(BADGE, "OPEN");
      browser.click(() -> browser.css("button[data-key='Undo old']"));
      browser.text("h2", "Undo plan old?");
      yes();
      toast("The plan is being undone.");
      browser.text(BADGE, "REVERTING");
      browser.click(() -> browser.css("button[data-key='Forget undo-old']"));
      toast("The plan was forgotten.");
      browser.until(() -> browser.driver().findElements(By.xpath("//td[.='undo-old']")).isEmpty());
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void steersTheRollOutOfASchema() {
    create("notes", "alice");
    fixture.publishSchema("notes");
    open("");
    browser.clickText("a", "Schemas");
    browser.clickText("a", "notes");
    browser.until(() -> browser.css("h1").getText().equals("notes"));
    browser.text(BADGE, "WALKING");
    browser.clickText("button", "Pause");
    browser.text("h2", "Pause the roll-out?");
    yes();
    toast("Done on every cluster.");
    browser.text(BADGE, "WALKING, paused");
    browser.clickText("button", "Resume");
    yes();
    browser.text(BADGE, "WALKING");
    browser.clickText("button", "Cancel roll-out");
    yes();
    browser.text(BADGE, "CANCELLED");
    assertThat(phases("notes")).containsOnly(RollOutPhase.CANCELLED);
    assertThat(browser.complaints()).isEmpty();
  }

  private List<RollOutPhase> phases(String application) {
    return new SchemaRollOuts(fixture.deployment())
        .status(application).join().stream()
            .map(each -> each.progress().orElseThrow().phase())
            .toList();
  }

  @Test
  void tellsWhichBuildsHaveDiedAndBeginsThemAgain() {
    TenantId bob = create("letters", "bob");
    fixture.publishSchema("letters");
    QueueCluster cluster = fixture.deployment().cluster(cluster(bob)).orElseThrow();
    work(cluster);
    mark(cluster, "bob", "key is 11022 bytes");
    open("#/schemas/letters");
    browser.text("td", "1, failed: 1");
    browser.text("td", "FAILED");
    browser.text("td", "key is 11022 bytes");
    browser.clickText("button", "Retry failed builds");
    browser.text("h2", "Retry the builds that have died?");
    yes();
    toast("Done on every cluster.");
    assertThat(phases("letters")).containsOnly(RollOutPhase.WALKING);
    browser.clickText("a", "bob");
    browser.until(() -> browser.css("h1").getText().equals("bob"));
    assertThat(browser.complaints()).isEmpty();
  }

  /** One attempt of the local item: the walk. */
  private void work(QueueCluster cluster) {
    RollOutOrder order =
        RollOutOrder.newBuilder().setApplication("letters").setVersion(1).setRun(1).build();
    new RollOutWork(fixture.deployment(), order, cluster.name()).run().join();
  }

  /** As a visit does that finds the dead letter of an index build. */
  private static void mark(QueueCluster cluster, String user, String reason) {
    SchemaMarks marks = new SchemaMarks(cluster.schemas().keys(), "letters");
    StoredSchemaMark mark =
        StoredSchemaMark.newBuilder()
            .setKind(StoredSchemaMark.Kind.FAILED)
            .setReason(reason)
            .build();
    cluster
        .database()
        .run(
            context -> {
              marks.set(context, user, mark);
              return CompletableFuture.completedFuture(null);
            })
        .join();
  }
}
