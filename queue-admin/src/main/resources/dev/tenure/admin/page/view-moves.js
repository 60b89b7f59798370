// Moves of tenants between clusters: those under way, and those that ended lately.
import { attempt, isReadOnly, learnMode } from "./actions.js";
import { get, post } from "./api.js";
import { ask, confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { bytes, duration, number, when } from "./format.js";
import { askRefresh, crumbs, draw, empty, heading, loading, pager, table } from "./parts.js";
import { plansTable, readPlans } from "./plans.js";
import { link } from "./router.js";

const PAGE_SIZE = 50;
const STEPS = {
  COPYING: "copying",
  VERIFYING: "comparing",
  CATCHING_UP: "catching up",
  CLOSED: "handing over",
  ARRIVED: "arrived",
  REVERTING: "being undone",
};

export function open(query) {
  const list = h("div", {}, loading());
  let modeKnown = false;
  return {
    title: "Moves",
    head: h(
      "div",
      {},
      crumbs(["Directory", "#/directory"], ["Moves"]),
      heading("Moves between clusters", shownList(query)),
    ),
    body: list,
    every: 2000,
    refresh: async (signal) => {
      if (!modeKnown) {
        await learnMode(signal);
        modeKnown = true;
      }
      const { ended, continuation } = query;
      const page = await get(
        ["directory", "moves"],
        { ended, continuation, limit: PAGE_SIZE },
        signal,
      );
      const plans = await readPlans(signal);
      draw(list, { page, plans }, () => [plansTable(plans), ...content(query, page)]);
    },
  };
}

function shownList({ ended }) {
  return ended === "true"
    ? h("a", { class: "button", href: link(["directory", "moves"]) }, "Under way")
    : h("a", { class: "button", href: link(["directory", "moves"], { ended: "true" }) }, "Ended");
}

function content(query, page) {
  if (page.rows.length === 0) {
    return [
      query.ended === "true"
        ? empty("No move has ended within a day", "Moves that have ended are shown for a day.")
        : empty("No tenant moves", "The page of a tenant in the directory has a button Move."),
    ];
  }
  return [
    table(
      "Moves",
      [
        ["Tenant", tenantLink],
        ["From", (row) => row.source],
        ["To", (row) => row.target],
        ["State", (row) => stateOf(row)],
        ["Progress", progress],
        ["Asked", (row) => when(row.asked)],
        ["By", (row) => [row.by, row.reason].filter(Boolean).join(": ") || "—"],
        ["", (row) => moveActions(row)],
      ],
      page.rows,
    ),
    pager(["directory", "moves"], query, page),
  ];
}

function tenantLink(row) {
  return h(
    "a",
    {
      href: link(["directory", row.application, row.user]),
      "data-key": `move ${row.application}/${row.user}`,
    },
    `${row.application}/${row.user}`,
  );
}

function stateOf({ state }) {
  const quiet = state === "OPEN" || state === "COMPLETED" || state === "REVERTED";
  return h("span", { class: quiet ? "badge quiet" : "badge warn" }, state);
}

/** What is done, what is left, and the last error. */
function progress(row) {
  return [toldProgress(row), row.problem !== "" && h("p", { class: "faint" }, row.problem)];
}

function toldProgress(row) {
  if (row.state === "COMPLETED") {
    return `${bytes(row.bytes)}, refused for ${duration(row.closedMillis)}`;
  }
  const copied = row.underWay?.progress;
  if (!copied) {
    return row.underWay ? "begun" : "—";
  }
  const left = copied.secondsLeft === null ? "" : `, ${duration(copied.secondsLeft * 1000)} left`;
  return h(
    "span",
    { title: `${number(copied.rows)} rows copied, ${number(copied.rowsVerified)} compared` },
    h("progress", { max: 1, value: copied.part }),
    ` ${Math.floor(copied.part * 100)} % of ${bytes(copied.bytesInAll)}, ${STEPS[copied.step]}${left}`,
  );
}

export function moveNotice(move) {
  return h(
    "section",
    {},
    h("p", {}, `Move from ${move.source} to ${move.target}: `, stateOf(move), " ", progress(move)),
    moveActions(move),
  );
}

function path({ application, user }) {
  return ["directory", "tenants", application, user, "move"];
}

function moveActions(row) {
  if (isReadOnly() || row.ended !== null) {
    return undefined;
  }
  const button = (text, kind, action) =>
    h(
      "button",
      { type: "button", class: kind, "data-key": `${text} ${row.user}`, onclick: action },
      text,
    );
  const paused = row.state === "PAUSED";
  return h(
    "div",
    { class: "actions" },
    row.state !== "REVERTING" &&
      (paused
        ? button("Go on", "primary", () => change(row, "resume", "The move goes on."))
        : button("Pause", "", () => change(row, "pause", "The move was paused."))),
    row.state !== "REVERTING" && button("Undo", "danger", () => revert(row)),
  );
}

async function revert(row) {
  const question = {
    title: `Undo the move of ${row.user}?`,
    text: `The tenant stays on ${row.source}, and what was copied to ${row.target} is removed.`,
    action: "Undo",
    danger: true,
  };
  if (await confirm(question)) {
    await change(row, "revert", "The move is being undone.");
  }
}

async function change(row, action, done) {
  await attempt(async () => {
    await post([...path(row), action]);
    toast(done);
  });
  askRefresh();
}

/** Asks for the cluster, and then for the move. */
export async function moveTo(place) {
  const cluster = await ask({
    title: `Move ${place.user} to another cluster`,
    text: "The tenant is served meanwhile, and refused for a moment at the end.",
    label: "Cluster",
    action: "Move",
  });
  if (cluster !== undefined) {
    await attempt(async () => {
      await post(path(place), { cluster });
      toast("The move was asked for.");
    });
    askRefresh();
  }
}
