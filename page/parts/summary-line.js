// The summary line: facts about the home as text. A fact with something behind it is a button that opens the list, or a
// link to its view.

import { el, set, toggle, write } from "../core/dom.js";
import { readingText, when } from "../core/format.js";
import { address } from "../core/router.js";
import { capitalised, t, withAllMessages } from "../core/text.js";
import { outdoorTemperature } from "../home/outdoor.js";
import { summary } from "../home/summary.js";
import { loadPart } from "./load-part.js";

/** The summary changes at most this often: a text that changes with every watt cannot be read. */
const refreshMilliseconds = 500;
const dateMilliseconds = 60_000;

/** The views of the facts that are links. */
const viewOfFact = { due: ["maintenance"], incidents: ["settings", "incidents"], power: ["energy"] };

export class SummaryLine {
  #context;
  #stop;
  #timer;
  #planned = null;
  /** The elements of the facts by their ids, so that an open one keeps the focus. */
  #facts = new Map();
  #tone = el("span.summary-tone", { "aria-hidden": "true" });
  #line = el("p.summary-text");
  #name = el("span.summary-name");
  #date = el("span.numerals");
  /** A screen reader is interrupted only by a danger. */
  #alert = el("p.visually-hidden", { role: "alert" });

  constructor(context) {
    this.#context = context;
    this.element = el("div.summary-words", {}, this.#tone, this.#line,
      el("p.summary-side", {}, this.#name, this.#date), this.#alert);
    const { store } = context;
    const stops = [store.on("any", () => this.#plan()), store.on("home", () => this.#show())];
    this.#stop = () => stops.forEach((stop) => stop());
    this.#timer = setInterval(() => this.#show(), dateMilliseconds);
    this.#show();
  }

  close() {
    this.#stop();
    clearInterval(this.#timer);
    clearTimeout(this.#planned);
  }

  #plan() { this.#planned ??= setTimeout(() => this.#show(), refreshMilliseconds); }

  #show() {
    clearTimeout(this.#planned);
    this.#planned = null;
    const { store } = this.#context;
    if (!store.home) return;
    const { tone, danger, facts } = summary(store);
    set(this.#tone, { "data-tone": tone });
    write(this.#alert, danger);
    this.#showFacts(facts);
    this.#showSide(store);
  }

  /** Sentences first, then the plain facts as one sentence: "All quiet. 2 lights on, 412 W." */
  #showFacts(facts) {
    const before = this.#facts;
    this.#facts = new Map(facts.map((fact) => [fact.id, this.#elementOf(fact, before.get(fact.id))]));
    const plain = facts.filter(({ tone }) => tone === null);
    // A fact that moves into another element loses the focus.
    const focused = document.activeElement;
    const nodes = facts.flatMap((fact) => {
      const element = this.#facts.get(fact.id);
      write(element, fact === plain[0] ? capitalised(fact.text) : fact.text);
      toggle(element, "is-warning", fact.tone === "warn");
      toggle(element, "is-danger", fact.tone === "danger");
      if (fact.tone !== null) return [element, " "];
      return fact === plain.at(-1) ? [bindEnd(element, ".")] : [bindEnd(element, ","), " "];
    });
    replaceChanged(this.#line, nodes, focused);
  }

  #elementOf({ id, items }, before) {
    const kind = this.#kindOf(id, items);
    if (before?.dataset.kind === kind) return before;
    if (kind === "text") return el("span", { "data-kind": kind });
    if (kind === "link") return el("a.fact", { href: address(...viewOfFact[id]), "data-kind": kind });
    return el("button.fact", {
      type: "button", "data-kind": kind, "data-fact": id, "aria-haspopup": "dialog", on: { click: () => this.#open(id) },
    });
  }

  #kindOf(id, items) {
    if (id === "power") return this.#context.store.may("viewEnergy") ? "link" : "text";
    if (id === "due" || id === "incidents") return "link";
    if (id === "lockdown") return "text";
    return items?.length ? "list" : "text";
  }

  async #open(id) {
    const list = await loadPart(() => withAllMessages(import("./fact-list.js")));
    const fact = summary(this.#context.store).facts.find((one) => one.id === id);
    if (fact) await list?.openFactList(this.#context, fact);
  }

  #showSide(store) {
    const outdoor = outdoorTemperature(store.devices.values());
    write(this.#name, store.home.name);
    const date = when(Date.now(), { weekday: "short", day: "numeric", month: "short", timeZone: store.home.timeZone });
    write(this.#date, [date, outdoor && t("summary.outdoor", { temperature: readingText(outdoor, outdoor.state.value) })]
      .filter(Boolean).join(" · "));
  }
}

/** The fact with the sign after it, in one element, so that no line begins with the sign; the same one as long as
 *  neither changes. */
function bindEnd(element, sign) {
  const before = element.parentElement;
  if (before?.dataset.end === sign) return before;
  return el("span.fact-end", { "data-end": sign }, element, el("span.fact-sign", {}, sign));
}

/** Replaces the children only when they are others, so that the focus is not lost. */
function replaceChanged(element, nodes, focused) {
  const isSame = (node, child) => (typeof node === "string" ? child?.nodeType === 3 && child.data === node : child === node);
  if (nodes.length === element.childNodes.length && nodes.every((node, index) => isSame(node, element.childNodes[index]))) {
    return;
  }
  element.replaceChildren(...nodes);
  if (element.contains(focused)) focused.focus({ preventScroll: true });
}
