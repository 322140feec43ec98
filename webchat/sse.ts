/** One event of a stream: `id` is the place after it. */
export type StreamEvent = { event: string; data: string; id: string | null };

/**
 * Reads server-sent events piece by piece, as they come off the wire. Comments (the heartbeat) make no event.
 * @returns a function that takes the next piece and answers the events it completed
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
