import { beforeEach, describe, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import { archiveClient } from "../clients/archive-client.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { IntegrationType as INTEGRATION_TYPES, type IntegrationType } from "../generated/prisma/enums.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { createTag } from "../tags/create-tag.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { patchWorkspaceSettings } from "../workspaces/patch-workspace-settings.ts";
import { fixAudience } from "./audience.ts";
import { createBroadcast, type BroadcastCreateInput } from "./create-broadcast.ts";
import { patchBroadcast } from "./patch-broadcast.ts";

let ctx: Ctx;
let workspaceId: number;
let channel: Integration;
beforeEach(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  channel = await integration((await createTestIntegration(workspaceId)).id);
});

const integration = (id: string) =>
  database().integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const newChannel = (type: IntegrationType) =>
  database().integration.create({
    data: {
      workspaceId,
      name: type,
      type,
      state: "active",
      credentials: "-",
      templatesFetchedAt: new Date(),
      utilityMessages: true,
    },
  });
const client = (name: string, input: Parameters<typeof createTestClient>[1] = {}) =>
  createTestClient(workspaceId, { name, ...input });
const identify = ({ id: clientId }: Client, scope: string, externalId: string) =>
  database().clientIdentity.create({ data: { workspaceId, scope, externalId, clientId } });

/** The names of the recipients of a broadcast with these filters, in order. */
async function audience(filters: Partial<BroadcastCreateInput> = {}, place = channel): Promise<string[]> {
  const broadcast = await createBroadcast(ctx, {
    name: "Sale",
    integrationId: place.id,
    templateName: "sale",
    ...filters,
  });
  const { totalCount } = await inTransaction(ctx, (tx) => fixAudience(tx, broadcast, place, null));
  const recipients = await database().broadcastRecipient.findMany({
    where: { workspaceId, broadcastId: broadcast.id, messageId: null, error: null },
    include: { client: true },
  });
  expect(recipients).toHaveLength(totalCount);
  return recipients.map(({ client: { name } }) => name ?? "").sort();
}

describe("filters", () => {
  test("must all hold: every tag, the stage, the country", async () => {
    const stage = await createTag(ctx, { tag: "customer", type: "clientStage" });
    const other = await createTag(ctx, { tag: "lead", type: "clientStage" });
    const base = { tags: ["vip", "berlin", "x"], stage: { id: stage.id, value: "" }, country: "DE" };
    await client("all", base);
    await client("small letters", { ...base, country: "de" });
    await client("one tag", { ...base, tags: ["vip"] });
    await client("no tags", { ...base, tags: [] });
    await client("other stage", { ...base, stage: { id: other.id, value: "" } });
    await client("no stage", { tags: base.tags, country: "DE" });
    await client("other country", { ...base, country: "AT" });
    await client("no country", { tags: base.tags, stage: base.stage });
    const filters = { clientTags: ["berlin", "vip"], clientStageId: stage.id, country: "DE" };
    expect(await audience(filters)).toEqual(["all", "small letters"]);
    expect(await audience({ clientTags: ["berlin", "vip"] })).toHaveLength(6);
    expect(await audience({ clientStageId: other.id })).toEqual(["other stage"]);
    expect(await audience({ country: "AT" })).toEqual(["other country"]);
    expect(await audience()).toHaveLength(8);
    expect(await audience({ clientTags: ["vip", "nobody has this"] })).toEqual([]);
  });

  test("reach no other workspace", async () => {
    const { workspaceId: foreign } = await createTestWorkspace();
    await createTestClient(foreign, { name: "theirs" });
    await client("ours");
    expect(await audience()).toEqual(["ours"]);
  });
});

