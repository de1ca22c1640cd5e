/** What a control shows: the wish while it is under way, else what is reported. */
export const wished = ({ value, status, command }) => (status === "pending" ? command.value : value);
