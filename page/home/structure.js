// The structure of devices: what a view is built from, without the values that change all the time.

const liveFields = new Set(["state", "availability"]);

/** A value as text without the states of devices. A view is built again only when this text changes, and otherwise only
 *  shows the new states: so that a slider in use stays. */
export const structureText = (value) => JSON.stringify(value, (key, inner) => (liveFields.has(key) ? undefined : inner));
