import type { BrowserContext } from "@playwright/test";
import { figure, median, percentile, spread, type Figure } from "./figures.ts";
import { openInbox, openPage, ROW, type MeasuredPage, type Stage } from "./portal-stage.ts";

const COLD_MS = 650;
const WARM_MS = 350;
const CACHED_MS = 80;
const UNCACHED_MS = 180;
const FIRST_PALETTE_MS = 150;
const PALETTE_MS = 50;
/**
 * The page prefetches the neighbours of the open thread after 300 ms (components/inbox/use-prefetch.ts). By this time all
 * requests are done.
 */
const PREFETCHED_MS = 2_000;

/** A page of one line, to measure the current cost of any navigation. */
const FLOOR = "<!doctype html><title>Floor</title><a data-conv-id=1>One row</a>";

/** `busy` is the main thread's processor time within `at`, slowed down. It stays stable on a busy machine. */
type Paint = { at: number; busy: number };
/** `alive`: when its rows react to clicks. */
type ListPaint = Paint & { alive: number };

/**
 * From the start of the navigation to the first painted row: first with an empty cache, then with cached scripts and an open
 * connection.
 */
export async function measureListPaint(stage: Stage, repeats: number): Promise<Figure[]> {
  const floor: Paint[] = [];
  const cold: ListPaint[] = [];
  const warm: ListPaint[] = [];
  const inbox = `/${stage.workspaceId}/inbox`;
  for (let no = 0; no < repeats; no += 1) {
    // A separate context, because a context with routes has no cache.
    const plain = await stage.newContext();
    await plain.route("**/floor", (route) => route.fulfill({ contentType: "text/html", body: FLOOR }));
    floor.push(await firstRow(plain, "/floor"));
    await plain.close();
    const context = await stage.newContext();
    cold.push(await listPaint(context, inbox));
    warm.push(await listPaint(context, inbox));
    await context.close();
  }
  return [
    row("floor: a page of one line painted", null, floor),
    row("list painted, cold", COLD_MS, cold),
    row("list painted, warm", WARM_MS, warm),
    alive("list takes clicks, cold", cold),
    alive("list takes clicks, warm", warm),
  ];
}

function alive(name: string, paints: ListPaint[]): Figure {
  const times = paints.map((paint) => paint.alive);
  return figure({ name, unit: "ms", budget: null, seen: median(times), note: spread(times) });
}

function row(name: string, budget: number | null, paints: Paint[]): Figure {
  const times = paints.map(({ at }) => at);
  const note = `${spread(times)}; main thread busy for ${Math.round(median(paints.map(({ busy }) => busy)))} ms`;
  return figure({ name, unit: "ms", budget, seen: median(times), note });
}

async function firstRow(context: BrowserContext, path: string): Promise<Paint> {
  const opened = await openPage(context);
  const paint = await paintIn(opened, path);
  await opened.page.close();
  return paint;
}

async function listPaint(context: BrowserContext, path: string): Promise<ListPaint> {
  const opened = await openPage(context);
  const paint = await paintIn(opened, path);
  const whole = { ...paint, alive: await asked(opened, "window.bench.alive()") };
  await opened.page.close();
  return whole;
}

async function paintIn(opened: MeasuredPage, path: string): Promise<Paint> {
  await opened.slow();
  const before = await opened.busy();
  await opened.page.goto(path, { waitUntil: "commit" });
  const at = await asked(opened, "window.bench.firstRow");
  return { at, busy: (await opened.busy()) - before };
}

/** Does not use the page's own `evaluate`, which would run additional scripts during the measurement. */
async function asked({ cdp }: MeasuredPage, expression: string): Promise<number> {
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return Number(result.value);
}

/** From the palette's key to its painted list: the first time on a page, and later. */
export async function measurePalette(stage: Stage, repeats: number): Promise<Figure[]> {
  const first: Paint[] = [];
  const later: Paint[] = [];
  for (let no = 0; no < repeats; no += 1) {
    const context = await stage.newContext();
    const opened = await openPage(context);
    await openInbox(opened.page, stage);
    await opened.page.waitForTimeout(PREFETCHED_MS);
    await opened.slow();
    first.push(await openPalette(opened));
    await opened.page.waitForTimeout(PREFETCHED_MS);
    later.push(await openPalette(opened));
    await context.close();
  }
  return [row("palette, first time", FIRST_PALETTE_MS, first), row("palette, later", PALETTE_MS, later)];
}

