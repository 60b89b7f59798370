// Plans of many moves: how far they are, and what an operator may do with them.
import { attempt, isReadOnly } from "./actions.js";
import { get, post } from "./api.js";
import { confirm, toast } from "./dialog.js";
import { h } from "./dom.js";
import { bytes, number, when } from "./format.js";
import { askRefresh, table } from "./parts.js";

/** The plans, each with what has become of its moves. */
export async function readPlans(signal) {
  const plans = await get(["directory", "plans"], {}, signal);
  return Promise.all(plans.map(({ id }) => get(["directory", "plans", id], {}, signal)));
}

/** Nothing when there is no plan. */
export function plansTable(plans) {
  if (plans.length === 0) {
    return undefined;
  }
  return h(
    "section",
    {},
    h("h2", {}, "Plans"),
    table(
      "Plans",
      [
        ["Plan", (row) => row.plan.id],
        ["For", (row) => row.plan.goal],
        ["Begun", (row) => when(row.plan.begun)],
        ["By", (row) => [row.plan.by, row.plan.reason].filter(Boolean).join(": ") || "—"],
        ["Progress", progress],
        ["", (row) => !isReadOnly() && planActions(row)],
      ],
      plans,
    ),
  );
}

function progress(row) {
  const others = ["open", "paused", "reverting", "reverted", "failed"]
    .filter((name) => row[name] > 0)
    .map((name) => `${number(row[name])} ${name}`);
  return [
    h("progress", { max: Math.max(1, row.plan.moves), value: row.completed }),
    ` ${number(row.completed)} of ${number(row.plan.moves)} moves, ${bytes(row.bytes)}`,
    others.length > 0 && h("p", { class: "faint" }, others.join(", ")),
  ];
}

function planActions(row) {
  const button = (text, kind, action) =>
    h(
      "button",
      { type: "button", class: kind, "data-key": `${text} ${row.plan.id}`, onclick: action },
      text,
    );
  return h(
    "div",
    { class: "actions" },
    row.open > 0 && button("Pause", "", () => change(row, "pause", "The plan was paused.")),
    row.paused > 0 &&
      button("Go on", "primary", () => change(row, "resume", "The plan goes on.")),
    button("Undo", "danger", () => undo(row)),
    row.ended && button("Forget", "", () => change(row, "forget", "The plan was forgotten.")),
  );
}

async function undo(row) {
  const question = {
    title: `Undo plan ${row.plan.id}?`,
    text:
      `Moves that have not ended are reverted, and ${number(row.completed)} that were completed ` +
      "are made the other way round.",
    action: "Undo",
    danger: true,
  };
  if (await confirm(question)) {
    await change(row, "undo", "The plan is being undone.");
  }
}

async function change(row, action, done) {
  await attempt(async () => {
    await post(["directory", "plans", row.plan.id, action]);
    toast(done);
  });
  askRefresh();
}
