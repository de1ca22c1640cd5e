// What happens in the home, as it happens: Server-Sent Events read with `fetch`, which can carry proofs, and resumed.

import { Problem } from "./api.js";

/** The gateway says something at least every 15 s. */
const silenceMilliseconds = 40_000;
const doubtMilliseconds = 20_000;
const waits = [250, 500, 1000, 2000, 5000, 10_000];

/** Hands every event to `take` until `stop`. `connected` is called with true when the gateway begins to send, and with
 *  false when the line is cut. The gateway also cuts it when the person's rights change. */
export class LiveEvents {
  #client;
  #take;
  #connected;
  #last;
  #stopped = false;
  #abort;
  #wake = () => {};

  /** When something was heard last, by this device's clock. */
  heardAt = 0;

  constructor(client, { take, connected }) {
    this.#client = client;
    this.#take = take;
    this.#connected = connected;
  }

  async run() {
    for (let failures = 0; !this.#stopped; failures += 1) {
      try {
        await this.#listen(() => { failures = 0; });
      } catch {
        // Whatever it was: what counts is whether it comes back.
      }
      if (this.#stopped) return;
      this.#connected(false);
      await this.#pause(waits[Math.min(failures, waits.length - 1)] * (0.75 + Math.random() / 2));
    }
  }

  stop() {
    this.#stopped = true;
    this.#abort?.abort();
    this.#wake();
  }

  /** Tries again now: the network is back, or someone looks again. A line may have died while nobody did. */
  hurry() {
    if (Date.now() - this.heardAt > doubtMilliseconds) this.#abort?.abort();
    this.#wake();
  }

  async #listen(begun) {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const headers = this.#last ? { "Last-Event-ID": this.#last } : {};
      const response = await this.#timely(this.#client.send("GET", "/events", { headers, signal: abort.signal }));
      if (!response.ok) throw new Problem(response.status);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = "", isFirst = true; ; isFirst = false) {
        const { value, done } = await this.#timely(reader.read());
        if (done) return;
        begun();
        // The gateway sends something at once, from the moment on that it watches for this reader.
        if (isFirst) this.#connected(true);
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) this.#hear(block);
      }
    } finally {
      abort.abort();
    }
  }

  #hear(block) {
    let data;
    for (const line of block.split("\n")) {
      if (line.startsWith("id: ")) this.#last = line.slice(4);
      if (line.startsWith("data: ")) data = line.slice(6);
    }
    if (data !== undefined) this.#take(JSON.parse(data));
  }

  async #timely(answer) {
    let timer;
    const silence = new Promise((_, reject) => {
      timer = setTimeout(() => { this.#abort.abort(); reject(new Error("silence")); }, silenceMilliseconds);
    });
    try {
      const heard = await Promise.race([answer, silence]);
      this.heardAt = Date.now();
      return heard;
    } finally {
      clearTimeout(timer);
    }
  }

  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}
