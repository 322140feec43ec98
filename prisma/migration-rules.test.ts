import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GROWING } from "../server/testing/explain/tables.ts";
import { dangersOf } from "./migration-rules.ts";
import { migrationNames } from "./pending-migrations.ts";

/** The last migration before the rules. Until then no installation had a large database. */
const BEFORE_THE_RULES = "20261122143500_waits_since_the_first";

const growing = new Set(["Message", "Client"]);

test.each(migrationNames().filter((name) => name > BEFORE_THE_RULES))("%s holds nobody up", (name) => {
  const script = readFileSync(join(import.meta.dirname, "migrations", name, "migration.sql"), "utf8");
  expect(dangersOf(script, GROWING)).toEqual([]);
});

test("the newest of those before would be refused", () => {
  const script = readFileSync(join(import.meta.dirname, "migrations/20261122133740_growth/migration.sql"), "utf8");
  expect(dangersOf(script, GROWING).length).toBeGreaterThan(5);
});

test("the migrations lead to the schema (npm run migration)", () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  expect(read("migrations/schema.prisma")).toBe(read("schema.prisma"));
});

describe("dangersOf", () => {
  const outside = "-- outside a transaction\n";
  test.each([
    ['create index "a" on "Message" (id);', /concurrently/],
    ['CREATE UNIQUE INDEX "a" ON "Message"("workspaceId");', /concurrently/],
    ['alter table "Message" alter column "content" type varchar(10);', /written anew/],
    ['ALTER TABLE "Message" ALTER COLUMN "content" SET DATA TYPE INTEGER;', /written anew/],
    ['alter table "Message" alter column "content" set not null;', /validate it/],
    ['alter table "Message" add column "x" int not null;', /default/],
    ['alter table "Message" add column "x" uuid default gen_random_uuid();', /batches/],
    ['alter table "Message"\n  add constraint "c" check (true);', /not valid/],
    ['alter table "Message" add constraint "c" foreign key (a) references "Client" (b);', /not valid/],
    ['alter table "Message" add constraint "c" unique (a);', /using index/],
    ["update \"Message\" set content = '';", /batches/],
    ['delete from "Client";', /batches/],
    ['lock table "Client";', /nobody reads/],
    ['create index concurrently "a" on "Message" (id);', /outside a transaction/],
    [
      'alter table "Small" add column "x" text; alter table "Message" add column "x" text;',
      /Small, Message: locked one after the other/,
    ],
    [
      'create table "New" (id int references "Client" (id)); alter table "Message" add column "x" text;',
      /Client, Message: locked one after the other/,
    ],
    ['create index "a" on "Small" (id); drop table "Old";', /Small, Old: locked one after the other/],
    [`${outside}create index concurrently "a" on "Message" (id);`, /drop index concurrently/],
    [`${outside}create index concurrently if not exists "a" on "Message" (id);`, /drop index concurrently/],
    [`${outside}create table "b" (id int);`, /begun again/],
    [`${outside}alter table "Message" add column "b" text;`, /begun again/],
  ])("refuses %s", (script, why) => {
    expect(dangersOf(script, growing)).toEqual([expect.stringMatching(why)]);
  });

  test.each([
    'alter table "Message" add column "x" text;',
    'alter table "Message" add column "x" int not null default 0;',
    'alter table "Message" add constraint "c" check (true) not valid;',
    'alter table "Message" validate constraint "c";',
    'alter table "Message" add constraint "c" unique using index "a";',
    'create index "a" on "Small" (id);',
    'alter table "Message" add column "x" text; alter table "Message" add column "y" text;',
    '-- allowed: nobody uses it\nalter table "Small" add column "x" text; alter table "Message" add column "x" text;',
    'create table "New" (id int); alter table "New" add column "x" text; alter table "Message" add column "x" text;',
    `${outside}alter table "Small" add column if not exists "x" text; alter table "Message" alter "x" set storage external;`,
    'create table "New" (id int); create index "a" on "New" (id);',
    "create function f() returns void language sql as $$ update \"Message\" set content = ''; $$;",
    "-- allowed: it has ten rows of this kind\nupdate \"Message\" set content = '' where id is null;",
    `${outside}alter table "Message" add column if not exists "b" jsonb;\ncreate table if not exists "b" (id int);`,
    `${outside}drop index concurrently if exists "a";\ncreate index concurrently "a" on "Message" (id);`,
  ])("lets %s through", (script) => {
    expect(dangersOf(script, growing)).toEqual([]);
  });
});