describe("left out", () => {
  test("archived clients", async () => {
    await client("here");
    const gone = await client("gone");
    await archiveClient(ctx, { id: gone.id });
    expect(await audience()).toEqual(["here"]);
  });

  test("test numbers, switched on or off, however the contact is known by them", async () => {
    await patchWorkspaceSettings(ctx, {
      testNums: [
        { phone: "+4915112345678", active: true },
        { phone: "+4915112345679", active: false },
      ],
    });
    await client("by number", { phone: "+4915112345678" });
    await client("by number, off", { phone: "+4915112345679" });
    await client("by id", { externalClientId: "4915112345678" });
    await client("by id with +", { externalClientId: "+4915112345678" });
    await identify(await client("by identity"), "phone", "4915112345679");
    await client("another number", { phone: "+4915112345670" });
    await client("no number");
    expect(await audience()).toEqual(["another number", "no number"]);
    expect(await audience({}, await newChannel("WHATSAPP"))).toEqual(["another number"]);
  });

  test("on a custom channel, whoever is known elsewhere only, and whoever has no id", async () => {
    await client("made by hand");
    await identify(await client("has written here"), `custom:${channel.id}`, "c-1");
    const both = await client("has written here and elsewhere");
    await identify(both, `custom:${channel.id}`, "c-2");
    await identify(both, "telegram", "77");
    await identify(await client("known by number"), "phone", "4915112345678");
    await identify(await client("from telegram"), "telegram", "1");
    const other = await createTestIntegration(workspaceId, { name: "Other" });
    await identify(await client("from another custom channel"), `custom:${other.id}`, "c-1");
    await database().client.create({ data: { workspaceId, name: "without any id" } });
    expect(await audience()).toEqual([
      "has written here",
      "has written here and elsewhere",
      "known by number",
      "made by hand",
    ]);
  });

  test("on a channel of phone numbers, whoever has neither one nor a name of the provider's own", async () => {
    const whatsapp = await newChannel("WHATSAPP");
    await client("number", { phone: "+4915112345678" });
    await client("number as id", { externalClientId: "4915112345679" });
    await identify(await client("identity"), "phone", "4915112345670");
    await identify(await client("number, known elsewhere", { phone: "+4915112345671" }), "telegram", "5");
    await identify(
      await client("telegram id that looks like one", { externalClientId: "4915112345672" }),
      "telegram",
      "6",
    );
    await identify(await client("business-scoped id"), "bsuid", "DE.123");
    await client("customer number", { externalClientId: "crm-7" });
    expect(await audience({}, whatsapp)).toEqual([
      "business-scoped id",
      "identity",
      "number",
      "number as id",
      "number, known elsewhere",
    ]);
  });

  test("the second contact of one person: who has written comes first, then who came first", async () => {
    const whatsapp = await newChannel("WHATSAPP");
    await client("came first", { phone: "+4915112345678" });
    await identify(await client("has written"), "phone", "4915112345678");
    await client("number as id", { externalClientId: "+4915112345678" });
    await client("older", { phone: "+4915112345679" });
    await client("newer", { phone: "+4915112345679" });
    expect(await audience({}, whatsapp)).toEqual(["has written", "older"]);
    expect(await audience()).toHaveLength(5);
  });
});

describe("the rule of the audience is the rule of the sender", () => {
  const TYPES = Object.values(INTEGRATION_TYPES).filter(
    (type) => channelOf(type).templates || channelOf(type).utilityMessages,
  );
  const PHONES = [null, "+4915112345678"];
  const IDS = [null, "crm-7", "4915112345678", "+4915112345678", "12345"];
  const SCOPES = [[], ["phone"], ["telegram"], ["phone", "telegram"], ["own"], ["own", "telegram"], ["bsuid"]];

  test.each(TYPES)("%s", async (type) => {
    const place = await newChannel(type);
    const own = channelOf(type).identityScope(place);
    const reached: string[] = [];
    const expected: string[] = [];
    for (const phone of PHONES) {
      for (const externalClientId of IDS) {
        for (const names of SCOPES) {
          // Only one contact exists at a time, so no other can have the same address.
          await database().clientIdentity.deleteMany({ where: { workspaceId } });
          await database().broadcastRecipient.deleteMany({ where: { workspaceId } });
          await database().client.deleteMany({ where: { workspaceId } });
          const title = JSON.stringify({ phone, externalClientId, names });
          const made = await database().client.create({ data: { workspaceId, name: title, phone, externalClientId } });
          const identities = Object.fromEntries(names.map((name) => [name === "own" ? own : name, `${name}-1`]));
          for (const [scope, id] of Object.entries(identities)) await identify(made, scope, id);
          if (clientAddress(place, made, identities) !== null) expected.push(title);
          reached.push(...(await audience({}, place)));
        }
      }
    }
    expect(reached).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(20);
    expect(expected.length).toBeLessThan(PHONES.length * IDS.length * SCOPES.length);
  });
});

