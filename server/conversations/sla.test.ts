import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction, pool } from "../db.ts";
import { say } from "../say.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { handOverConv } from "./hand-over-conv.ts";
import { setSlaDue } from "./set-sla-due.ts";
import { slaRiskAt } from "./sla.ts";

type Stretch = { day: number; from: number; to: number };

/** The deadline that the database calculates, in ISO. */
async function due(
  since: string,
  minutes: number | null,
  hours: Stretch[],
  zone = "Europe/Berlin",
): Promise<string | null> {
  const { rows } = await pool().query<{ at: Date | null }>(
    "select sla_due($1::timestamptz, $2::int, $3::jsonb, $4) as at",
    [since, minutes, JSON.stringify(hours), zone],
  );
  return rows[0]?.at?.toISOString() ?? null;
}

const NINE_TO_FIVE: Stretch[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1_020 }));
const ALL_DAY: Stretch[] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1_440 }));
/** Sundays from 1 to 4 a.m., when the clocks change in Berlin. */
const SUNDAY_NIGHT: Stretch[] = [{ day: 7, from: 60, to: 240 }];

describe("sla_due", () => {
  test.each<[string, string, number, Stretch[], string, string]>([
    ["round the clock", "2026-11-20T22:00:00Z", 90, [], "UTC", "2026-11-20T23:30:00.000Z"],
    ["within hours", "2026-11-20T09:00:00Z", 60, NINE_TO_FIVE, "Europe/Berlin", "2026-11-20T10:00:00.000Z"],
    [
      "up to the minute of closing",
      "2026-11-20T15:00:00Z",
      60,
      NINE_TO_FIVE,
      "Europe/Berlin",
      "2026-11-20T16:00:00.000Z",
    ],
    ["over the night", "2026-11-19T15:30:00Z", 60, NINE_TO_FIVE, "Europe/Berlin", "2026-11-20T08:30:00.000Z"],
    ["over the weekend", "2026-11-20T15:30:00Z", 60, NINE_TO_FIVE, "Europe/Berlin", "2026-11-23T08:30:00.000Z"],
    ["before opening", "2026-11-20T05:00:00Z", 30, NINE_TO_FIVE, "Europe/Berlin", "2026-11-20T08:30:00.000Z"],
    ["on a closed day", "2026-11-21T12:00:00Z", 30, NINE_TO_FIVE, "Europe/Berlin", "2026-11-23T08:30:00.000Z"],
    ["many days", "2026-11-16T08:00:00Z", 5 * 480 + 1, NINE_TO_FIVE, "Europe/Berlin", "2026-11-23T08:01:00.000Z"],
    [
      "over a lunch break",
      "2026-11-16T10:30:00Z",
      60,
      [
        { day: 1, from: 540, to: 720 },
        { day: 1, from: 780, to: 1_020 },
      ],
      "Europe/Berlin",
      "2026-11-16T12:30:00.000Z",
    ],
    [
      "the day there, not here",
      "2026-11-20T23:30:00Z",
      30,
      [{ day: 6, from: 480, to: 600 }],
      "Asia/Tokyo",
      "2026-11-21T00:00:00.000Z",
    ],
    [
      "clocks go forward: 24 hours by the clock are 23",
      "2026-03-28T23:00:00Z",
      23 * 60,
      ALL_DAY,
      "Europe/Berlin",
      "2026-03-29T22:00:00.000Z",
    ],
    [
      "… and 1:00 to 4:00 are two hours",
      "2026-03-28T12:00:00Z",
      120,
      SUNDAY_NIGHT,
      "Europe/Berlin",
      "2026-03-29T02:00:00.000Z",
    ],
    [
      "… the third is a week later",
      "2026-03-28T12:00:00Z",
      121,
      SUNDAY_NIGHT,
      "Europe/Berlin",
      "2026-04-04T23:01:00.000Z",
    ],
    [
      "clocks go back: 1:00 to 4:00 are four hours",
      "2026-10-24T12:00:00Z",
      240,
      SUNDAY_NIGHT,
      "Europe/Berlin",
      "2026-10-25T03:00:00.000Z",
    ],
    [
      "… what ends at 2:00 ends when it is 2:00 for the first time",
      "2026-10-24T12:00:00Z",
      21,
      [{ day: 7, from: 100, to: 120 }],
      "Europe/Berlin",
      "2026-11-01T00:41:00.000Z",
    ],
    [
      "… and 2:00 to 2:30 come twice",
      "2026-10-24T12:00:00Z",
      31,
      [{ day: 7, from: 120, to: 150 }],
      "Europe/Berlin",
      "2026-10-25T01:01:00.000Z",
    ],
    [
      "… opening keeps to the wall's clock",
      "2026-10-23T14:30:00Z",
      60,
      NINE_TO_FIVE,
      "Europe/Berlin",
      "2026-10-26T08:30:00.000Z",
    ],
    [
      "midnight that does not exist",
      "2026-09-05T12:00:00Z",
      60,
      [{ day: 7, from: 0, to: 120 }],
      "America/Santiago",
      "2026-09-06T05:00:00.000Z",
    ],
  ])("%s", async (_, since, minutes, hours, zone, at) => {
    expect(await due(since, minutes, hours, zone)).toBe(at);
  });

  test("no target, and hours that are never enough, have no time", async () => {
    expect(await due("2026-11-20T09:00:00Z", null, NINE_TO_FIVE)).toBeNull();
    expect(await due("2026-11-20T09:00:00Z", 10_000, [{ day: 1, from: 0, to: 60 }])).toBeNull();
  });

  test("exactly so many minutes of business hours lie between, whatever the hours, the zone and the season", async () => {
    const stretch = fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      from: fc.integer({ min: 0, max: 1_300 }),
      length: fc.integer({ min: 20, max: 139 }),
    });
    const week = fc.uniqueArray(stretch, { selector: ({ day }) => day, minLength: 1, maxLength: 7 });
    const zones = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
    const moment = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2027, 0) / 60_000 });
    await fc.assert(
      fc.asyncProperty(week, zones, moment, fc.integer({ min: 1, max: 300 }), async (rows, zone, minute, minutes) => {
        const hours = rows
          .map(({ day, from, length }) => ({ day, from, to: from + length }))
          .toSorted((a, b) => a.day - b.day);
        const since = minute * 60_000;
        const at = Date.parse((await due(new Date(since).toISOString(), minutes, hours, zone)) ?? "");
        // Counts minute by minute, independently of the implementation.
        const isOpen = openThere(hours, zone);
        expect(isOpen(at - 60_000)).toBe(true);
        let counted = 0;
        for (let each = since; each < at; each += 60_000) counted += isOpen(each) ? 1 : 0;
        expect(counted).toBe(minutes);
      }),
      // The example was found by chance: the clocks go back where the business day ends.
      {
        numRuns: 40,
        examples: [
          [
            [
              { day: 7, from: 100, length: 20 },
              { day: 1, from: 0, length: 20 },
            ],
            "Europe/Berlin",
            29_842_458,
            143,
          ],
        ],
      },
    );
  }, 60_000);

  test("the same on the days on which the clocks change", async () => {
    const hour = fc.record({ from: fc.integer({ min: 0, max: 240 }), length: fc.integer({ min: 20, max: 180 }) });
    const changes = fc.constantFrom(
      ["Europe/Berlin", "2026-03-28T12:00:00Z"],
      ["Europe/Berlin", "2026-10-24T12:00:00Z"],
      ["America/New_York", "2026-10-31T12:00:00Z"],
      ["Australia/Lord_Howe", "2026-04-04T02:00:00Z"],
      ["Australia/Lord_Howe", "2026-10-03T02:00:00Z"],
    );
    await fc.assert(
      fc.asyncProperty(hour, changes, fc.integer({ min: 1, max: 240 }), async ({ from, length }, change, minutes) => {
        const [zone = "", since = ""] = change;
        const hours = [{ day: 7, from, to: from + length }];
        const at = Date.parse((await due(since, minutes, hours, zone)) ?? "");
        const isOpen = openThere(hours, zone);
        let counted = 0;
        for (let each = Date.parse(since); each < at; each += 60_000) counted += isOpen(each) ? 1 : 0;
        expect(counted).toBe(minutes);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether it is a business hour, by JavaScript's own clock for that time zone. */
function openThere(hours: Stretch[], zone: string): (at: number) => boolean {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const minute = Number(parts.hour) * 60 + Number(parts.minute);
    const day = WEEKDAYS.indexOf(parts.weekday ?? "") + 1;
    return hours.some((stretch) => stretch.day === day && stretch.from <= minute && minute < stretch.to);
  };
}

test("an answer is urgent in the last 15 minutes, or in the second half of a shorter time", () => {
  const since = new Date("2026-11-20T09:00:00Z");
  const risk = (slaDueAt: string | null, waitingSince: Date | null = since) =>
    slaRiskAt({ slaDueAt: slaDueAt === null ? null : new Date(slaDueAt), waitingSince })?.toISOString() ?? null;
  expect(risk("2026-11-20T10:00:00Z")).toBe("2026-11-20T09:45:00.000Z");
  expect(risk("2026-11-20T09:10:00Z")).toBe("2026-11-20T09:05:00.000Z");
  expect(risk(null)).toBeNull();
  expect(risk("2026-11-20T10:00:00Z", null)).toBeNull();
});

const PATCH = `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) {
  sla { firstResponseMinutes nextResponseMinutes timeZone hours { day from to } } } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;
const REOPEN = `mutation ($input: ConvReopenInput!) { reopenConv(input: $input) { id } }`;
const SNOOZE = `mutation ($input: ConvSnoozeInput!) { snoozeConv(input: $input) { id } }`;
const ROWS = `query ($input: ConvRowsInput!) { convRows(input: $input) {
  nodes { id slaDueAt slaRiskAt waitingSince } pageInfo { hasNextPage endCursor count } } }`;
type Rows = {
  nodes: { id: string; slaDueAt: string | null; slaRiskAt: string | null; waitingSince: string | null }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number };
};

describe("until when a conversation is to be answered", () => {
  let workspaceId: number;
  let integrationId: string;
  let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
  let customer: ReturnType<typeof customerSystem>;

  beforeEach(async () => {
    ({ workspaceId, api } = await createTestWorkspace());
    ({ id: integrationId } = await createTestIntegration(workspaceId));
    customer = customerSystem(integrationId);
  });

  const conv = (id: string) =>
    database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  const targets = (firstResponseMinutes: number | null, nextResponseMinutes: number | null) =>
    api.ok(PATCH, { sla: { firstResponseMinutes, nextResponseMinutes } });
  const answer = (convId: string, more = {}) =>
    api.ok(ADD, { convId, integrationId, content: "Hello", type: "text", ...more });
  /** Minutes allowed for the answer. null: no target. */
  const given = async (id: string) => {
    const { slaDueAt, waitingSince } = await conv(id);
    return slaDueAt && waitingSince ? (slaDueAt.getTime() - waitingSince.getTime()) / 60_000 : null;
  };

  test("a first message has the first target, what follows an answer the next one; repeating it moves nothing", async () => {
    await targets(30, 120);
    const { conversationId } = await customer.text("maria", "Hello");
    expect(await given(conversationId)).toBe(30);
    const before = await conv(conversationId);
    await customer.text("maria", "Anybody?");
    expect((await conv(conversationId)).slaDueAt).toEqual(before.slaDueAt);
    await answer(conversationId, { type: "note" });
    expect(await given(conversationId)).toBe(30);
    await answer(conversationId);
    expect(await conv(conversationId)).toMatchObject({ slaDueAt: null, waitingSince: null });
    await customer.text("maria", "Thanks, and one more thing");
    expect(await given(conversationId)).toBe(120);
  });

  test("of targets one may be missing; without any nothing is due", async () => {
    const { conversationId } = await customer.text("maria", "Hello");
    expect(await given(conversationId)).toBeNull();
    await targets(null, 5);
    const { conversationId: other } = await customer.text("ben", "Hello");
    expect(await given(other)).toBeNull();
    await answer(other);
    await customer.text("ben", "More");
    expect(await given(other)).toBe(5);
  });

  test("a hand-over message answers, the end ends it, and reopening brings back what was due", async () => {
    await targets(30, 120);
    const channel = { id: integrationId, properties: { handover: { message: "A colleague will answer" } } };
    await api.ok(`mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }`, channel);
    const { conversationId: handed } = await customer.text("maria", "A person, please");
    await inTransaction(testCtx(workspaceId), async (tx) => handOverConv(tx, await conv(handed), say("reason.asked")));
    expect(await given(handed)).toBeNull();

    const { conversationId: ended } = await customer.text("ben", "Hello");
    const { slaDueAt } = await conv(ended);
    const mia = await createTestMember(workspaceId, "ADMIN");
    await mia.api.ok(END, { convId: ended, integrationId });
    expect(await given(ended)).toBeNull();
    await mia.api.ok(REOPEN, { convId: ended });
    expect((await conv(ended)).slaDueAt).toEqual(slaDueAt);
  });

  test("putting it aside stops no clock: the client waits all the same", async () => {
    await targets(30, null);
    const { conversationId: convId } = await customer.text("maria", "Hello");
    const { slaDueAt } = await conv(convId);
    await api.ok(SNOOZE, { convId, until: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await conv(convId)).slaDueAt).toEqual(slaDueAt);
  });

  test("new targets hold for those who wait already, once the job has run; it changes nothing the second time", async () => {
    const { conversationId: waiting } = await customer.text("maria", "Hello");
    const { conversationId: answered } = await customer.text("ben", "Hello");
    await answer(answered);
    await targets(45, 5);
    const { rows } = await pool().query(
      "select data from pgboss.job where name = 'set-sla-due' and (data ->> 'workspaceId')::int = $1",
      [workspaceId],
    );
    expect(rows).toEqual([{ data: { workspaceId } }]);
    expect(await setSlaDue({ workspaceId })).toBe(1);
    expect([await given(waiting), await given(answered)]).toEqual([45, null]);
    expect(await database().event.count({ where: { workspaceId, name: "WORKSPACE_CHANGED" } })).toBeGreaterThan(0);
    expect(await setSlaDue({ workspaceId })).toBe(0);
    await api.ok(PATCH, { sla: null });
    expect(await setSlaDue({ workspaceId })).toBe(1);
    expect(await given(waiting)).toBeNull();
  });

  test("the job goes through all who wait, however many", async () => {
    const { conversationId } = await customer.text("maria", "Hello");
    const { clientId } = await conv(conversationId);
    const at = new Date("2026-11-20T09:00:00Z");
    const rows = Array.from({ length: 1_203 }, (_, index) => {
      const thread = { externalConversationId: `thread-${index}`, lastMessageAt: at, lastClientMessageAt: at };
      return { workspaceId, integrationId, clientId, needsResponse: true, ...thread };
    });
    await database().conversation.createMany({ data: rows });
    await targets(30, 30);
    expect(await setSlaDue({ workspaceId })).toBe(1_204);
    expect(await database().conversation.count({ where: { workspaceId, slaDueAt: null } })).toBe(0);
  });

  /** Five conversations: missed, at risk, on time, and two without a target. Newest activity last. */
  async function five(): Promise<Record<"missed" | "risk" | "kept" | "older" | "newer", string>> {
    const ids: string[] = [];
    for (const name of ["missed", "risk", "kept", "older", "newer"]) {
      ids.push((await customer.text(name, "Hello")).conversationId);
    }
    const [missed = "", risk = "", kept = "", older = "", newer = ""] = ids;
    const set = (id: string, minutes: number) =>
      database().conversation.update({
        where: { workspaceId_id: { workspaceId, id } },
        data: { slaDueAt: new Date(Date.now() + minutes * 60_000), waitingSince: new Date(Date.now() - 3_600_000) },
      });
    await Promise.all([set(missed, -5), set(risk, 5), set(kept, 40)]);
    return { missed, risk, kept, older, newer };
  }

  test("lists are sorted by it, page by page: then who waits without a target, then the newest of the rest", async () => {
    const { missed, risk, kept, older, newer } = await five();
    const answered: string[] = [];
    for (const name of ["first", "second", "third"]) {
      const { conversationId: id } = await customer.text(name, "Thanks");
      answered.unshift(id);
      await database().conversation.update({
        where: { workspaceId_id: { workspaceId, id } },
        data: { needsResponse: false, waitingSince: null },
      });
    }
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page: Rows = await api.ok<Rows>(ROWS, { view: "all", sort: "slaDue", first: 2, after });
      expect(page.pageInfo.count).toBe(8);
      found.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after);
    expect(found).toEqual([missed, risk, kept, older, newer, ...answered]);
  });

  test("sla: finds what is at risk, missed, or has no target", async () => {
    const { missed, risk, kept, older, newer } = await five();
    const found = async (op: string, ...values: string[]) => {
      const filter = { any: [{ all: [{ field: "sla", op, values }] }] };
      return new Set((await api.ok<Rows>(ROWS, { filter })).nodes.map(({ id }) => id));
    };
    expect(await found("is", "risk")).toEqual(new Set([risk]));
    expect(await found("is", "breached")).toEqual(new Set([missed]));
    expect(await found("is", "risk", "breached")).toEqual(new Set([risk, missed]));
    expect(await found("is", "none")).toEqual(new Set([older, newer]));
    expect(await found("isNot", "none")).toEqual(new Set([missed, risk, kept]));
    const unknown = { any: [{ all: [{ field: "sla", op: "is", values: ["soon"] }] }] };
    expect(await api.refusal(ROWS, { filter: unknown })).toMatchObject({ code: "BAD_INPUT" });
  });

  test("both are read from the index of those who wait under a target", async () => {
    const { conversationId } = await customer.text("maria", "Hello");
    const { clientId } = await conv(conversationId);
    // Three thousand conversations, of which sixty wait under a target, as in a typical inbox.
    const rows = Array.from({ length: 3_000 }, (_, index) => {
      const slaDueAt = index % 50 === 0 ? new Date(Date.now() + (index - 1_500) * 60_000) : null;
      return { workspaceId, integrationId, clientId, externalConversationId: `thread-${index}`, slaDueAt };
    });
    await database().conversation.createMany({ data: rows });
    await pool().query('analyze "Conversation"');
    const plan = async (sql: string) => {
      const { rows: lines } = await pool().query<{ "QUERY PLAN": string }>(`explain ${sql}`);
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    };
    const of = `from "Conversation" c where c."workspaceId" = ${workspaceId} and not c.ended`;
    const sorted = await plan(`select c.id ${of} and c."slaDueAt" is not null order by c."slaDueAt", c.id limit 50`);
    expect(sorted).toContain("Conversation_sla_due_idx");
    expect(sorted).not.toContain("Sort");
    const missed = await plan(`select c.id ${of} and c."slaDueAt" <= now() order by c."slaDueAt", c.id limit 50`);
    expect(missed).toContain("Conversation_sla_due_idx");
  });
});
