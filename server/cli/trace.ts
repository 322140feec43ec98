/**
 * `npm run trace -- ID [--json]`: shows what a message, a request (`x-request-id`) or an event (`webhook-id`) led to: the
 * provider's call that brought it, the message, its attempts, its events, and the subscribers' responses. Changes nothing, and
 * shows no message text.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { findDatabase } from "./find-database.ts";
import { scrubText } from "../redact.ts";
import { answerHelp, failWith } from "./run.ts";
import { findTrace } from "./trace/find-trace.ts";
import { printTrace } from "./trace/print-trace.ts";

const USAGE = "Usage: npm run -s trace -- <message id, x-request-id or webhook-id> [--json]";

async function main(): Promise<number> {
  answerHelp(USAGE);
  const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1) throw new Error(USAGE);
  const release = await findDatabase();
  const db = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: "omnichannel trace" });
  try {
    await db.connect();
    await db.query("set default_transaction_read_only = on");
    const found = await findTrace(db, id);
    // Providers repeat what they were sent.
    const told = (name: string, value: unknown) =>
      name === "error" && typeof value === "string" ? scrubText(value) : value;
    if (values.json) console.log(JSON.stringify(found, told, 2));
    else for (const line of printTrace(found)) console.log(scrubText(line));
    if (found.calls.length + found.messages.length + found.events.length > 0) return 0;
    if (!values.json)
      console.log("Nothing is known by that id. Events are kept for 31 days, and what only reads leaves none.");
    return 1;
  } finally {
    await db.end().catch(() => undefined);
    await release();
  }
}

main().then((code) => process.exit(code), failWith);
