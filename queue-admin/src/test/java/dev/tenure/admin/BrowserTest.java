package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser, as a person uses it. */
@Tag("browser")
@EnabledIf(
    value = "dev.tenure.admin.Browser#isInstalled",
    disabledReason =
        "chromium and chromedriver are not installed (apt-get install chromium chromium-driver)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BrowserTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");
  private static final String EVIL = "<img src=x onerror=document.title='broken'>";

  private final Browser browser = Browser.start();
  private final Fixture fixture = Fixture.start();

  @BeforeAll
  void fill() {
    for (TenantId tenant : List.of(ALICE, new TenantId("notes", EVIL))) {
      fixture.createTenant(tenant);
      fixture.enqueue(tenant, "default", Fixture.mail(EVIL));
    }
    fixture.enqueue(ALICE, "..", Fixture.mail(".."));
    List<NewItem> many =
        IntStream.range(0, 60)
            .mapToObj(index -> Fixture.mail("mail-%02d".formatted(index)))
            .toList();
    fixture.run(ALICE, tx -> tx.zone("many").enqueueAll(many));
  }

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

  private void open(String place) {
    browser.open(fixture.server().url() + place);
  }

  private String heading() {
    return browser.css("h1").getText();
  }

  @Test
  void showsClustersAndConsumersWithLiveCharts() {
    Instant now = Instant.now();
    fixture
        .deployment()
        .clusters()
        .get(0)
        .consumers()
        .heartbeat(new ConsumerInfo(Fixture.CONSUMER, now, now, Set.of("mail")))
        .join();
    open("");
    browser.text("h3", "a");
    browser.text("h3", "b");
    browser.text("code", Fixture.CONSUMER);
    browser.css("article path.line.first");
    assertThat(browser.css("svg[role=img]").getAttribute("aria-label")).contains("due now: now");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void keepsAClusterWithTenantsInTheList() {
    var unused = fixture.deployment().agree().join();
    int user = 0;
    while (!fixture.deployment().preferred(tenant(user)).name().equals("b")) {
      user++;
    }
    fixture.createTenant(tenant(user));
    open("");
    browser.click(() -> browser.css("button[data-key='remove b']"));
    browser.text("h2", "Remove b from the list of clusters?");
    assertThat(browser.css("dialog p").getText()).contains("The list is a, b.");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> browser.css(".toast").getText().contains("still has tenants"));
    assertThat(fixture.deployment().agree().join().clusters()).containsExactly("a", "b");
    assertThat(browser.complaints()).allMatch(each -> each.contains("409"));
  }

  private static TenantId tenant(int user) {
    return new TenantId("removal", "u" + user);
  }

  @Test
  void switchesLeasesOfVisitsAfterATold() {
    QueueCluster cluster = fixture.deployment().cluster("b").orElseThrow();
    open("");
    browser.click(() -> browser.css("button[data-key='visit leases b']"));
    browser.text("h2", "Switch leases of visits off for b?");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> browser.css(".toast").getText().equals("Leases of visits are off."));
    assertThat(cluster.leasesTogether().join()).isFalse();
    browser.click(() -> browser.css("button[aria-label='Switch leases of visits on on b']"));
    browser.text("h2", "Switch leases of visits on for b?");
    assertThat(browser.css("dialog p").getText()).contains("cannot be undone");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> browser.css(".toast").getText().equals("Leases of visits are on."));
    assertThat(cluster.leasesTogether().join()).isTrue();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void keepsItselfUpToDate() {
    TenantId late = new TenantId("late", "comer");
    open("#/tenants?application=late");
    browser.text("h2", "No tenant fits");
    open("");
    String before = browser.css(".figures .figure:nth-child(4) dd").getText();
    fixture.createTenant(late);
    browser.until(() -> !browser.css(".figures .figure:nth-child(4) dd").getText().equals(before));
  }

  @Test
  void leadsFromASearchToAnItemAndBack() {
    open("#/tenants");
    WebElement application = browser.css("#application");
    application.sendKeys("notes");
    browser.css("#user").sendKeys("ali", Keys.ENTER);
    browser.until(() -> browser.driver().getCurrentUrl().endsWith("?application=notes&user=ali"));
    browser.clickText("a", "alice");
    browser.clickText("a", "default");
    browser.clickText("a", EVIL);
    browser.until(() -> heading().equals(EVIL));
    browser.text("h2", "What happened");

    browser.driver().navigate().back();
    browser.until(() -> heading().equals("default"));
    browser.driver().navigate().back();
    browser.driver().navigate().back();
    browser.until(() -> heading().equals("Tenants"));
    assertThat(browser.css("#user").getAttribute("value")).isEqualTo("ali");
  }

  @Test
  void asksForAnApplicationBeforeItSearchesUsers() {
    open("#/tenants");
    browser.css("#user").sendKeys("ali", Keys.ENTER);
    assertThat(browser.script("return document.querySelector('#application').validity.customError"))
        .isEqualTo(true);
    assertThat(browser.driver().getCurrentUrl()).endsWith("#/tenants");
  }

  @Test
  void showsIdentifiersAsTheyAreAndRunsNoneOfThem() {
    open("#/tenants?application=notes");
    browser.clickText("a", EVIL);
    browser.until(() -> heading().equals(EVIL));
    browser.clickText("a", "default");
    browser.clickText("a", EVIL);
    browser.until(() -> heading().equals(EVIL));
    assertThat(browser.driver().getTitle()).isEqualTo(EVIL + " · Tenure");
    assertThat(browser.driver().findElements(By.tagName("img"))).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void reachesAnItemWhoseNameIsNoPathSegment() {
    open("#/tenants/notes/alice");
    browser.clickText("a", "..");
    browser.until(() -> heading().equals(".."));
    browser.find(By.xpath("//td//a[.='..']")).click();
    browser.text("code", "mail");
    browser.text("h2", "Payload");
  }

  @Test
  void retriesADeadItemAfterAQuestion() {
    fixture.enqueue(ALICE, "retry", Fixture.mail("m"));
    fixture.setAside(ALICE, "retry", "m", DeadLetterKind.FAILED, "no such address\n\tat line 2");
    open("#/tenants/notes/alice/zones/retry");
    browser.text("h2", "The zone is empty");
    browser.clickText("a", "Dead");
    browser.clickText("a", "m");
    browser.text("span[contains(@class,'badge')]", "Dead");

    browser.clickText("button", "Retry now");
    browser.clickText("button", "Keep it as it is");
    assertThat(browser.css(".heading .badge").getText()).isEqualTo("Dead");
    browser.clickText("button", "Retry now");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> browser.css(".heading .badge").getText().equals("Ready"));
    assertThat(browser.css(".toast").getText()).isEqualTo("The item may run now.");
  }

  @Test
  void redrivesAndDeletesDeadLettersAfterCountingThem() {
    for (String id : new String[] {"one", "two", "three"}) {
      fixture.enqueue(ALICE, "letters", Fixture.mail(id));
      DeadLetterKind kind = id.equals("three") ? DeadLetterKind.PARKED : DeadLetterKind.FAILED;
      fixture.setAside(ALICE, "letters", id, kind, "no such address");
    }
    open("#/tenants/notes/alice/zones/letters?state=PARKED");
    browser.clickText("button", "Delete all");
    browser.text("h2", "Delete 1 dead letter for good?");
    answerYes("1 dead letter deleted.");

    open("#/tenants/notes/alice/zones/letters");
    browser.clickText("button", "Redrive all");
    browser.text("h2", "Redrive 2 dead letters?");
    assertThat(browser.css("dialog p").getText()).contains("2 × “no such address”");
    browser.clickText("button", "Keep it as it is");
    browser.clickText("button", "Redrive all");
    answerYes("2 dead letters redriven.");
    assertThat(fixture.counts(ALICE, "letters")).containsEntry("mail", 2L);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void redrivesAndDeletesDeadLettersOfAnExternalZone() {
    ExternalZone zone = fixture.external(ALICE, "letters");
    fixture.setAside(zone, "one", DeadLetterKind.FAILED, "no such address");
    fixture.setAside(zone, "two", DeadLetterKind.FAILED, "no such address");
    fixture.setAside(zone, "three", DeadLetterKind.PARKED, "no mail");
    open("#/tenants/notes/alice");
    browser.clickText("a", "external:orders/letters");
    browser.until(() -> heading().equals("external:orders/letters"));
    browser.clickText("a", "Parked");
    browser.text("a", "three");
    browser.clickText("button", "Delete all");
    browser.text("h2", "Delete 1 dead letter for good?");
    answerYes("1 dead letter deleted.");
    assertThat(fixture.items(zone)).isEmpty();

    browser.clickText("a", "Dead");
    browser.text("a", "one");
    browser.clickText("button", "Redrive all");
    browser.text("h2", "Redrive 2 dead letters?");
    assertThat(browser.css("dialog p").getText()).contains("2 × “no such address”");
    answerYes("2 dead letters redriven.");
    assertThat(fixture.items(zone)).containsExactly("one", "two");
    browser.until(
        () ->
            browser
                .driver()
                .findElements(By.cssSelector("button[data-key='redrive letters']"))
                .isEmpty());
    assertThat(browser.complaints()).isEmpty();
  }

  private void answerYes(String toast) {
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> browser.css(".toast").getText().equals(toast));
  }

  @Test
  void cancelsAnItemAndGoesBackToTheZone() {
    fixture.enqueue(ALICE, "cancel", Fixture.mail("m"));
    open("#/tenants/notes/alice/zones/cancel/items/m");
    browser.clickText("button", "Cancel item");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.until(() -> heading().equals("cancel"));
    browser.text("h2", "The zone is empty");
    assertThat(fixture.counts(ALICE, "cancel")).isEmpty();
  }

  @Test
  void pausesAndResumesAZone() {
    fixture.enqueue(ALICE, "pausing", Fixture.mail("m"));
    open("#/tenants/notes/alice/zones/pausing");
    browser.clickText("button", "Pause");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.css(".notice.warn");
    assertThat(fixture.run(ALICE, tx -> tx.zone("pausing").settings()).paused()).isTrue();
    browser.clickText("button", "Resume");
    browser.click(() -> browser.css("dialog button[value=yes]"));
    browser.text("button", "Pause");
    assertThat(fixture.run(ALICE, tx -> tx.zone("pausing").settings()).paused()).isFalse();
  }

  @Test
  void pagesThroughManyItems() {
    open("#/tenants/notes/alice/zones/many");
    browser.until(() -> browser.driver().findElements(By.cssSelector("tbody tr")).size() == 50);
    browser.clickText("a", "Next page");
    browser.until(() -> browser.driver().findElements(By.cssSelector("tbody tr")).size() == 10);
    browser.clickText("a", "First page");
    browser.until(() -> browser.driver().findElements(By.cssSelector("tbody tr")).size() == 50);
  }

  @Test
  void filtersByType() {
    fixture.enqueue(ALICE, "mixed", Fixture.mail("m"));
    fixture.enqueue(
        ALICE, "mixed", NewItem.of(Fixture.THUMBNAIL, new byte[] {1, 'a', -1}).withId("t"));
    open("#/tenants/notes/alice/zones/mixed");
    browser.click(() -> browser.css("#type option[value=thumbnail]"));
    browser.until(() -> browser.driver().getCurrentUrl().endsWith("?type=thumbnail"));
    browser.until(() -> browser.driver().findElements(By.cssSelector("tbody tr")).size() == 1);
    browser.clickText("a", "t");
    browser.until(() -> browser.css("pre").getText().startsWith("000000  01 61 ff"));
  }

  @Test
  void laysOutAJsonPayloadAndShowsItsBytes() {
    open("#/tenants/notes/alice/zones/many/items/mail-00");
    browser.until(() -> browser.css("pre").getText().contains("\"to\": \"7@example.org\""));
    browser.clickText("button", "Hex");
    browser.until(() -> browser.css("pre").getText().contains("7b 22 74 6f 22"));
  }

  @Test
  void showsFailuresOnATimeline() {
    fixture.enqueue(ALICE, "failing", Fixture.mail("m"));
    fixture.fail(ALICE, "failing", "m", "timed out\n\tat dev.example.Mailer.send");
    open("#/tenants/notes/alice/zones/failing/items/m");
    browser.text("strong", "Attempt 1 failed");
    browser.clickText("summary", "timed out");
    browser.until(
        () -> browser.css("details pre").getText().contains("at dev.example.Mailer.send"));
    browser.clickText("summary", "Stack trace");
    browser.until(
        () -> browser.css("details[open] + details pre").getText().contains("Sender.java:7"));
    assertThat(browser.css(".why").getText()).contains("Its last attempt failed");
  }

  @Test
  void showsTheStackTraceOfAnItemThatWasParked() {
    fixture.enqueue(ALICE, "parking", Fixture.mail("m"));
    fixture.setAside(ALICE, "parking", "m", DeadLetterKind.PARKED, "no mail");
    open("#/tenants/notes/alice/zones/parking/items/m");
    browser.text("strong", "Set aside");
    browser.clickText("summary", "Stack trace");
    browser.until(() -> browser.css("details[open] pre").getText().contains("Sender.java:7"));
    assertThat(browser.css(".timeline").getText()).doesNotContain("failed");
  }

  @Test
  void isUsedWithTheKeyboardAlone() {
    open("");
    browser.text("h3", "a");
    browser.css("body").sendKeys("/");
    browser.until(() -> heading().equals("Tenants"));
    browser.css("#application").sendKeys("notes", Keys.ENTER);
    browser.text("a", "alice").sendKeys(Keys.ENTER);
    browser.text("a", "many").sendKeys(Keys.ENTER);
    browser.text("button", "Pause").sendKeys(Keys.ENTER);
    browser.css("dialog[open]");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ESCAPE);
    browser.until(() -> browser.driver().findElements(By.tagName("dialog")).isEmpty());
    assertThat(browser.driver().switchTo().activeElement().getText()).isEqualTo("Pause");
    assertThat(fixture.run(ALICE, tx -> tx.zone("many").settings()).paused()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#/tenants",
        "#/tenants/notes/alice",
        "#/tenants/notes/alice/zones/many",
        "#/tenants/notes/alice/zones/many/items/mail-00"
      })
  void fitsAPhone(String place) {
    browser.size(380, 800);
    open(place);
    browser.until(() -> browser.driver().findElements(By.cssSelector(".loading")).isEmpty());
    assertThat(
            browser.script(
                "const all = document.documentElement; return all.scrollWidth - all.clientWidth"))
        .isEqualTo(0L);
  }

  @Test
  void remembersTheColoursThatWereChosen() {
    open("");
    browser.click(() -> browser.css("#theme"));
    String dark = background();
    open("#/tenants");
    browser.driver().navigate().refresh();
    browser.until(() -> browser.css("#theme").getText().equals("Dark"));
    assertThat(background()).isEqualTo(dark);
    browser.click(() -> browser.css("#theme"));
    browser.until(() -> !background().equals(dark));
    browser.click(() -> browser.css("#theme"));
  }

  private String background() {
    return String.valueOf(browser.script("return getComputedStyle(document.body).backgroundColor"));
  }

  @Test
  void loadsNothingFromElsewhere() {
    open("#/tenants/notes/alice/zones/many/items/mail-00");
    browser.text("h2", "Payload");
    Object foreign =
        browser.script(
            "return performance.getEntriesByType('resource')"
                + ".filter(one => !one.name.startsWith(location.origin + '/')).length");
    assertThat(foreign).isEqualTo(0L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#/unheard", "#/tenants/only", "#/tenants/a/b/c/d", "#/%zz"})
  void saysThatThereIsNoSuchPage(String place) {
    open(place);
    browser.text("h1", "There is no such page");
  }

  @Test
  void saysWhatIsNotThere() {
    open("#/tenants/notes/nobody");
    browser.text("h2", "There is no such tenant");
    open("#/tenants/notes/alice/zones/many/items/gone");
    browser.text("h2", "There is no such item");
  }

  @Test
  void saysThatTheServerIsGoneAndRecovers() {
    try (Fixture mine = Fixture.start(AdminOptions.defaults())) {
      browser.open(mine.server().url().toString());
      browser.text("h3", "a");
      int port = mine.server().port();
      mine.server().close();
      browser.text("strong", "The server cannot be reached");
      browser.text("h3", "a");
      try (AdminServer again =
          AdminServer.start(mine.deployment(), AdminOptions.defaults().withPort(port))) {
        assertThat(again.port()).isEqualTo(port);
        browser.until(() -> browser.driver().findElements(By.cssSelector(".problem")).isEmpty());
      }
    }
  }

  @Test
  void offersNoChangesWhenReadOnly() {
    try (Fixture reading = Fixture.start(AdminOptions.defaults().withReadOnly(true))) {
      reading.createTenant(ALICE);
      reading.enqueue(ALICE, "z", Fixture.mail("m").withDelay(Duration.ofHours(1)));
      browser.open(reading.server().url() + "#/tenants/notes/alice/zones/z/items/m");
      browser.text("h2", "Payload");
      assertThat(browser.css("#mode").isDisplayed()).isTrue();
      assertThat(browser.driver().findElements(By.cssSelector(".actions button"))).isEmpty();
    }
  }
}
