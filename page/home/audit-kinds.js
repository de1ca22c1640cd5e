// The kinds of audit events that people can filter by, each with the events of the API that belong to it.

/** The events of each kind, by the name of the kind. */
export const auditKinds = {
  commands: ["device.control", "device.outcome"],
  devices: ["device.adopt", "device.remove", "device.rename", "device.move", "maintenance.clear"],
  people: ["policy.change", "grant.create", "grant.change", "grant.revoke", "lockdown.on", "lockdown.off"],
  doors: ["auth.login", "auth.logout", "auth.stepUp", "pairing.request", "pairing.success", "pairing.failure",
    "client.revoke", "client.lock", "token.create", "token.revoke"],
  settings: ["settings.change", "retention.purge", "data.import", "data.export",
    "data.strike", "data.restore"],
  gateway: ["gateway.start", "gateway.stop", "cert.issue", "cert.revoke"],
};

const icons = {
  auth: "key", pairing: "phone", client: "phone", token: "key", device: "chip", maintenance: "trash",
  settings: "settings", policy: "people", grant: "people", lockdown: "lock", retention: "clock", data: "download",
  cert: "shield", gateway: "tomte",
};

export const iconOfEvent = (event) => icons[event.split(".")[0]] ?? "history";
