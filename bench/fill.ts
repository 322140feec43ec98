/**
 * `node bench/fill.ts [--conversations N] [--messages M] [--workspace ID]` fills a workspace in DATABASE_URL, or in an embedded
 * PostgreSQL under DATA_DIR (.data/bench). Without --workspace it creates one and writes its owner's credentials to
 * DATA_DIR/bench.json, which the other benchmarks read. Ctrl-C undoes it.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { failWith } from "../server/cli/run.ts";
import { openBenchDatabase } from "./bench-database.ts";

const USAGE = "node bench/fill.ts [--conversations N] [--messages M] [--workspace ID]";
const CONVERSATIONS = 100_000;
const MESSAGES = 2_000_000;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { conversations: text, messages: text, workspace: text } });

function whole(name: keyof typeof values, otherwise: number): number {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isSafeInteger(given) && given > 0) return given;
  throw new Error(`--${name} must be a whole number above 0\n${USAGE}`);
}

async function main(): Promise<void> {
  const conversations = whole("conversations", CONVERSATIONS);
  const messages = whole("messages", MESSAGES);
  const stopped = new AbortController();
  process.once("SIGINT", () => stopped.abort(new Error("Stopped: the fill was undone.")));
  const database = await openBenchDatabase();
  const { makeOwner, hireCast } = await import("./fill-cast.ts");
  const { fillWorkspace } = await import("./fill-workspace.ts");
  const { disconnect } = await import("../server/db.ts");
  try {
    const owner = values.workspace === undefined ? await makeOwner() : undefined;
    const workspaceId = owner?.workspaceId ?? whole("workspace", 0);
    const cast = await hireCast(workspaceId, owner?.validateToken ?? randomBytes(12).toString("base64url"));
    const say = (line: string) => console.log(line);
    const { signal } = stopped;
    const taken = await fillWorkspace(database.url, cast, { conversations, messages, say, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw error;
      },
    );
    const rate = Math.round(messages / taken.seconds);
    console.log(
      `Workspace ${workspaceId}: ${conversations} conversations, ${messages} messages in ${taken.seconds} s ` +
        `(${taken.indexSeconds} s of it for indexes), ${rate} messages a second.`,
    );
    if (owner) {
      const file = join(database.dataDir, "bench.json");
      const channelId = cast.channels.find(({ type }) => type === "CUSTOM")?.id;
      writeFileSync(file, JSON.stringify({ ...owner, channelId, conversations, messages }, null, 2), { mode: 0o600 });
      console.log(`Its owner's way in: ${file}`);
    }
  } finally {
    await disconnect();
    await database.stop();
  }
}

await main().catch(failWith);
