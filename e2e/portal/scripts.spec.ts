import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Client } from "pg";
import { z } from "zod";
import { inDatabase } from "../database.ts";
import { SCRIPT_PAYLOADS } from "../script-payloads.ts";
import { expect, test as base } from "../fixtures.ts";

// Every text that an outsider can write, with every known kind of script injection, on every screen. No script runs, no
// request goes to another host, and the page's policy has nothing to block.

/** Each text carries its number, so that the test can see that it was drawn. */
const texts = (field: string): string[] => SCRIPT_PAYLOADS.map((payload, n) => `${payload} ‹${field} ${n}›`);

/** Two payloads per text, for lists that have a limit. */
function inPairs(all: string[]): string[] {
  return all.flatMap((text, n) => (n % 2 === 0 ? [[text, all[n + 1]].filter(Boolean).join(" ")] : []));
}

type Row = Record<string, unknown>;

/** Inserts copies of a row, each with its changes. Over the API this would take thousands of requests. */
async function copyRow(client: Client, table: string, id: string, changes: Row[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows.map(({ name }) => name).join(", ");
  await client.query(
    `insert into "${table}" (${columns}) select ${columns} from (
       select (jsonb_populate_record(kept, change.value)).* from "${table}" kept, jsonb_array_elements($2::jsonb) change where kept.id = $1
     ) copies`,
    [id, JSON.stringify(changes)],
  );
}

/** Inserts rows with only these columns. */
async function addRows(client: Client, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(", ");
  await client.query(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** Writes texts into existing rows, oldest first. */
async function rename(
  client: Client,
  { workspaceId, table, column, list }: { workspaceId: number; table: string; column: string; list: string[] },
): Promise<void> {
  await client.query(
    `update "${table}" named set "${column}" = given.text
     from (select id, row_number() over (order by "createdAt", id) as place from "${table}" where "workspaceId" = $1) kept
     join unnest($2::text[]) with ordinality given (text, place) using (place)
     where named."workspaceId" = $1 and named.id = kept.id`,
    [workspaceId, list],
  );
}

const made = z.object({ createAi: z.object({ id: z.string() }) });
const CREATE_AI = "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }";

type Filled = { convId: string; clientId: string; aiId: string; broadcastId: string };

/** A worker fixture: Playwright gives these tests their own worker, and so their own workspace. */
const test = base.extend<object, { filled: Filled }>({
  filled: [
    async ({ bot, core, outside, product, workspace: { workspaceId, agentId, userId } }, use) => {
      const { conversationId: convId, messageId } = await outside.write(outside.newCustomer("Mallory"), "Hello");
      // An assistant's stored data is bound to its row, so these are created first and renamed afterwards.
      const [assistants, sources] = [inPairs(texts("assistant")), inPairs(texts("source"))];
      const aiIds: string[] = [];
      for (const n of assistants.keys()) {
        const of = n === 0 ? sources : [];
        const integrationProperties = { sources: of.map((_, at) => ({ kind: "text", title: `${at}`, text: `${at}` })) };
        const answer = await bot(CREATE_AI, { name: `${n}`, type: "builtIn", integrationProperties });
        aiIds.push(made.parse(answer).createAi.id);
      }
      const aiId = aiIds[0] ?? "";
      await core("mutation ($input: CannedReplyCreateInput!) { createCannedReply(input: $input) { id } }", {
        shortcut: "seed",
        title: "Seed",
        content: "Seed",
        isTeam: true,
      });
      await core("mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id } }", { label: "Seed" });
      const stored = await inDatabase(product.dataDir, async (client) => {
        /** The id of the workspace's newest row of a table. */
        const newest = async (table: string): Promise<string> => {
          const { rows } = await client.query<{ id: string }>(
            `select id from "${table}" where "workspaceId" = $1 order by "createdAt" desc limit 1`,
            [workspaceId],
          );
          return rows[0]?.id ?? "";
        };
        const copies = async (table: string, list: string[], change: (text: string, n: number) => Row) =>
          copyRow(
            client,
            table,
            await newest(table),
            list.map((text, n) => ({ id: randomUUID(), ...change(text, n) })),
          );
        const rows = (table: string, list: string[], row: (text: string, n: number) => Row) =>
          addRows(
            client,
            table,
            list.map((text, n) => ({ workspaceId, id: randomUUID(), ...row(text, n) })),
          );

        const { rows: found } = await client.query<{ clientId: string; createdAt: Date }>(
          `select "clientId", "createdAt" from "Conversation" where "workspaceId" = $1 and id = $2`,
          [workspaceId, convId],
        );
        const { clientId = "", createdAt = new Date() } = found[0] ?? {};

        // One conversation with every text: from the customer, from an assistant, and in notes.
        const said = [
          ...texts("message").map((content) => ({ content })),
          ...texts("answer").map((content) => ({ content, isAgent: true, aiId, status: "sent" })),
          ...texts("note").map((content) => ({ content, type: "note", noteType: "internal", isAgent: true, agentId })),
        ];
        await copyRow(
          client,
          "Message",
          messageId,
          said.map((message, n) => ({
            id: randomUUID(),
            seq: n + 2,
            externalMessageId: null,
            createdAt: new Date(createdAt.getTime() + n),
            createdBy: userId,
            ...message,
          })),
        );
        await client.query(`update "Conversation" set "lastSeq" = $3 where "workspaceId" = $1 and id = $2`, [
          workspaceId,
          convId,
          said.length + 1,
        ]);

        // A contact and a conversation for each text.
        const names = texts("name");
        const stages = texts("stage").map((tag) => ({ workspaceId, id: randomUUID(), tag, type: "convStage" }));
        await addRows(client, "Tag", stages);
        const people = names.map((name, n) => ({
          id: randomUUID(),
          name,
          surname: null,
          address: SCRIPT_PAYLOADS[n],
          city: SCRIPT_PAYLOADS[n],
          code: SCRIPT_PAYLOADS[n],
          externalClientId: `${SCRIPT_PAYLOADS[n]} ${n}`,
          tags: [SCRIPT_PAYLOADS[n]],
        }));
        await copyRow(client, "Client", clientId, people);
        const convs = people.map((person, n) => ({
          id: randomUUID(),
          clientId: person.id,
          lastMessageId: randomUUID(),
          stageId: stages[n]?.id,
          tags: person.tags,
        }));
        await copyRow(client, "Conversation", convId, convs);
        await copyRow(
          client,
          "Message",
          messageId,
          convs.map((conv, n) => ({
            id: conv.lastMessageId,
            convId: conv.id,
            clientId: conv.clientId,
            content: texts("preview")[n],
            externalMessageId: null,
          })),
        );

        await rows("Tag", texts("tag"), (tag) => ({ tag, type: "common", description: tag }));
        await rows("Tag", SCRIPT_PAYLOADS.slice(0, 4), (tag) => ({ tag, type: "clientStage" }));
        await rows("Agent", inPairs(texts("agent")), (name) => ({ name, userId: randomUUID() }));
        await rows("SavedView", SCRIPT_PAYLOADS.slice(0, 20), (name) => ({
          name,
          query: "is:waiting",
          isCounted: false,
          createdBy: userId,
        }));
        const broadcasts = texts("broadcast").map((name) => ({
          workspaceId,
          id: randomUUID(),
          name,
          integrationId: outside.integrationId,
          state: "draft",
          templateName: name,
          createdBy: userId,
        }));
        await addRows(client, "Broadcast", broadcasts);
        await copies("CannedReply", texts("reply"), (title, n) => ({ title, content: title, shortcut: `reply${n}` }));
        await copies("Webhook", texts("webhook"), (label) => ({ label, active: false }));
        await copies("ApiKey", texts("key"), (label) => ({
          label,
          keyHash: `\\x${randomUUID().replaceAll("-", "")}`,
        }));
        await copies("Integration", inPairs(texts("channel")), (name) => ({ name, state: "disabled" }));
        await rename(client, { workspaceId, table: "KnowledgeSource", column: "title", list: sources });
        await rename(client, { workspaceId, table: "Assistant", column: "name", list: assistants });
        await rows("AuditEntry", texts("audit"), (text) => ({
          actorKind: "user",
          actorId: userId,
          action: "createWebhook",
          // A value that did not change is not shown.
          before: { label: `${text} before` },
          after: { label: text },
        }));
        return { clientId: people[0]?.id ?? "", broadcastId: broadcasts[0]?.id ?? "" };
      });
      await use({ convId, aiId, ...stored });
    },
    { scope: "worker" },
  ],
});

/** Records every sign of a running script in the page, and every policy violation. */
async function watch(page: Page, address: string): Promise<string[]> {
  const happened: string[] = [];
  await page.exposeFunction("happens", (what: string) => void happened.push(`${what} on ${page.url()}`));
  await page.addInitScript(() => {
    const happens = (what: string) => (window as unknown as { happens: (what: string) => void }).happens(what);
    Object.assign(window, { ran: () => happens("a script ran") });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      happens(`${effectiveDirective} forbade ${blockedURI} ${sample}`),
    );
  });
  page.on("dialog", (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== address)
      happened.push(`asked ${request.url()}`);
  });
  page.on("pageerror", (error) => happened.push(String(error)));
  return happened;
}

/**
 * Reads the drawn text once and scrolls every scrollable element a step further, to its end and back.
 * @returns the marks seen on this page so far, and DOM content that plain text could not have created.
 */
async function look(page: Page): Promise<{ seen: string[]; strange: string[] }> {
  return page.evaluate(() => {
    const kept = window as unknown as { seen?: Set<string> };
    const seen = (kept.seen ??= new Set<string>());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, style")) continue;
      for (const [, mark] of (node.nodeValue ?? "").matchAll(/‹(\w+ \d+)›/g)) if (mark) seen.add(mark);
    }
    const strange: string[] = [];
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      for (const { name, value } of element.attributes) {
        const isCode = name.startsWith("on") || /^[\s\p{Cc}]*(javascript|vbscript|data:text)/iu.test(value);
        if (isCode && name !== "title" && !/^(aria|data)-/.test(name) && name !== "value" && name !== "alt")
          strange.push(`${element.tagName} ${name}=${value}`);
      }
      if (element.scrollHeight <= element.clientHeight + 1) continue;
      if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
      const { dataset } = element;
      const before = element.scrollTop;
      element.scrollTop += element.clientHeight * (dataset.isBack ? -0.7 : 0.7);
      const hasMoved = Math.abs(element.scrollTop - before) >= 1;
      // More rows may still load at the end.
      dataset.rounds = hasMoved ? "0" : `${Number(dataset.rounds ?? 0) + 1}`;
      if (dataset.rounds !== "8") continue;
      dataset.rounds = "0";
      dataset.isBack = dataset.isBack ? "" : "yes";
    }
    const root = document.scrollingElement;
    if (root) root.scrollTop = root.scrollTop + innerHeight * 2 >= root.scrollHeight ? 0 : root.scrollTop + innerHeight;
    for (const button of document.querySelectorAll("button"))
      if (/^Show (older|more)$/.test(button.textContent)) button.click();
    return { seen: [...seen], strange };
  });
}

