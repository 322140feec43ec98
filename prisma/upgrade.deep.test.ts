import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "./migrate.ts";
import { migrationNames } from "./pending-migrations.ts";

const server = new URL("/postgres", inject("templateUrl"));
const MIGRATIONS = join(import.meta.dirname, "migrations");
const NAMES = migrationNames(MIGRATIONS);

/** The first installation, every third after it, and those of the last releases. */
const STARTS = NAMES.map((_, count) => count).filter(
  (count) => count > 1 && (count % 3 === 2 || count >= NAMES.length - 4),
);
/** The last migration that migration-rules.test.ts does not check. */
const BEFORE_THE_RULES = "20261122143500_waits_since_the_first";
const CONVS = 200;
const MESSAGES = 20_000;

let directory = "";
let url = "";

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "upgrade-"));
  await onServer("create database upgrade_test");
  url = new URL("/upgrade_test", server).href;
});

afterEach(async () => {
  rmSync(directory, { recursive: true });
  await onServer("drop database upgrade_test with (force)");
});

const onServer = (sql: string) => ask(server.href, sql);

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Rows as the oldest release wrote them. Every later schema must accept them, or old processes could not run during an upgrade.
 */
const FILL = `
  insert into "Workspace" (name, plan) values ('Old', 'PREMIUM');
  insert into "Integration" ("workspaceId", id, name, type, state, credentials)
    select id, gen_random_uuid(), 'Shop', 'CUSTOM', 'active', 'sealed' from "Workspace";
  insert into "Client" ("workspaceId", id, name, phone)
    select w.id, gen_random_uuid(), 'Client ' || n, '+346' || n from "Workspace" w, generate_series(1, ${CONVS}) n;
  insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "lastSeq", "lastClientMessageAt", "needsResponse", ended, "endedAt")
    select c."workspaceId", gen_random_uuid(), i.id, c.id, ${MESSAGES / CONVS}, now(), n % 2 = 0, n % 2 = 1, case when n % 2 = 1 then now() end
    from (select *, row_number() over () n from "Client") c, "Integration" i;
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status)
    select c."workspaceId", gen_random_uuid(), c.id, c."clientId", c."integrationId", n, 'Words ' || n, 'text', n % 2 = 0, 'SYSTEM', 'delivered'
    from "Conversation" c, generate_series(1, ${MESSAGES / CONVS}) n;`;

/** A contact's message, as the oldest release stored it. */
const RECEIVE = `
  with conv as (
    update "Conversation" set "lastSeq" = "lastSeq" + 1, "lastClientMessageAt" = now(), "needsResponse" = true
    where id = (select id from "Conversation" where not ended order by id limit 1)
    returning *
  )
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status)
  select "workspaceId", gen_random_uuid(), id, "clientId", "integrationId", "lastSeq", 'Meanwhile', 'text', false, 'SYSTEM', 'delivered' from conv`;

const DEADLOCK = "40P01";
const isWritten = () => true;

/** A deadlock stores nothing, so the write is retried, as in the product. @throws any other error */
function isNot(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === DEADLOCK) return false;
  throw error;
}

/**
 * Writes one message after the other until it is aborted. Returns the number of messages, the number of retried ones, and the
 * longest time for one, in milliseconds.
 */
async function traffic(
  signal: AbortSignal,
  begun: () => void,
): Promise<{ written: number; again: number; longestMs: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let written = 0;
  let again = 0;
  let longestMs = 0;
  try {
    while (!signal.aborted) {
      const began = performance.now();
      while (!(await client.query(RECEIVE).then(isWritten, isNot))) again += 1;
      longestMs = Math.max(longestMs, performance.now() - began);
      written += 1;
      begun();
      await sleep(2);
    }
  } finally {
    await client.end();
  }
  return { written, again, longestMs: Math.round(longestMs) };
}

const rowsOf = (sql: string) => ask(url, sql);

test.each(STARTS.map((count) => [NAMES[count - 1] ?? "", count] as const))(
  "from %s, with rows in it and messages coming in",
  async (_, count) => {
    for (const name of NAMES.slice(0, count))
      cpSync(join(MIGRATIONS, name), join(directory, name), { recursive: true });
    await migrate(url, directory);
    await rowsOf(FILL);
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const writing = traffic(stop.signal, begun.resolve);
    // A few migrations can finish before a connection opens.
    await Promise.race([begun.promise, writing]);
    const [applied, { written, again, longestMs }] = await Promise.all([
      migrate(url, MIGRATIONS).finally(() => stop.abort()),
      writing,
    ]);
    console.info(
      `${applied.length} migrations; ${written} messages meanwhile, ${again} of them tried again, the longest waited ${longestMs} ms`,
    );
    expect(applied).toEqual(NAMES.slice(count));
    // Before the rules, a migration locked several tables one after the other, so a concurrent write may need a retry.
    if (count > NAMES.indexOf(BEFORE_THE_RULES)) expect(again).toBe(0);
    // No write was refused, and everything written is there.
    expect(written).toBeGreaterThan(0);
    expect(await rowsOf(`select count(*)::int as count from "Message"`)).toEqual([{ count: MESSAGES + written }]);
    expect(
      await rowsOf(
        `select count(*)::int as count from "Conversation" where "needsResponse" and "waitingSince" is null`,
      ),
    ).toEqual([{ count: 0 }]);
  },
  120_000,
);
