/** A client of the live stream. Like a browser, it reconnects with its cursor when the stream ends. */
export type Listener = {
  /** Resolves once it receives every new event. */
  ready: Promise<void>;
  /** How often each change was received, by its name and the ids it concerns. */
  heard: ReadonlyMap<string, number>;
  figures: () => { connections: number; resets: number };
  close: () => Promise<void>;
};

type Change = { name: string; convId: string | null; clientId: string | null; messageId: string | null };

/** The key of a change, the same for the stream and for the database. */
export function changeKey({ name, convId, clientId, messageId }: Change): string {
  return `${name} ${convId ?? "-"} ${clientId ?? "-"} ${messageId ?? "-"}`;
}

const COME_BACK_MS = 100;

export function startListener(options: { pick: () => Promise<string>; apiKey: string; workspaceId: number }): Listener {
  const heard = new Map<string, number>();
  const closing = new AbortController();
  const ready = Promise.withResolvers<void>();
  let cursor: string | null = null;
  let connections = 0;
  let resets = 0;

  const take = (block: string) => {
    const fields = new Map(
      block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    const id = fields.get("id");
    if (id) cursor = id;
    const event = fields.get("event");
    if (event === "ready") ready.resolve();
    if (event === "reset") resets++;
    if (event !== "change") return;
    const key = changeKey(JSON.parse(fields.get("data") ?? "{}") as Change);
    heard.set(key, (heard.get(key) ?? 0) + 1);
  };
  const listen = async () => {
    const response = await fetch(`${await options.pick()}/events?workspaceId=${options.workspaceId}`, {
      headers: { authorization: options.apiKey, ...(cursor === null ? {} : { "last-event-id": cursor }) },
      signal: closing.signal,
    });
    if (!response.ok || !response.body) return void (await response.body?.cancel());
    connections++;
    let rest = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    }
  };
  const ended = (async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined);
      await new Promise((wait) => setTimeout(wait, COME_BACK_MS));
    }
  })();

  return {
    ready: ready.promise,
    heard,
    figures: () => ({ connections, resets }),
    close: () => {
      closing.abort();
      return ended;
    },
  };
}
