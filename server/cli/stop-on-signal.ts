/** A signal that Ctrl-C or a supervisor aborts with a sentence, for commands that must undo something. */
export function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => stop.abort(new Error("Stopped; nothing was left behind.")));
  return stop.signal;
}
