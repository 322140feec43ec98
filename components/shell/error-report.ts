/** What is quoted of an error: shown in few words, copied with all that helps to find it. */
export type ErrorReport = { reference: string; copied: string };

type Where = { error: unknown; address: string; at: Date };

/**
 * An error of the server has a digest, which stands beside it in the server's log. One of the browser is nowhere but here: its kind
 * and the time name it. The words of a server's error are not among what is copied: it has none in the browser.
 */
export function errorReport({ error, address, at }: Where): ErrorReport {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  const kind = error instanceof Error ? error.name : typeof error;
  const reference = digest ?? `${kind} ${at.toISOString()}`;
  const words = digest === null && error instanceof Error ? error.message : null;
  return { reference, copied: [reference, at.toISOString(), address, words].filter(Boolean).join("\n") };
}

/** The same of one that is being shown now; before there is a browser, it has no address. */
export function reportNow(error: unknown): ErrorReport {
  const address = typeof window === "undefined" ? "" : window.location.pathname;
  return errorReport({ error, address, at: new Date() });
}
