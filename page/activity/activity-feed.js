// The entries of the activity that a view shows: newest first, page by page, and live.

import { Problem } from "../core/api.js";

const prefix = "/api/v1";

/** A page may be empty although older entries follow: so many pages are requested at once at most. */
const mostPages = 6;

/** Reads entries of `GET /activity`. Every method throws `Problem` and `Unreachable`, and then changes nothing. */
export class ActivityFeed {
  #client;
  #first;
  #next;

  /** The entries that were read, newest first. */
  entries = [];

  /** `query` are parameters of `GET /activity`. */
  constructor(client, query, limit = 50) {
    this.#client = client;
    this.#first = `/activity?${new URLSearchParams({ ...query, limit })}`;
    this.#next = this.#first;
  }

  /** Whether there are no older entries. */
  get isOver() { return !this.#next; }

  /** Reads older entries, at first the newest ones, until there are some or no more. Returns how many. */
  async older() {
    const before = this.entries.length;
    for (let pages = 0; this.#next && pages < mostPages && this.entries.length === before; pages += 1) {
      const { entries, next } = await this.#read(this.#next);
      const known = new Set(this.entries.map(({ id }) => id));
      this.entries = [...this.entries, ...entries.filter(({ id }) => !known.has(id))];
      this.#next = next;
    }
    return this.entries.length - before;
  }

  /** Reads the newest entries again. An entry may have changed or gone: a request for a PIN becomes part of its act. */
  async refresh() {
    const { entries, next } = await this.#read(this.#first);
    const ids = new Set(entries.map(({ id }) => id));
    const isJoined = !next || this.entries.some(({ id }) => ids.has(id));
    const oldest = entries.at(-1)?.time;
    if (!isJoined) this.#next = next;
    const kept = isJoined && next ? this.entries.filter(({ id, time }) => !ids.has(id) && time < oldest) : [];
    if (!next) this.#next = null;
    this.entries = [...entries, ...kept];
  }

  async #read(path) {
    const response = await this.#client.send("GET", path);
    const content = await response.json().catch(() => ({}));
    if (!response.ok) throw new Problem(response.status, content);
    return { entries: content, next: nextPath(response.headers.get("Link")) };
  }
}

/** The path of the next page, from a `Link` header such as `</api/v1/activity?…>; rel="next"` (RFC 8288); null when
 *  there is none. */
function nextPath(link) {
  const [, path] = /<([^>]+)>;\s*rel="next"/.exec(link ?? "") ?? [];
  return path ? path.slice(path.startsWith(prefix) ? prefix.length : 0) : null;
}
