// The summary line: facts about the home as text. A fact with something behind it is a button that opens the list, or a
// link to its view. Facts for which two lines have no room are behind the last words, "and 3 more".

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
  /** The facts that are shown or have no room, each with its element and the sign after it. */
  #shown = [];
  #more = factButton({ hidden: true, "data-fact": "more" }, () => this.#openMore());
  #width = 0;
  #resize = new ResizeObserver(() => this.#fitAgain());
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
    this.#resize.observe(this.#line);
    this.#show();
  }

  close() {
    this.#stop();
    this.#resize.disconnect();
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
    this.#shown = facts.map((fact) => {
      const element = this.#facts.get(fact.id);
      write(element, fact === plain[0] ? capitalised(fact.text) : fact.text);
      markTone(element, fact.tone);
      const sign = fact.tone !== null ? "" : fact === plain.at(-1) ? "." : ",";
      return { ...fact, sign, element: sign ? bindEnd(element, sign) : element };
    });
    const nodes = [...this.#shown.flatMap(({ element }) => [element, " "]), this.#more];
    replaceChanged(this.#line, nodes, focused);
    this.#fit(focused);
  }

  /** Another width has room for more or fewer facts. The height changes with the facts. */
  #fitAgain() {
    if (this.#line.clientWidth === this.#width) return;
    this.#fit(document.activeElement);
  }

  /** Shows as many facts as fit. A long text of the first one would hide the way to the others, so it is shortened. */
  #fit(focused) {
    const line = this.#line;
    this.#width = line.clientWidth;
    const [first] = this.#shown;
    if (first?.short) write(this.#facts.get(first.id), first.text);
    if (!this.#hideLast() && first?.short) {
      write(this.#facts.get(first.id), first.short);
      this.#hideLast();
    }
    if (!line.contains(focused)) return;
    (focused.closest("[hidden]") ? this.#more : focused).focus({ preventScroll: true });
  }

  /** Hides facts from the end until the others fit. The first one is shown in any case. Returns whether all fit that are
   *  shown. */
  #hideLast() {
    const line = this.#line;
    const isFull = () => line.scrollHeight > line.clientHeight + 1;
    let count = this.#shown.length;
    this.#showFirst(count);
    while (count > 1 && isFull()) {
      count -= 1;
      this.#showFirst(count);
    }
    return !isFull();
  }

  #showFirst(count) {
    for (const [index, { element }] of this.#shown.entries()) set(element, { hidden: index >= count });
    const rest = this.#shown.slice(count);
    set(this.#more, { hidden: rest.length === 0 });
    if (!rest.length) return;
    const text = t("summary.more", { count: rest.length });
    write(this.#more, this.#shown[count - 1].sign === "," ? text : capitalised(text));
    markTone(this.#more, ["danger", "warn"].find((tone) => rest.some((fact) => fact.tone === tone)));
  }

  #elementOf({ id, items }, before) {
    const kind = this.#kindOf(id, items);
    if (before?.dataset.kind === kind) return before;
    if (kind === "text") return el("span", { "data-kind": kind });
    if (kind === "link") return el("a.fact", { href: address(...viewOfFact[id]), "data-kind": kind });
    return factButton({ "data-kind": kind, "data-fact": id }, () => this.#open(id));
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

  /** Opens a list of all facts. */
  async #openMore() {
    const list = await loadPart(() => withAllMessages(import("./fact-list.js")));
    const facts = this.#shown.map(({ id, items, tone, text }) =>
      ({ id, tone, text, kind: this.#kindOf(id, items), view: viewOfFact[id] }));
    const id = await list?.openFacts(facts);
    if (id) await this.#open(id);
  }

  #showSide(store) {
    const outdoor = outdoorTemperature(store.devices.values());
    write(this.#name, store.home.name);
    const date = when(Date.now(), { weekday: "short", day: "numeric", month: "short", timeZone: store.home.timeZone });
    write(this.#date, [date, outdoor && t("summary.outdoor", { temperature: readingText(outdoor, outdoor.state.value) })]
      .filter(Boolean).join(" · "));
  }
}

/** A button within the text. Browsers lay a `button` out as one box, so that nothing could follow on its last line. */
function factButton(attributes, click) {
  const keydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click();
  };
  return el("span.fact", { role: "button", tabindex: 0, "aria-haspopup": "dialog", ...attributes, on: { click, keydown } });
}

function markTone(element, tone) {
  toggle(element, "is-warning", tone === "warn");
  toggle(element, "is-danger", tone === "danger");
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
