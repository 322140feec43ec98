import { spawn, type ChildProcess } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { sealCredentials } from "../integrations/access.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { storeProviderCall } from "./store-provider-call.ts";

const ENTRY = resolve(import.meta.dirname, "../cli/worker.ts");
let worker: ChildProcess | null = null;
afterEach(() => {
  worker?.kill("SIGKILL");
});

/** The product's own worker process. If it cannot start on a busy machine, it is restarted, as a supervisor would do. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  child.on("exit", (code) => {
    if (code !== null && child === worker) worker = startProcess();
  });
  return child;
}

test("from the call to the stored message, on a worker that has nothing else to do", async () => {
  const { workspaceId } = await createTestWorkspace();
  worker = startProcess();
  const ROUNDS = 40;
  const number = { wabaId: "1", phoneNumberId: "2", displayPhoneNumber: "+47 900 00 100" };
  const place = { workspaceId, id: uuidv7() };
  const credentials = await sealCredentials(place, {
    accessToken: "EAAG",
    phoneNumberId: "2",
    wabaId: "1",
    appSecret: "0123456789abcdef",
  });
  const channel = await database().integration.create({
    data: { ...place, name: "WhatsApp", type: "WHATSAPP", accountId: "2", state: "active", credentials },
  });
  const bring = async (n: number) => {
    const value = whatsappMessage({ waId: "4790000001" }, { type: "text", text: { body: String(n) } });
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [whatsappEntry(number, value)] });
    await storeProviderCall([channel], Buffer.from(body));
    await eventually(
      async () => (await database().providerCall.count({ where: { workspaceId, doneAt: null } })) === 0,
      30_000,
    );
  };
  await bring(0);
  for (let n = 1; n <= ROUNDS; n++) {
    await bring(n);
    await new Promise((quiet) => setTimeout(quiet, 100));
  }
  // Both times come from the database.
  const rows = await database().$queryRaw<{ ms: number }[]>`
    select extract(epoch from m."createdAt" - c."receivedAt")::float8 * 1000 as ms
    from "ProviderCall" c join "Message" m on m."workspaceId" = c."workspaceId" and m."integrationId" = c."integrationId"
      and convert_from(c.body, 'UTF8') like '%' || m."externalMessageId" || '%'
    where c."workspaceId" = ${workspaceId} order by m.seq offset 1`;
  const times = rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Infinity;
  console.info(
    `call stored to message stored: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms of ${times.length}`,
  );
  expect(times).toHaveLength(ROUNDS);
  // An idle machine needs a tenth of it. Polling would need a second.
  expect(at(0.5)).toBeLessThan(250);
}, 120_000);