/** The minimum number of looks. More follow until every text of the fields was drawn. */
const LOOKS = 4;

async function lookThrough(page: Page, fields: readonly string[]): Promise<string[]> {
  await expect(page.getByText(/^Loading/).or(page.getByLabel("Loading", { exact: true }))).toHaveCount(0);
  let strange: string[] = [];
  let looks = 0;
  const missing = async () => {
    const found = await look(page);
    strange = found.strange.length > 0 ? found.strange : strange;
    looks += 1;
    if (looks < LOOKS) return ["looked too little"];
    const seen = new Set(found.seen);
    return fields.flatMap((field) => SCRIPT_PAYLOADS.map((_, n) => `${field} ${n}`)).filter((mark) => !seen.has(mark));
  };
  await expect.poll(missing, { timeout: 120_000, intervals: [50] }).toEqual([]);
  return strange;
}

test("texts of strangers run nowhere", async ({ ownerPage: page, workspace: { workspaceId }, product, filled }) => {
  test.setTimeout(600_000);
  const { convId, clientId, aiId, broadcastId } = filled;
  const happened = await watch(page, product.address);
  const screens: [path: string, fields: string[]][] = [
    ["inbox", ["name", "preview"]],
    [`inbox/${convId}`, ["message", "answer", "note"]],
    ["contacts", ["name"]],
    ["contacts?as=board", []],
    [`contacts/${clientId}`, []],
    ["broadcasts", ["broadcast"]],
    [`broadcasts/${broadcastId}`, []],
    ["broadcasts/new", []],
    ["channels", ["channel"]],
    ["assistants", ["assistant"]],
    [`assistants/${aiId}`, ["source"]],
    [`assistants/${aiId}/answers`, []],
    [`assistants/${aiId}/evals`, []],
    [`assistants/${aiId}/versions`, []],
    ["playground", []],
    ["developers", ["key"]],
    ["developers/webhooks", ["webhook"]],
    ["settings", []],
    ["settings/inbox", []],
    ["settings/notices", []],
    ["settings/shortcuts", []],
    ["settings/targets", []],
    ["settings/security", []],
    ["settings/workspace", []],
    ["settings/team", []],
    ["settings/tags", ["tag", "stage"]],
    ["settings/replies", ["reply"]],
    ["settings/audit", ["audit"]],
    ["reports", []],
    ["reports/agents", []],
    ["reports/broadcasts", []],
    ["reports/assistants", []],
  ];
  for (const [path, fields] of screens) {
    await page.goto(`/${workspaceId}/${path}`);
    await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 60_000 });
    expect(await lookThrough(page, fields), path).toEqual([]);
  }
  expect(happened).toEqual([]);
});

test.describe("a script that is put into a page", () => {
  test.use({ triesPolicy: true });
  test("would not run, and would be noticed", async ({ ownerPage: page, product }) => {
    const happened = await watch(page, product.address);
    await page.goto("/sign-in");
    await page.evaluate(() => {
      const inserted = document.createElement("div");
      inserted.setHTMLUnsafe(`<img src=x: onerror=ran()><a href="javascript:ran()">a</a>`);
      document.body.append(inserted);
      inserted.querySelector("a")?.click();
    });
    await expect.poll(() => happened.filter((what) => what.startsWith("script-src"))).toHaveLength(2);
    expect(happened.filter((what) => what.startsWith("a script ran"))).toEqual([]);
    expect((await look(page)).strange).toHaveLength(2);
  });
});
