/** Asks the filled workspace of DATABASE_URL everything that row-security.ts compares, TIMES times, and tells the middle of each in milliseconds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCtx } from "../server/auth/system-ctx.ts";
import { database, disconnect, inTransaction } from "../server/db.ts";
import { env } from "../server/env.ts";
import { addMessage } from "../server/inbox/add-message.ts";
import { listConvRows } from "../server/inbox/list-conv-rows.ts";
import { receiveMessage } from "../server/inbox/receive-message.ts";
import { searchInbox } from "../server/inbox/search-inbox.ts";
import { median } from "./figures.ts";

const { DATA_DIR } = env();
const times = Number(process.env.TIMES);
const { workspaceId } = JSON.parse(readFileSync(join(DATA_DIR, "bench.json"), "utf8")) as { workspaceId: number };
const ctx = () => systemCtx(workspaceId, "bench");
const channel = await database().integration.findFirstOrThrow({ where: { workspaceId, type: "CUSTOM" } });
const conv = await database().conversation.findFirstOrThrow({
  where: { workspaceId, integrationId: channel.id, ended: false },
  orderBy: { lastMessageAt: "desc" },
});
const sender = "row-security-bench";
const inbound = () =>
  receiveMessage(ctx(), channel, {
    senderId: sender,
    externalMessageId: null,
    externalConversationId: null,
    type: "text",
    content: "Where is my order?",
    profile: { name: "Bench" },
    replyTo: null,
    providerAt: null,
  });

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  "a client's message": inbound,
  "an agent's note": () =>
    addMessage(ctx(), { convId: conv.id, content: "A note", type: "note", noteType: "internal" }),
  "a list of 50": () => listConvRows(ctx(), { first: 50 }),
  "the same in a transaction that sets the workspace": () =>
    inTransaction(ctx(), async (tx) => {
      await tx.db.$executeRaw`select set_config('app.workspace_id', ${String(workspaceId)}, true)`;
      return listConvRows(tx, { first: 50 });
    }),
  "a list by a tag and a name": () => listConvRows(ctx(), { first: 50, tags: ["vip"], search: "silva" }),
  "a search in all messages": () => searchInbox(ctx(), { text: "refund invoice" }),
};

await inbound();
const seen: Record<string, number> = {};
for (const [what, act] of Object.entries(QUESTIONS)) {
  for (let n = 0; n < 5; n++) await act();
  const samples: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await act();
    samples.push(performance.now() - began);
  }
  seen[what] = median(samples);
}
console.log(JSON.stringify(seen));
await disconnect();
