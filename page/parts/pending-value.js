// The value that a control shows, from a view of the store.

/** The commanded value while its command is pending, else the reported value. */
export const pendingOrReported = ({ value, status, command }) => (status === "pending" ? command.value : value);

/** Whether the value is known: it was reported at least once, and no command has an unknown outcome. */
export const isKnown = ({ value, status }) => value !== undefined && value !== null && status !== "unknown";
