// What a control shows of a view of the store.

/** The wish while it is under way, else what is reported. */
export const wished = ({ value, status, command }) => (status === "pending" ? command.value : value);

/** Whether anybody can say how it is: it was heard once, and no command has ended without an answer. */
export const isKnown = ({ value, status }) => value !== undefined && value !== null && status !== "unknown";
