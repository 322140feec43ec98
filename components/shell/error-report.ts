/** The data of an error to quote: a short reference for display, and a longer text to copy. */
export type ErrorReport = { reference: string; copied: string };

type Where = { error: unknown; address: string; at: Date };

/**
 * A server error has a digest, which is also in the server's log. A browser error is logged nowhere, so its kind and time
 * identify it.
 * The copied text has no message for server errors: the browser does not receive it.
 */
export function errorReport({ error, address, at }: Where): ErrorReport {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : null;
  const kind = error instanceof Error ? error.name : typeof error;
  const reference = digest ?? `${kind} ${at.toISOString()}`;
  const words = digest === null && error instanceof Error ? error.message : null;
  return { reference, copied: [reference, at.toISOString(), address, words].filter(Boolean).join("\n") };
}

/** The report of an error on display now. During server rendering it has no URL. */
export function reportNow(error: unknown): ErrorReport {
  const address = typeof window === "undefined" ? "" : window.location.pathname;
  return errorReport({ error, address, at: new Date() });
}
