import type { IncomingMessage, ServerResponse } from "node:http";
import type { SimulatorState } from "./state.ts";

const BEAT_MS = 15_000;

/** Server-sent events for the page: first the whole state (also after each reconnection), then every change. */
export function streamChanges(state: SimulatorState, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  response.write("retry: 1000\n\n");
  send("snapshot", state.snapshot());
  const unsubscribe = state.subscribe((change) => send("change", change));
  const beat = setInterval(() => response.write(": beat\n\n"), BEAT_MS);
  request.on("close", () => {
    clearInterval(beat);
    unsubscribe();
  });
}
