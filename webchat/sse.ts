/** One event of a stream. `id` is the cursor after it. */
export type StreamEvent = { event: string; data: string; id: string | null };

/**
 * Parses server-sent events chunk by chunk as they arrive. Comments (the heartbeat) create no event.
 * @returns a function that takes the next chunk and returns the completed events
 */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  let current = { event: "", data: [] as string[], id: null as string | null };
  return (piece) => {
    const events: StreamEvent[] = [];
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (current.data.length > 0)
          events.push({ event: current.event || "message", data: current.data.join("\n"), id: current.id });
        current = { event: "", data: [], id: null };
        continue;
      }
      const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === "event") current.event = value;
      else if (field === "data") current.data.push(value);
      else if (field === "id") current.id = value;
    }
    return events;
  };
}