test("30,000 contacts are fixed as an audience within seconds", async () => {
  const COUNT = 30_000;
  await database().$executeRaw`
    insert into "Client" ("workspaceId", id, name, "externalClientId", phone, country)
    select ${workspaceId}, gen_random_uuid(), 'Carla', 'c-' || n, '+49151' || (10000000 + n), 'DE' from generate_series(1, ${COUNT}::int) n`;
  // Autovacuum does the same a minute later.
  await database().$executeRaw`analyze "Client"`;
  const broadcast = await createBroadcast(ctx, {
    name: "All",
    integrationId: channel.id,
    templateName: "sale",
    country: "DE",
  });
  const begun = performance.now();
  expect(await inTransaction(ctx, (tx) => fixAudience(tx, broadcast, channel, null))).toEqual({
    totalCount: COUNT,
    leftOut: {},
  });
  const seconds = (performance.now() - begun) / 1000;
  console.info(`an audience of ${COUNT} was fixed in ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(12);
}, 60_000);

describe("named clients", () => {
  test("are the audience, of whom the filters still hold", async () => {
    const maria = await client("maria", { tags: ["vip"] });
    const eva = await client("eva");
    await client("somebody else", { tags: ["vip"] });
    expect(await audience({ clientIds: [maria.id, eva.id] })).toEqual(["eva", "maria"]);
    expect(await audience({ clientIds: [maria.id, eva.id], clientTags: ["vip"] })).toEqual(["maria"]);
  });

  test("who cannot be reached there is counted as such", async () => {
    const whatsapp = await newChannel("WHATSAPP");
    const reached = await client("reached", { phone: "+4915112345678" });
    const not = await client("not reached");
    const named = await createBroadcast(ctx, {
      name: "Sale",
      integrationId: whatsapp.id,
      templateName: "sale",
      clientIds: [reached.id, not.id],
    }).catch((error: unknown) => error);
    expect(named).toMatchObject({ clientIds: [reached.id, not.id] });
    const { totalCount, leftOut } = await inTransaction(ctx, (tx) =>
      fixAudience(tx, named as Parameters<typeof fixAudience>[1], whatsapp, null),
    );
    expect({ totalCount, leftOut }).toEqual({ totalCount: 1, leftOut: { unreachable: 1 } });
  });

  test("must be clients of the workspace, some, and not too many; a draft can go back to everybody", async () => {
    const maria = await client("maria");
    const { workspaceId: foreign } = await createTestWorkspace();
    const theirs = await createTestClient(foreign, { name: "theirs" });
    const input = { name: "Sale", integrationId: channel.id, templateName: "sale" };
    for (const id of [theirs.id, "nobody"])
      await expect(createBroadcast(ctx, { ...input, clientIds: [maria.id, id] })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    await expect(createBroadcast(ctx, { ...input, clientIds: [] })).rejects.toMatchObject({ code: "BAD_INPUT" });
    const many = Array.from({ length: 5_001 }, () => crypto.randomUUID());
    await expect(createBroadcast(ctx, { ...input, clientIds: many })).rejects.toMatchObject({ code: "BAD_INPUT" });
    const { id } = await createBroadcast(ctx, { ...input, clientIds: [maria.id] });
    expect(await patchBroadcast(ctx, { id, name: "Sale 2" })).toMatchObject({ clientIds: [maria.id] });
    expect(await patchBroadcast(ctx, { id, clientIds: null })).toMatchObject({ clientIds: [] });
  });
});
