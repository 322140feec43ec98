import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../../http/app.ts";
import { ENDPOINTS } from "../isolation/endpoints.ts";
import { hashOfRows } from "../isolation/rows.ts";
import { takeCalls } from "../take-calls.ts";
import { faultOf, graphqlFaultOf, hearFaults, type Given } from "./answers.ts";
import { doorsOf, openAllDoors } from "./doors.ts";
import { askable, asked, bodyOf } from "./graphql-requests.ts";
import { inBatches, inLanes } from "./lanes.ts";
import { serveAll } from "./serve.ts";
import { isRefused, send, shotAt, twist, type Shot } from "./shots.ts";
import { fuzzWorlds } from "./worlds.ts";

openAllDoors();

// Reliability bars 35 and 53: no input breaks anything, no response reveals private data, and refused input leaves no row.
// This is a small run. `npm run fuzz` sends 50,000 bodies and 100,000 operations. The seed repeats a run.
const BODIES = Number(process.env.FUZZ_RUNS ?? 500);
const OPERATIONS = BODIES * 2;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const BATCH = 250;
/** Maximum number of refused requests that are sent again, to check the rows. */
const MOST_AGAIN = 500;
/** Maximum number of reported faults. More would repeat the same. */
const MOST_TOLD = 8;

let server: Awaited<ReturnType<typeof serveAll>>;
beforeAll(async () => {
  server = await serveAll();
});
afterAll(() => server.close());

/**
 * Routes that take a body and are not among the endpoints here: next-auth's forms, an address that reads no body, and GraphQL,
 * whose operations are below.
 */
const ELSEWHERE = [
  "POST /api/auth/[...nextauth]",
  "POST /api/invitations/[token]/accept",
  "POST /api/sso/[domain]/logout",
  "POST /bot/gq",
  "POST /core/gq",
  "DELETE /mcp",
];

test("every address of app/ that takes a body is tried", async () => {
  const { doors } = await doorsOf(server.base);
  const paths = await Promise.all(doors.map(async ({ method, path }) => ({ method, path: await path() })));
  const tried = new Set(paths.map(({ method, path }) => `${method} ${routes.find(path)?.route.address}`));
  const all = routes.all.flatMap(({ address, doors: opened }) =>
    [...opened.keys()].filter((method) => !["GET", "OPTIONS"].includes(method)).map((method) => `${method} ${address}`),
  );
  expect(all.filter((one) => !tried.has(one)).toSorted()).toEqual(ELSEWHERE.toSorted());
});

/** The problems found, each kind with the first request that showed it. */
function findings() {
  const found: string[] = [];
  return {
    add: (no: number, fault: string, what: string, body: Buffer) => {
      if (found.length < MOST_TOLD) {
        found.push(`seed ${SEED}, no ${no}, ${what}: ${fault}\n  ${body.subarray(0, 1_200).toString()}`);
      }
    },
    found,
  };
}

