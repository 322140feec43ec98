import { setTimeout as pause } from "node:timers/promises";
import type { BenchDatabase } from "../bench-database.ts";
import { rowOfFigure, type GoalRow } from "../goals.ts";
import { keepPace } from "./load-shapes.ts";
import { customerOf, openPipes } from "./stage.ts";

const PER_SECOND = 50;
const SENDERS = 50;
const LOOK_MS = 2_000;
/** The largest share of refused requests. */
const MOST_REFUSED = 0.01;
/** The share of `minutes` that is warm-up at most: the code gets compiled, pools and caches fill. */
const SETTLE_SHARE = 1 / 3;

type Sample = { minute: number; web: number; worker: number };

/** Memory of the whole web process and of a worker at 50 requests per second: messages, lists, replies and pages. */
export async function measureMemory(database: BenchDatabase, minutes: number): Promise<GoalRow[]> {
  const stage = await openPipes(database, { web: "web" });
  try {
    const { web, worker } = stage;
    const integrationId = await stage.addChannel("shop", PER_SECOND);
    await stage.makeCustomers(integrationId, SENDERS);
    const list = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id createdAt ended tags client } } }";
    const first = (await stage.ask(list, {})) as { convs: { nodes: { id: string }[] } };
    const convIds = first.convs.nodes.map(({ id }) => id);
    const add = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
    const reply = (number: number) => ({
      convId: convIds[number % convIds.length],
      ...{ integrationId, content: "Hello", type: "text" },
    });
    const page = async () => {
      const answer = await fetch(`${web.address}/sign-in`);
      await answer.text();
      if (!answer.ok) throw new Error(`/sign-in answered ${answer.status}`);
    };
    const kinds: ((number: number) => Promise<unknown>)[] = [
      ...Array.from(
        { length: 5 },
        () => (number: number) => stage.ingest(integrationId, customerOf(number, SENDERS), number),
      ),
      ...Array.from({ length: 3 }, () => () => stage.ask(list, {})),
      (number) => stage.ask(add, reply(number)),
      page,
    ];
    const samples: Sample[] = [];
    const began = performance.now();
    let isOver = false;
    const looking = (async () => {
      while (!isOver) {
        await pause(LOOK_MS);
        samples.push({ minute: (performance.now() - began) / 60_000, web: web.rssMb(), worker: worker.rssMb() });
      }
    })();
    let refused = 0;
    let lastRefusal: unknown = null;
    const call = async (number: number) => {
      try {
        await kinds[number % kinds.length]?.(number);
      } catch (error) {
        refused += 1;
        lastRefusal = error;
      }
    };
    const { began: calls } = await keepPace(PER_SECOND, minutes * 60, 1, call);
    isOver = true;
    await looking;
    // A machine that stalls for seconds refuses a few requests. More would be a different load than the one to measure.
    if (refused > calls.size * MOST_REFUSED)
      throw new Error(`${refused} requests were refused`, { cause: lastRefusal });
    const note = `${minutes} minutes at ${PER_SECOND} requests/s, ${refused} refused`;
    const judged = { minutes, note };
    return [...rowsOf("web", samples, judged, 450), ...rowsOf("worker", samples, judged, 300)];
  } finally {
    await stage.stop();
  }
}

type Judged = { minutes: number; note: string };

function rowsOf(which: "web" | "worker", samples: Sample[], { minutes, note }: Judged, must: number): GoalRow[] {
  const after = samples.filter(({ minute }) => minute > minutes * SETTLE_SHARE);
  const most = Math.max(...samples.map((sample) => sample[which]));
  const question = { goal: null, wants: "less" as const, note };
  return [
    rowOfFigure(
      { ...question, what: `memory of the ${which} process, most`, unit: "MB", bound: { must, moonshot: must } },
      most,
    ),
    rowOfFigure(
      {
        ...question,
        what: `what the ${which} process grows by`,
        unit: "MB/min",
        // A short run shows warm-up rather than growth, so it is judged only from ten minutes on.
        bound: minutes >= 10 ? { must: 1, moonshot: 1 } : null,
      },
      slopeOf(after.map((sample) => [sample.minute, sample[which]])),
    ),
  ];
}

/** Slope of the least-squares line. */
function slopeOf(points: [number, number][]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
