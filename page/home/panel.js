// What a panel on a wall shows of the home. Everybody who passes by can touch it, so that it manages nothing, and it
// offers no command that needs a PIN.

const permissions = ["controlDevices", "viewEnergy", "viewEnvironment"];

/** The home with the permissions of a panel. */
export const homeOnPanel = (home) =>
  home && { ...home, permissions: home.permissions.filter((name) => permissions.includes(name)), needsPIN: false, isPanel: true };

/** The device without the commands that need a PIN. */
export const deviceOnPanel = (device) => ({
  ...device,
  parts: device.parts.map((part) => ({ ...part, capabilities: part.capabilities.map(capabilityOnPanel) })),
});

function capabilityOnPanel(capability) {
  const { access, isSensitive, mayCommand } = capability;
  if (!mayCommand) return capability;
  if (!access) return { ...capability, mayCommand: !isSensitive };
  const own = withoutPIN(access);
  const offered = [...Object.values(own), ...Object.values(own.options ?? {})].includes("direct");
  return { ...capability, ...usualRange(capability, own), access: own, mayCommand: offered };
}

const withoutPIN = ({ options, ...access }) => ({
  ...refusedWithPIN(access), ...(options ? { options: refusedWithPIN(options) } : {}),
});

const refusedWithPIN = (access) =>
  Object.fromEntries(Object.entries(access).map(([name, how]) => [name, how === "stepUp" ? "refused" : how]));

/** The set-points that need no PIN, as the range of the capability. */
function usualRange({ minimum, maximum }, access) {
  if (access.beyond !== "refused") return {};
  return { minimum: access.minimum ?? minimum, maximum: access.maximum ?? maximum };
}