async function openPalette({ page, busy }: MeasuredPage): Promise<Paint> {
  const before = await busy();
  const at = await page.evaluate(() => window.bench.openPalette());
  return { at, busy: (await busy()) - before };
}

/** From the click on a row to its painted messages and details: first a prefetched neighbour, then a row that was not prefetched. */
export async function measureSwitching(stage: Stage, repeats: number): Promise<Figure[]> {
  const context = await stage.newContext();
  const opened = await openPage(context);
  const { page, slow } = opened;
  await openInbox(page, stage);
  const ids = await page.locator(ROW).evaluateAll((rows) => rows.map((row) => row.getAttribute("data-conv-id") ?? ""));
  const [first = "", second = ""] = ids;
  await page.evaluate((id) => window.bench.openRow(id), first);
  await slow();
  const cached: Paint[] = [];
  const uncached: Paint[] = [];
  // Back and forth. The neighbour is prefetched again each time it is stale.
  for (let no = 0; no < repeats; no += 1) {
    await page.waitForTimeout(PREFETCHED_MS);
    cached.push(await openRow(opened, no % 2 === 0 ? second : first));
  }
  // Rows far from the open one: every third drawn row.
  for (const id of ids.slice(4).filter((_, index) => index % 3 === 0)) {
    if (uncached.length === repeats) break;
    await page.waitForTimeout(PREFETCHED_MS);
    uncached.push(await openRow(opened, id));
  }
  await context.close();
  return [
    row("next conversation, read ahead", CACHED_MS, cached),
    row("next conversation, not read ahead", UNCACHED_MS, uncached),
  ];
}

async function openRow({ page, busy }: MeasuredPage, convId: string): Promise<Paint> {
  const before = await busy();
  const at = await page.evaluate((id) => window.bench.openRow(id), convId);
  return { at, busy: (await busy()) - before };
}

const FRAME_MS = 1_000 / 60;
/** Frame times jitter by less than this. */
const TREMBLE_MS = 1;
/** The most late frames per hundred. */
const LATE_SHARE = 8;
const SCROLL_PX = 12_000;

/** The same number of one-line rows, without scripts, to measure the current cost of any scrolling. */
const SCROLL_FLOOR = `<!doctype html><title>Floor</title><div role=listbox style="height: 850px; width: 360px; overflow: auto">
  ${Array.from({ length: 400 }, (_, no) => `<div style="height: 72px">Row ${no}</div>`).join("")}</div>`;

/** Scrolls a list evenly for some seconds and counts late and dropped frames. */
export async function measureScrolling(stage: Stage, repeats: number): Promise<Figure[]> {
  const context = await stage.newContext();
  const floor = await openPage(context);
  await floor.page.setContent(SCROLL_FLOOR);
  const least = await scroll(floor, repeats);
  await floor.page.close();
  const opened = await openPage(context);
  await openInbox(opened.page, stage);
  await opened.page.waitForTimeout(PREFETCHED_MS);
  const { late, note } = await scroll(opened, repeats);
  await context.close();
  const unit = "%";
  return [
    figure({
      name: "floor: frames late while plain rows scroll",
      unit,
      budget: null,
      seen: least.late,
      note: least.note,
    }),
    figure({ name: "frames late while the list scrolls", unit, budget: LATE_SHARE, seen: late, note }),
  ];
}

async function scroll({ page, cdp, slow }: MeasuredPage, repeats: number): Promise<{ late: number; note: string }> {
  const box = await page.getByRole("listbox").boundingBox();
  if (!box) throw new Error("the list is not drawn");
  await slow();
  const late: number[] = [];
  let dropped = 0;
  let frames = 0;
  for (let no = 0; no < repeats; no += 1) {
    await page.evaluate(() => window.bench.watchFrames());
    await cdp.send("Input.synthesizeScrollGesture", {
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2),
      yDistance: no % 2 === 0 ? -SCROLL_PX : SCROLL_PX,
      speed: 4_000,
      gestureSourceType: "mouse",
      preventFling: true,
    });
    const between = await page.evaluate(() => window.bench.stopFrames());
    late.push((between.filter((ms) => ms > FRAME_MS + TREMBLE_MS).length / between.length) * 100);
    dropped += between.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
    frames += between.length;
  }
  const note = `${dropped} frames dropped beside ${frames} drawn; worst run ${Math.round(percentile(late, 1))} %`;
  return { late: median(late), note };
}
