// The commands that this browser sent or heard of, from the request to the outcome: the last one for each capability.

import { NotSent, Unreachable } from "./api.js";
import { sameValue } from "./capabilities.js";
import { now } from "./clock.js";

const refusalMilliseconds = 10_000;
const confirmationMilliseconds = 1500;

/** How long the gateway may take to answer before a command is sent to it after the connection was lost. */
const probeMilliseconds = 3000;

/** How soon the gateway says that it has received a command; without any sign of it for so long, it does not answer. */
const answerMilliseconds = 4000;

/** How often that is checked afterwards. */
const recheckMilliseconds = 1000;

/** How long a command waits for the gateway to receive an earlier one for the same capability. */
const orderMilliseconds = 1000;

/** How many commands are found by their id. A home has fewer at the same time. */
const rememberedCommands = 200;

/** How long a command waits to be sent, in seconds. */
const deadlineSeconds = 10;

/** Seconds after the deadline of a command until the gateway is asked for its outcome, if no event has reported one. */
const graceSeconds = 5;

/** A device that travels, such as a blind, takes longer than the deadline: after it the outcome is requested at this
 *  interval, in seconds. */
const outcomePollSeconds = 5;

const statusOf = { confirmed: "confirmed", timedOut: "unknown", sent: "sent", unreachable: "refused", failed: "refused" };

/** The capabilities whose commands move a part for a while. */
const movements = ["position", "tilt", "garageDoor"];

const keyOf = (device, part, capability) => `${device}/${part}/${capability}`;

/** Sends commands, and keeps the status of each: `pending`, `asking` (for a PIN), `confirmed`, `sent`, `refused` or
 *  `unknown`. */
export class CommandTracker {
  #store;
  /** The last command for each capability, by `keyOf`. */
  commands = new Map();
  /** The number of the last command for each device, and that of the last command of all. */
  #lastNumbers = new Map();
  #count = 0;
  /** The latest commands that the gateway knows, by their id. */
  #byId = new Map();
  /** The sent commands of which the gateway has said nothing yet, in their order. */
  #unheard = new Set();

