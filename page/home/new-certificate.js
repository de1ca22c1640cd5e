// The new certificate of the home, for which this phone or browser asks until a person says that it is installed here. The
// gateway cannot know what a browser trusts.

/** `{ made, until }`: when the newest web root was made, and until when the former one counts, null once it does not; null
 *  when there is nothing to ask for. */
export function newCertificate({ store: { home }, session: { identity } }) {
  const made = home?.isPanel ? null : home?.newWebRootMadeAt ?? null;
  return !made || identity.installedWebRoot === made ? null : { made, until: home.nextWebRootFrom ?? null };
}

/** Remembers in this browser that the certificate is installed. */
export const recordInstalled = (session, { made }) => session.remember({ installedWebRoot: made });