test(`of ${BODIES} bodies at every door none breaks anything, and the refused leave nothing`, async () => {
  const { doors, workspaceIds } = await doorsOf(server.base);
  const twistOf = inBatches(BATCH, (batch) => fc.sample(twist, { seed: SEED + batch, numRuns: BATCH }));
  const { add, found } = findings();
  const faults = hearFaults();
  const statuses = new Map<string, number>();
  const taken = new Set<string>();
  const refused: Shot[] = [];
  const tooLarge = { sent: 0, refused: 0 };

  await inLanes(BODIES, async (no) => {
    const door = doors[no % doors.length];
    if (!door) return;
    const shot = await shotAt(door, twistOf(no), no);
    const given = await send(server, { ...shot, method: door.method });
    statuses.set(`${given.status}`, (statuses.get(`${given.status}`) ?? 0) + 1);
    const fault = faultOf(given) ?? sizeFault(shot, given);
    if (fault) add(no, fault, door.name, shot.bytes);
    if (shot.size === "too large") {
      tooLarge.sent++;
      if (given.status === 413) tooLarge.refused++;
    }
    if (!isRefused(given)) taken.add(door.name);
    else if (refused.length < MOST_AGAIN) refused.push(shot);
    else if (no % 7 === 0) refused[no % MOST_AGAIN] = shot;
  });
  // A worker reads the calls that the endpoints stored unchanged.
  await takeCalls();
  expect([...found, ...faults.heard.slice(0, MOST_TOLD)]).toEqual([]);

  const rows = () => hashOfRows(workspaceIds, false);
  const before = await settled(rows);
  await inLanes(refused.length, async (no) => {
    const shot = refused[no];
    if (shot) await send(server, { ...shot, method: shot.door.method });
  });
  expect(await rows()).toEqual(before);
  faults.stop();

  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.info(
    `fuzz: ${BODIES} bodies at ${doors.length} doors: ${counts.join(", ")}; ${tooLarge.sent} too large, ${refused.length} refused ones sent again`,
  );
  expect(tooLarge.refused).toBe(tooLarge.sent);
  // An endpoint that accepted nothing was tested only at its first check.
  // These accept nothing without a mail server or a link's secret, or after a few accounts from one place.
  const never = [
    "sign-up",
    "confirmation of a sign-up",
    "account of an invitation",
    "forgotten password",
    "reset of a password",
  ];
  expect(doors.map(({ name }) => name).filter((name) => !taken.has(name) && !never.includes(name))).toEqual([]);
}, 3_600_000);

function sizeFault(shot: Shot, { status }: Given): string | null {
  if (shot.size === "too large" && status !== 413) return `${shot.bytes.length} bytes were answered with ${status}`;
  if (shot.size === "largest" && status === 413) return `${shot.bytes.length} bytes are too many`;
  return null;
}

/** The rows once they stop changing, because background writes of accepted requests may still be running. */
async function settled(rows: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
  let last = await rows();
  for (;;) {
    await new Promise((wait) => setTimeout(wait, 300));
    const now = await rows();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

const ALL = ENDPOINTS.flatMap(({ path, schema, expectations }) =>
  askable(schema).map((each) => ({ ...each, path, expectation: expectations[each.operation.name] })),
);

test(`of ${OPERATIONS} operations of both schemas none breaks anything, and every answer has its words`, async () => {
  const worlds = fuzzWorlds();
  const askedOf = inBatches(BATCH, (batch) => fc.sample(asked, { seed: SEED + batch, numRuns: BATCH }));
  const { add, found } = findings();
  const faults = hearFaults();
  const codes = new Map<string, number>();
  const answered = new Set<string>();

  await inLanes(OPERATIONS, async (no) => {
    const how = askedOf(no);
    const each = ALL[how.operation % ALL.length];
    if (!each?.expectation) throw new Error(`nothing is known of ${each?.operation.name}`);
    const { input, authorization, own, foreign } = await worlds.forCall(
      each.operation.name,
      each.expectation,
      how.asker,
    );
    const bytes = bodyOf(each, input, { own, foreign }, how);
    const headers = {
      "content-type": "application/json",
      accept: how.accept,
      ...(authorization === null ? {} : { authorization }),
    };
    const given = await send(server, { method: "POST", path: each.path, headers, bytes });
    const fault = graphqlFaultOf(given);
    if (fault) add(no, fault, each.operation.name, bytes);
    const code = /"code":"([A-Z_]+)"/.exec(given.text)?.[1] ?? "data";
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code === "data") answered.add(each.operation.name);
  });
  faults.stop();
  expect([...found, ...faults.heard.slice(0, MOST_TOLD)]).toEqual([]);

  const counts = [...codes].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${count} × ${code}`);
  console.info(`fuzz: ${OPERATIONS} operations, ${answered.size} of ${ALL.length} with data: ${counts.join(", ")}`);
  // Otherwise the test reached only the guards and not the code behind them.
  expect(codes.get("data") ?? 0).toBeGreaterThan(OPERATIONS / 10);
}, 3_600_000);