  constructor(store) { this.#store = store; }

  last(device, part, capability) { return this.commands.get(keyOf(device, part, capability)); }

  /** Whether no newer command for the same capability has replaced it. */
  isLast(command) { return this.last(command.device, command.part, command.capability) === command; }

  /** The last command, unless its movement was stopped: then its target no longer holds, and that it was not reached is
   *  no fault. */
  shown(device, part, capability) {
    const command = this.last(device, part, capability);
    return command?.isStopped && command.status !== "unknown" ? undefined : command;
  }

  isLastOfDevice({ device, number }) { return this.#lastNumbers.get(device) === number; }

  /** Applies an event about a command of this person or of another one: both are shown in the same way. */
  apply(record) {
    // The response to the request asks for the PIN. Its retry is another command of the gateway.
    if (record.code === "stepUpNeeded") return;
    const command = this.#find(record);
    if (!command && record.outcome) return;
    const { id, value, deadlineSeconds: deadline } = record;
    this.#update(command ?? this.#begin(record, value, { id, deadline }), record);
  }

  /** The command that an event is about, also when a newer one has replaced it. The first event of our own command may
   *  arrive before the response to its request: then the oldest one with this value is meant. */
  #find({ id, device, part, capability, value }) {
    const isMeant = (command) => !command.id && keyOf(command.device, command.part, command.capability)
      === keyOf(device, part, capability) && sameValue(command.value, value);
    const last = this.last(device, part, capability);
    return this.#byId.get(id) ?? [...this.#unheard].find(isMeant) ?? (last && isMeant(last) ? last : undefined);
  }

  /** Removes a command with an unknown outcome, because the device has reported a value since. */
  dropUnknown(device, part, capability) {
    const command = this.last(device, part, capability);
    if (command?.status === "unknown") this.#drop(command);
  }

  /** Removes the commands with an unknown outcome whose device has reported a value after they ended. */
  dropOutdated() {
    for (const command of this.commands.values()) {
      const { state } = this.#store.capability(command.device, command.part, command.capability) ?? {};
      if (command.status === "unknown" && Date.parse(state?.time) > command.endedAt) this.#drop(command);
    }
  }

  // MARK: Sending

  /** Sends a command to `target` (`{ device, part, capability }`) and waits for its outcome. `confirm(purpose)` asks
   *  for the PIN, and returns false when none was given; then this method returns null. A refusal or a network error
   *  is in `error` of the returned command. */
  async send(target, value, { confirm, deadline = deadlineSeconds } = {}) {
    const command = this.#begin(target, value, { deadline });
    if (await this.#endsUnsent([command])) return command;
    await this.#afterEarlier([command]);
    const { device, part, capability } = target;
    const body = { part, capability, value, deadlineSeconds: deadline, idempotencyKey: crypto.randomUUID() };
    for (;;) {
      try {
        this.#update(command, await this.#post(`/devices/${device}/commands`, body));
        await command.ended;
        return command;
      } catch (error) {
        if (error.code !== "stepUpNeeded" || !confirm) return this.#fail(command, error);
        if (!await this.#isConfirmed(command, () => confirm(error.stepUp))) return null;
        body.idempotencyKey = crypto.randomUUID();
      }
    }
  }

  /** Sends one command to several parts (`{ device, part }`), as one act with an outcome for each part, and waits for
   *  all outcomes. Returns the commands in the order of the parts. */
  async sendToParts(parts, capability, value) {
    const commands = parts.map((part) => this.#begin({ ...part, capability }, value, { deadline: deadlineSeconds }));
    if (await this.#endsUnsent(commands)) return commands;
    await this.#afterEarlier(commands);
    const targets = { parts: parts.map(({ device, part }) => ({ device, part })) };
    try {
      const group = await this.#post("/commands",
        { targets, capability, value, deadlineSeconds, idempotencyKey: crypto.randomUUID() });
      const records = new Map(group.commands.map((record) => [keyOf(record.device, record.part, capability), record]));
      for (const command of commands) {
        const record = records.get(keyOf(command.device, command.part, capability));
        if (record) this.#update(command, record);
        else this.#end(command, { outcome: "refused" });
      }
      await Promise.all(commands.map(({ ended }) => ended));
    } catch (error) {
      for (const command of commands) this.#fail(command, error);
    }
    return commands;
  }

  /** Ends the commands as not sent when the connection is lost and the gateway does not answer. */
  async #endsUnsent(commands) {
    if (this.#store.connection !== "lost" || await this.#canReachGateway()) return false;
    const error = new NotSent("no connection");
    for (const command of commands) {
      command.error = error;
      this.#end(command, { outcome: "refused" });
    }
    return true;
  }

  /** Waits until the gateway has received the earlier commands for the same capabilities, a second at most: of two requests
   *  at the same moment, the second one may overtake the first. */
  async #afterEarlier(commands) {
    const heard = commands.map(({ earlier }) => earlier?.heard).filter(Boolean);
    if (!heard.length) return;
    await Promise.race([Promise.all(heard), new Promise((resolve) => { setTimeout(resolve, orderMilliseconds); })]);
  }

  /** Whether the gateway answers although the event stream is lost. */
  #canReachGateway() {
    return this.#store.client.request("GET", "/home", undefined, { milliseconds: probeMilliseconds })
      .then(() => true, (error) => !(error instanceof Unreachable));
  }

  /** Sends the request, and sends it once more when the network fails: the same idempotency key gives it one effect.
   *  The second request does not wait for the outcome, because a device that travels may take longer than a response
   *  may. */
  async #post(path, body) {
    const { client } = this.#store;
    try {
      return await client.request("POST", `${path}?wait=confirmed`, body,
        { milliseconds: (body.deadlineSeconds + graceSeconds) * 1000 });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return client.request("POST", path, body);
    }
  }

  /** Asks for the PIN. Nothing was sent, so the command is not pending while the PIN is typed. */
  async #isConfirmed(command, confirm) {
    clearTimeout(command.timer);
    this.#markAnswered(command);
    command.status = "asking";
    this.#store.markChanged(`device:${command.device}`);
    const isConfirmed = await confirm();
    if (isConfirmed) this.#markPending(command);
    else this.#drop(command);
    return isConfirmed;
  }

