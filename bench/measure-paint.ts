import type { BrowserContext } from "@playwright/test";
import { figure, median, percentile, spread, type Figure } from "./figures.ts";
import { openInbox, openPage, ROW, type MeasuredPage, type Stage } from "./portal-stage.ts";

const COLD_MS = 1_000;
const WARM_MS = 300;
const CACHED_MS = 50;
const UNCACHED_MS = 150;
/** The neighbours of the open thread are read 300 ms after it (components/inbox/use-prefetch.ts); then until nothing is under way. */
const PREFETCHED_MS = 2_000;

/** A page of one line, for what a navigation costs here at this moment whatever it leads to. */
const FLOOR = "<!doctype html><title>Floor</title><a data-conv-id=1>One row</a>";

/** `busy`: of that, the main thread's own processor time, slowed down: what stays the same on a machine that has other work. */
type Paint = { at: number; busy: number };
/** `alive`: when its rows take clicks. */
type ListPaint = Paint & { alive: number };

/** From the start of the navigation to the first row on the screen: nothing stored, then scripts and connection there already. */
export async function measureListPaint(stage: Stage, repeats: number): Promise<Figure[]> {
  const floor: Paint[] = [];
  const cold: ListPaint[] = [];
  const warm: ListPaint[] = [];
  const inbox = `/${stage.workspaceId}/inbox`;
  for (let no = 0; no < repeats; no += 1) {
    // Apart: a context that is routed keeps no cache.
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

/** Not by the page's own `evaluate`, which would bring scripts of its own into what is measured. */
async function asked({ cdp }: MeasuredPage, expression: string): Promise<number> {
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  return Number(result.value);
}

/** From the click on a row to its messages on the screen: the neighbour that was read ahead, then one that nobody has read. */
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
  // There and back: the neighbour is read ahead each time anew where it has grown old.
  for (let no = 0; no < repeats; no += 1) {
    await page.waitForTimeout(PREFETCHED_MS);
    cached.push(await openRow(opened, no % 2 === 0 ? second : first));
  }
  // Far from what is open: every third row of those that are drawn.
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
/** Clocks of frames tremble by less than this. */
const TREMBLE_MS = 1;
/** Of a hundred frames so many may be late for "60 a second" to be true. */
const LATE_SHARE = 5;
const SCROLL_PX = 12_000;

/** As many rows of one line as are scrolled over, nothing of them drawn by scripts: what scrolling costs here whatever is scrolled. */
const SCROLL_FLOOR = `<!doctype html><title>Floor</title><div role=listbox style="height: 850px; width: 360px; overflow: auto">
  ${Array.from({ length: 400 }, (_, no) => `<div style="height: 72px">Row ${no}</div>`).join("")}</div>`;

/** A list that is scrolled evenly for some seconds: how many frames come late, and how many not at all. */
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
