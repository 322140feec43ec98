import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import pg from "pg";
import { figure, median, percentile, spread, type Figure } from "./figures.ts";
import { BUBBLE, openInbox, openPage, ROW, type Stage } from "./portal-stage.ts";

const KEY_MS = 20;
const KEYS = 40;
const KEY_PAUSE_MS = 90;
const LONG = 5_000;
const SHORT = 20;
const BURST_PER_SECOND = 50;
const BURST_SECONDS = 10;
/** Users perceive this as immediate. */
const RESPONSIVE_MS = 100;
const MEMORY_MB = 250;
const THREADS = 100;
const MEGABYTE = 1_048_576;

/** Reads or changes the filled workspace's rows directly in the database. */
export async function inDatabase<T extends pg.QueryResultRow>(
  { databaseUrl }: Stage,
  sql: string,
  values: unknown[],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** An open conversation with about this many messages. Its contact has just written, so an open reply window accepts an answer. */
async function answerableConv(stage: Stage, messages: number): Promise<string> {
  const sql = `update "Conversation" set "lastClientMessageAt" = now() where "workspaceId" = $1 and id = (
    select id from "Conversation" where "workspaceId" = $1 and not ended and "lastSeq" between $2 and $2 + 200 limit 1) returning id`;
  const [row] = await inDatabase<{ id: string }>(stage, sql, [stage.workspaceId, messages]);
  if (!row)
    throw new Error(`no open conversation of ${messages} messages: fill a workspace of 100000 messages or more`);
  return row.id;
}

/** Scrolls up until all messages are loaded. @returns the number of loaded messages, counted by pages. */
async function loadAll(page: Page): Promise<number> {
  const PAGE = 40;
  let pages = 1;
  page.on("response", (response) => {
    if (response.request().postData()?.includes("messagesAround")) pages += 1;
  });
  for (let last = 0, still = 0; pages * PAGE < LONG && still < 150;) {
    await page.getByRole("log").evaluate((log) => (log.scrollTop = log.scrollTop < 200 ? 300 : 0));
    await page.waitForTimeout(50);
    await page.getByRole("log").evaluate((log) => (log.scrollTop = 0));
    await page.waitForTimeout(50);
    still = pages === last ? still + 1 : 0;
    last = pages;
  }
  return Math.min(LONG, pages * PAGE);
}

type Keys = { work: number; total: number }[];

/** @param goesOn called before each key with the number of pressed keys. */
async function type(page: Page, cdp: CDPSession, goesOn: (pressed: number) => boolean): Promise<Keys> {
  await page.evaluate(() => window.bench.watchKeys());
  for (let no = 0; goesOn(no); no += 1) {
    const key = "typing words "[no % 13] ?? "a";
    await cdp.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, key });
    await cdp.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  return page.evaluate(() => window.bench.keys);
}

/** A page with one field, to measure the current cost of any key. */
const TYPING_FLOOR = `<!doctype html><title>Floor</title><textarea aria-label="Floor" rows="4" cols="60"></textarea>`;

async function typingFloor(context: BrowserContext): Promise<Figure> {
  const { page, cdp, slow } = await openPage(context);
  await page.setContent(TYPING_FLOOR);
  await page.getByRole("textbox").click();
  await slow();
  await type(page, cdp, (pressed) => pressed < 5);
  const work = (await type(page, cdp, (pressed) => pressed < KEYS / 2)).map((key) => key.work);
  await page.close();
  const name = "floor: key to paint in a page of one field, p50";
  return figure({ name, unit: "ms", budget: null, seen: median(work), note: spread(work) });
}

