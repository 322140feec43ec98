import pg from "pg";

type Query = (this: unknown, ...args: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };
const ask = prototype.query;

/**
 * Statements that no request waits for: notifications to other processes, and the record of a channel's last inbound message.
 */
const IN_THE_BACKGROUND = /pg_notify|"inboundDays"/;

let heard: string[] | null = null;

// Only connections opened after this module was loaded are recorded, so a test must import it.
prototype.query = function (...args) {
  const [asked] = args as [string | { text?: string } | undefined];
  const text = typeof asked === "string" ? asked : (asked?.text ?? "");
  if (heard && !IN_THE_BACKGROUND.test(text)) heard.push(text);
  return ask.apply(this, args);
};

/** Runs `act` and returns its database round trips, one text each, including BEGIN and COMMIT. */
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