  #fail(command, error) {
    command.error = error;
    this.#end(command, { outcome: error instanceof Unreachable ? "timedOut" : "refused", detail: error.detail });
    return command;
  }

  // MARK: Status

  #begin({ device, part, capability }, value, { deadline, id }) {
    const last = this.last(device, part, capability);
    const command = {
      device, part, capability, value, deadline, id, number: this.#count += 1,
      earlier: this.#unheard.has(last) ? last : undefined,
    };
    if (!id) {
      command.heard = new Promise((resolve) => { command.hear = resolve; });
      this.#unheard.add(command);
    }
    this.#lastNumbers.set(device, command.number);
    this.commands.set(keyOf(device, part, capability), command);
    this.#markStopped(command, true);
    this.#markPending(command);
    return command;
  }

  /** A command to stop ends the movements of its part, unless it fails. */
  #markStopped({ device, part, capability, value }, isStopped) {
    if (value !== "stopped") return;
    for (const name of movements) {
      const command = name === capability ? undefined : this.last(device, part, name);
      if (command) command.isStopped = isStopped;
    }
  }

  /** Marks the command as pending from now on. Its outcome event may be lost, so the outcome is requested after the
   *  deadline. */
  #markPending(command) {
    command.status = "pending";
    command.error = undefined;
    command.begunAt = performance.now();
    command.ended = new Promise((resolve) => { command.resolve = resolve; });
    this.#schedulePoll(command, command.deadline + graceSeconds);
    if (!command.id) command.answerTimer = setTimeout(() => this.#checkAnswer(command), answerMilliseconds);
    this.#store.markChanged(`device:${command.device}`, "commands");
  }

  /** The connection may be dead without an end: then it is begun again, which shows the home as not connected. */
  #checkAnswer(command) {
    if (command.status !== "pending" || command.id) return;
    if (!this.#store.endIfSilent(answerMilliseconds)) {
      command.answerTimer = setTimeout(() => this.#checkAnswer(command), recheckMilliseconds);
      return;
    }
    command.isUnanswered = true;
    this.#store.markChanged(`device:${command.device}`);
  }

  #markAnswered(command) {
    clearTimeout(command.answerTimer);
    command.isUnanswered = false;
    this.#unheard.delete(command);
    command.earlier = undefined;
    command.hear?.();
  }

  /** Takes over what the gateway says about the command. An unknown one that has no outcome yet becomes pending
   *  again. */
  #update(command, record) {
    command.id = record.id;
    this.#remember(command);
    this.#markAnswered(command);
    if (record.outcome) this.#end(command, record);
    else if (command.status === "unknown") this.#markPending(command);
    else this.#store.markChanged(`device:${command.device}`);
  }

  /** Lets events find the command by its id. The oldest one is forgotten. */
  #remember(command) {
    this.#byId.set(command.id, command);
    if (this.#byId.size > rememberedCommands) this.#byId.delete(this.#byId.keys().next().value);
  }

  #schedulePoll(command, seconds) {
    clearTimeout(command.timer);
    command.timer = setTimeout(() => this.#pollOutcome(command), seconds * 1000);
  }

  /** Requests the outcome of a command. Its status becomes `unknown` when the gateway does not report one. */
  async #pollOutcome(command) {
    const record = command.id && await this.#store.client.request("GET", `/commands/${command.id}`).catch(() => null);
    if (command.status !== "pending") return;
    if (!record) this.#end(command, { outcome: "timedOut" });
    else if (record.outcome) this.#end(command, record);
    else this.#schedulePoll(command, outcomePollSeconds);
  }

  /** Sets the outcome of a pending command; a real outcome also replaces an unknown one. */
  #end(command, { outcome, code, detail, reported, receivedAt }) {
    if (command.status !== "pending" && (command.status !== "unknown" || outcome === "timedOut")) return;
    clearTimeout(command.timer);
    this.#markAnswered(command);
    command.resolve();
    command.outcome = outcome;
    if (outcome === "superseded") return this.#drop(command);
    Object.assign(command, { code, detail, reported, endedAt: now(), status: statusOf[outcome] ?? "refused" });
    const capability = this.#store.capability(command.device, command.part, command.capability);
    // The device may have reported a newer value since it confirmed this command.
    if (outcome === "confirmed" && capability && reported !== undefined && !(capability.state?.time > receivedAt)) {
      capability.state = { value: reported, time: receivedAt, isStale: false };
    }
    if (command.status !== "confirmed" && command.status !== "sent") this.#markStopped(command, false);
    if (command.status === "confirmed") setTimeout(() => this.#drop(command), confirmationMilliseconds);
    if (command.status === "refused" || command.status === "sent") {
      setTimeout(() => this.#drop(command), refusalMilliseconds);
    }
    this.#store.markChanged(`device:${command.device}`, "commands");
  }

  #drop(command) {
    if (!this.isLast(command)) return;
    this.commands.delete(keyOf(command.device, command.part, command.capability));
    this.#store.markChanged(`device:${command.device}`, "commands");
  }
}