/** Types in the composer of a thread with 5,000 messages, all loaded. */
export async function measureTyping(stage: Stage, repeats: number): Promise<Figure[]> {
  const context = await stage.newContext();
  const floor = await typingFloor(context);
  const { page, cdp, slow, busy } = await openPage(context);
  await openInbox(page, stage, await answerableConv(stage, LONG));
  const loaded = await loadAll(page);
  await page.getByRole("textbox", { name: /^Reply to / }).click();
  await slow();
  await type(page, cdp, (pressed) => pressed < 5);
  const keys = [];
  const before = await busy();
  for (let no = 0; no < repeats; no += 1) keys.push(...(await type(page, cdp, (pressed) => pressed < KEYS / 2)));
  const busyMs = ((await busy()) - before) / keys.length;
  await context.close();
  const work = keys.map((key) => key.work);
  const total = keys.map((key) => key.total);
  const name = `key to paint, ${loaded} messages loaded`;
  const note =
    "all that the main thread does from one key to the next, the key's release and the row's timers included";
  const waited = `with the wait for the screen: ${spread(total)}`;
  return [
    floor,
    figure({ name: `${name}, p50`, unit: "ms", budget: KEY_MS, seen: median(work), note: waited }),
    figure({ name: `${name}, p95`, unit: "ms", budget: KEY_MS, seen: percentile(work, 0.95), note: spread(work) }),
    figure({ name: "main thread's processor time per key there", unit: "ms", budget: null, seen: busyMs, note }),
  ];
}

/**
 * Fifty customers write each second while an agent types an answer. The burst ends on time even if the page falls behind.
 * Otherwise a slow page would get ever more work and never finish.
 */
export async function measureBurst(stage: Stage): Promise<Figure[]> {
  const { address, channelId, validateToken, workspaceId } = stage;
  const sql = `select "clientAddress" as sender from "Conversation"
    where "workspaceId" = $1 and "integrationId" = $2 and not ended and "lastSeq" < 1000 limit 200`;
  const senders = await inDatabase<{ sender: string }>(stage, sql, [workspaceId, channelId]);
  const context = await stage.newContext();
  const { page, cdp, slow, busy } = await openPage(context);
  await openInbox(page, stage, await answerableConv(stage, SHORT));
  await page.getByRole("textbox", { name: /^Reply to / }).click();
  await slow();
  await type(page, cdp, (pressed) => pressed < 5);
  const before = await busy();
  const endsAt = Date.now() + BURST_SECONDS * 1_000;
  const isOver = () => Date.now() >= endsAt;
  let sent = 0;
  let refused = 0;
  const posting = setInterval(() => {
    const { sender } = senders[sent % senders.length] ?? { sender: "nobody" };
    if (isOver()) return;
    sent += 1;
    void fetch(`${address}/ext/v1/incoming/custom/${channelId}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-validate-token": validateToken },
      body: JSON.stringify({ senderId: sender, type: "text", content: `Still waiting, number ${sent}` }),
    })
      .then(({ ok }) => (refused += ok ? 0 : 1))
      .catch(() => (refused += 1));
  }, 1_000 / BURST_PER_SECOND);
  const keys = await type(page, cdp, () => !isOver()).finally(() => clearInterval(posting));
  const busyMs = (await busy()) - before;
  await context.close();
  const total = keys.map((key) => key.total);
  const note = `${sent} messages posted, ${refused} refused; ${spread(total)}; main thread busy for ${Math.round(busyMs)} ms`;
  return [
    figure({
      name: "key to paint in a burst of 50 events/s, p95",
      unit: "ms",
      budget: RESPONSIVE_MS,
      seen: percentile(total, 0.95),
      note,
    }),
  ];
}

/** The page's memory after opening a hundred conversations one after the other, after a garbage collection. */
export async function measureMemory(stage: Stage): Promise<Figure[]> {
  const context = await stage.newContext();
  const { page, cdp } = await openPage(context);
  await openInbox(page, stage);
  const list = page.getByRole("listbox");
  const opened = new Set<string>();
  for (let tries = 0; opened.size < THREADS && tries < THREADS; tries += 1) {
    const drawn = await page
      .locator(ROW)
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-conv-id") ?? ""));
    for (const id of drawn.filter((one) => !opened.has(one)).slice(0, THREADS - opened.size)) {
      if ((await page.locator(`[data-conv-id="${id}"]`).count()) === 0) continue;
      await page.evaluate((convId) => window.bench.openRow(convId), id);
      opened.add(id);
    }
    await list.evaluate((element) => (element.scrollTop += element.clientHeight * 0.8));
    await page.waitForTimeout(300);
  }
  await page.locator(BUBBLE).first().waitFor();
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const used = (metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN) / MEGABYTE;
  const nodes = metrics.find(({ name }) => name === "Nodes")?.value ?? 0;
  await context.close();
  const note = `${opened.size} threads opened; ${nodes} nodes in the page`;
  return [figure({ name: "script memory after 100 threads", unit: "MB", budget: MEMORY_MB, seen: used, note })];
}
