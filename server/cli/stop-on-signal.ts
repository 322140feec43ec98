/** Aborted, with a sentence, by Ctrl-C or a supervisor: for commands that have something to take back. */
export function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => stop.abort(new Error("Stopped; nothing was left behind.")));
  return stop.signal;
}
