import pg from "pg";

type Query = (this: unknown, ...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };
const ask = prototype.query;

/** What nobody waits for: wakes of other processes, and the note of when a channel last brought something. */
const IN_THE_BACKGROUND = /pg_notify|"inboundDays"/;

let heard: string[] | null = null;

// Connections that were opened before this module was loaded are not heard: a test imports it.
prototype.query = function (...args) {
  const [asked] = args as [string | { text?: string } | undefined];
  const text = typeof asked === "string" ? asked : (asked?.text ?? "");
  if (heard && !IN_THE_BACKGROUND.test(text)) heard.push(text);
  return ask.apply(this, args);
};

/** Does something and returns what it asked the database, one text for each round trip, BEGIN and COMMIT among them. */
export async function roundTripsOf(act: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  heard = texts;
  try {
    await act();
  } finally {
    heard = null;
  }
  return texts;
}
