import type { Page } from "@playwright/test";
import { z } from "zod";
import { figure, percentile, spread, type Figure } from "./figures.ts";
import { openPage, ROW, type Stage } from "./portal-stage.ts";

const LIST_MS = 100;
const ROUNDS = 30;
/** The current cost of any request. */
const FLOOR = "floor: a GraphQL question about nothing";
/** Requests until the server's code is compiled and the database's pages are cached. */
const WARM_UP = 5;
const PAGES = [
  "inbox",
  "contacts",
  "broadcasts",
  "assistants",
  "channels",
  "reports",
  "developers",
  "settings",
  "playground",
];
/** Every list of the inbox, with the input that its pages send. */
const LISTS: { name: string; more: Record<string, unknown> }[] = [
  ...["all", "mine", "needsReply", "unassigned", "aiHandling", "mentions", "snoozed", "failed", "drafts", "ended"].map(
    (view) => ({
      name: view,
      more: { view, sort: view === "needsReply" ? "oldestWaiting" : "newest" },
    }),
  ),
  { name: "windowClosing", more: { view: "windowClosing", sort: "windowClosing" } },
  { name: "all, who waits longest first", more: { view: "all", sort: "oldestWaiting" } },
  { name: "all, of a tag", more: { view: "all", tags: ["refund"] } },
  { name: "name contains “silva”", more: { view: null, search: "silva" } },
];

const asked = z.object({ query: z.string(), variables: z.object({ input: z.record(z.string(), z.unknown()) }) });
const answer = z.object({ data: z.unknown(), errors: z.array(z.object({ message: z.string() })).optional() });

/** The list's own GraphQL operation, exactly as the inbox sends it, over HTTP without a browser. */
export async function measureLists(stage: Stage): Promise<Figure[]> {
  const context = await stage.newContext();
  const { page } = await openPage(context);
  // The first list is part of the page. The next one makes a request.
  const [counting] = await Promise.all([
    asking(page, "convViewCounts"),
    page.goto(`/${stage.workspaceId}/inbox`, { waitUntil: "commit" }),
  ]);
  const [{ query, variables }] = await Promise.all([
    asking(page, "query InboxConvRows"),
    page.getByRole("link", { name: "Ended", exact: true }).click(),
  ]);
  await page.close();
  const { workspaceId } = stage;
  const { first } = variables.input;
  const questions = [
    { name: FLOOR, document: "{ __typename }", input: {} },
    { name: "counts of all views", document: counting.query, input: { workspaceId } },
    ...LISTS.map(({ name, more }) => ({
      name: `list query, ${name}`,
      document: query,
      input: { workspaceId, first, ...more },
    })),
  ].map((question) => ({ ...question, times: Array.of<number>() }));
  // Interleaved, so that other work on the machine affects all alike.
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { name, document, input, times } of questions) {
      const began = performance.now();
      const response = await context.request.post("/core/gq", { data: { query: document, variables: { input } } });
      const { errors } = answer.parse(await response.json());
      if (round >= WARM_UP) times.push(performance.now() - began);
      if (errors) throw new Error(`${name}: ${errors.map(({ message }) => message).join(", ")}`);
    }
  }
  await context.close();
  return questions.map(({ name, times }) =>
    figure({
      name: `${name}, p95`,
      unit: "ms",
      budget: name === FLOOR ? null : LIST_MS,
      seen: percentile(times, 0.95),
      note: spread(times),
    }),
  );
}

/** The operation that the page itself sends. */
async function asking(page: Page, words: string): Promise<z.infer<typeof asked>> {
  const request = await page.waitForRequest((one) => one.postData()?.includes(words) ?? false);
  return asked.parse(request.postDataJSON());
}

/**
 * The size of the scripts that a browser with an empty cache loads for each section. It has no budget, so it is only reported.
 */
export async function measureScripts(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of PAGES) {
    const context = await stage.newContext();
    const { page } = await openPage(context);
    await page.goto(`/${stage.workspaceId}/${name}`, { waitUntil: "load" });
    if (name === "inbox") await page.locator(ROW).first().waitFor();
    const { files, transfer, decoded } = await page.evaluate(() => {
      const scripts = performance
        .getEntriesByType("resource")
        .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname.endsWith(".js"));
      const sum = (of: (entry: PerformanceResourceTiming) => number) =>
        scripts.reduce((bytes, one) => bytes + of(one), 0);
      return {
        files: scripts.length,
        transfer: sum(({ transferSize }) => transferSize),
        decoded: sum(({ decodedBodySize }) => decodedBodySize),
      };
    });
    await context.close();
    const note = `${Math.round(decoded / 1_024)} kB unpacked, in ${files} files`;
    figures.push(
      figure({ name: `scripts of ${name}, transferred`, unit: "kB", budget: null, seen: transfer / 1_024, note }),
    );
  }
  return figures;
}
