import { z } from "zod";
import { percentile } from "../figures.ts";
import { rowOfRounds, type GoalRow, type Round } from "../goals.ts";
import { keepPace } from "./load-shapes.ts";
import { signIn } from "./people.ts";
import { startSide, type Side } from "./side.ts";
import { caller, contentOf, customerOf, type PipesStage } from "./stage.ts";

const LISTENERS = 1_000;
/** Signed-in members of the workspace. Each has the portal open in several tabs. */
const PEOPLE = 100;
const PER_SECOND = 10;
const SENDERS = 50;
/** Time after the last call. A message that has not arrived by then counts as lost. */
const SETTLE_MS = 1_500;

type Hub = {
  send: (number: number) => Promise<{ messageId: string }>;
  port: number;
  path: string;
  tokens: string[];
  rssMb: () => number;
};

const told = z.object({ messageId: z.string() });
const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

/** Goal 20, and the server's part of the second half of goal 26: from POST to one listener's open stream. */
export async function measureStream(stage: PipesStage, rounds: number, seconds: number): Promise<GoalRow[]> {
  const channelId = await stage.addChannel("shop", 50);
  await stage.makeCustomers(channelId, SENDERS);
  const floor = await startSide("pipes/floor-hub.ts", { DATABASE_URL: stage.databaseUrl });
  const { post, close } = caller(floor.url(""));
  const hubs: { floor: Hub; ours: Hub } = {
    floor: {
      send: async (number) => told.parse(await post("/", {}, { content: contentOf(number) })),
      ...{ port: floor.port, path: "/events", tokens: [], rssMb: floor.rssMb },
    },
    ours: {
      send: (number) => stage.ingest(channelId, customerOf(number, SENDERS), number),
      ...{ port: Number(new URL(stage.web.address).port), path: `/events?workspaceId=${stage.workspaceId}` },
      ...{ tokens: (await signIn(stage.workspaceId, PEOPLE)).map(({ token }) => token), rssMb: stage.web.rssMb },
    },
  };
  try {
    const [late, memory, alone]: [Round[], Round[], Round[]] = [[], [], []];
    const totals: string[] = [];
    // Warm-up, not measured: both processes reach their working memory.
    for (const hub of [hubs.floor, hubs.ours]) await waitsOf(hub, 20, 1);
    for (let round = 0; round < rounds; round += 1) {
      const crowd = {
        floor: await hearAt(hubs.floor, LISTENERS, seconds),
        ours: await hearAt(hubs.ours, LISTENERS, seconds),
      };
      late.push({ floor: percentile(crowd.floor.waits, 0.99), ours: percentile(crowd.ours.waits, 0.99) });
      // A process keeps memory it once had, so only the first round shows what the listeners need.
      if (round === 0) memory.push({ floor: crowd.floor.grownMb, ours: crowd.ours.grownMb });
      totals.push(`${crowd.floor.totalMb.toFixed(0)} / ${crowd.ours.totalMb.toFixed(0)}`);
      const one = { floor: await hearAt(hubs.floor, 1, seconds), ours: await hearAt(hubs.ours, 1, seconds) };
      alone.push({ floor: percentile(one.floor.waits, 0.95), ours: percentile(one.ours.waits, 0.95) });
    }
    const bound = { must: 2, moonshot: 1.3 };
    const what = `live event to ${LISTENERS} listeners, ${PER_SECOND}/s`;
    return [
      rowOfRounds({ goal: 20, what: `${what}: p99 / bare hub`, unit: "ms", wants: "less", bound }, late),
      rowOfRounds(
        {
          goal: 20,
          what: `memory that ${LISTENERS} listeners take / bare hub`,
          unit: "MB",
          wants: "less",
          bound,
          note: `whole process, floor / ours ${totals.join(", ")} MB`,
        },
        memory,
      ),
      rowOfRounds(
        {
          goal: 26,
          what: "POST to an open stream, p95 (painting comes on top)",
          unit: "ms",
          wants: "less",
          bound: null,
        },
        alone,
      ),
    ];
  } finally {
    await close();
    await floor.stop();
  }
}

async function hearAt(hub: Hub, count: number, seconds: number) {
  const before = hub.rssMb();
  const clients = await startSide("pipes/stream-clients.ts");
  try {
    const { port, path, tokens } = hub;
    await clients.ask(z.number(), { open: { port, path, tokens, count } });
    const waits = await waitsOf(hub, PER_SECOND, seconds, clients, count);
    const totalMb = hub.rssMb();
    return { waits, totalMb, grownMb: totalMb - before };
  } finally {
    await clients.stop();
    // The server closes the connections one by one.
    await pause(1_000);
  }
}

/** From each message's scheduled time to its arrival at each listener. Throws unless it reached each of them once. */
async function waitsOf(hub: Hub, perSecond: number, seconds: number, clients?: Side, listeners = 0): Promise<number[]> {
  const ids = new Map<number, string>();
  const { began } = await keepPace(perSecond, seconds, 0, async (number) => {
    const { messageId } = await hub.send(number);
    ids.set(number, messageId);
  });
  if (!clients) return [];
  await pause(SETTLE_MS);
  const numbers = [...ids.keys()];
  const times = await clients.ask(z.array(z.array(z.number())), { take: numbers.map((number) => ids.get(number)) });
  return numbers.flatMap((number, index) => {
    const own = times[index] ?? [];
    if (own.length !== listeners)
      throw new Error(`message ${number} arrived ${own.length} times at ${listeners} listeners`);
    return own.map((at) => at - (began.get(number) ?? Number.NaN));
  });
}
