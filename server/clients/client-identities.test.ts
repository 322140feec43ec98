import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { createTestClient, createTestWorkspace } from "../testing/factories.ts";
import { resolveSender, type Sender } from "./client-identities.ts";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
const resolve = (sender: Omit<Sender, "profile"> & { profile?: Sender["profile"] }) =>
  inTransaction(workspace.ctx, (tx) => resolveSender(tx, { profile: {}, ...sender }));

beforeEach(async () => {
  workspace = await createTestWorkspace();
});

test("a new sender becomes a contact with what the channel tells, once and never again", async () => {
  const profile = {
    name: "Ola",
    surname: "Nowak",
    phone: "600 100 200",
    country: "PL",
    email: "o@x.com",
    city: "Gdynia",
    code: "7",
    avatarUrl: "https://x.com/o.png",
  };
  const { client, created } = await resolve({ scope: "custom:1", externalId: "ola", profile });
  expect(created).toBe(true);
  expect(client).toMatchObject({ ...profile, phone: "+48600100200", externalClientId: "ola", address: null });
  const again = await resolve({
    scope: "custom:1",
    externalId: "ola",
    profile: { name: "Other", address: "Street 1" },
  });
  expect(again).toMatchObject({ created: false, client: { id: client.id, name: "Ola", address: null } });
});

test("the country comes from the phone number; a number that is none is left away", async () => {
  const one = await resolve({ scope: "custom:1", externalId: "1", profile: { phone: "+4740000000" } });
  expect(one.client).toMatchObject({ phone: "+4740000000", country: "NO" });
  const two = await resolve({ scope: "custom:1", externalId: "2", profile: { phone: "call me" } });
  expect(two.client).toMatchObject({ phone: null, country: null });
});

describe("who is who", () => {
  test("two senders with one id in two scopes are two contacts", async () => {
    const telegram = await resolve({ scope: "telegram", externalId: "1" });
    const custom = await resolve({ scope: "custom:9", externalId: "1" });
    const chat = await resolve({ scope: "webchat:9", externalId: "1" });
    expect(new Set([telegram, custom, chat].map(({ client }) => client.id)).size).toBe(3);
    expect([telegram, custom, chat].map(({ client }) => client.externalClientId)).toEqual([
      "1",
      "custom:9:1",
      "webchat:9:1",
    ]);
  });

  test("phone scope: by number in E.164, else by externalClientId in any spelling, before a new contact", async () => {
    const byPhone = await createTestClient(workspace.workspaceId, { externalClientId: "crm-1", phone: "+48600100200" });
    const byId = await createTestClient(workspace.workspaceId, { externalClientId: "48600100201" });
    expect(await resolve({ scope: "phone", externalId: "48600100200" })).toMatchObject({
      created: false,
      client: { id: byPhone.id },
    });
    expect(await resolve({ scope: "phone", externalId: "x", phone: "+48600100201" })).toMatchObject({
      created: false,
      client: { id: byId.id },
    });
    expect((await resolve({ scope: "phone", externalId: "48600100202" })).created).toBe(true);
  });

  test("phone scope: of two contacts with the number, the one who is not archived", async () => {
    const first = await createTestClient(workspace.workspaceId, { phone: "+48600100200" });
    const second = await createTestClient(workspace.workspaceId, { phone: "+48600100200" });
    await database().client.updateMany({ where: { id: first.id }, data: { deletedAt: new Date() } });
    expect((await resolve({ scope: "phone", externalId: "48600100200" })).client.id).toBe(second.id);
  });

  test("only the phone scope matches by number: a custom sender cannot claim a phone contact", async () => {
    const contact = await createTestClient(workspace.workspaceId, { phone: "+48600100200" });
    const { client, created } = await resolve({
      scope: "custom:1",
      externalId: "thief",
      phone: "+48600100200",
      profile: { phone: "+48600100200" },
    });
    expect(created).toBe(true);
    expect(client.id).not.toBe(contact.id);
  });

  test("custom scope: by externalClientId of a contact who is nobody elsewhere; other scopes never", async () => {
    const contact = await createTestClient(workspace.workspaceId, { externalClientId: "crm-7" });
    expect(await resolve({ scope: "custom:1", externalId: "crm-7" })).toMatchObject({
      created: false,
      client: { id: contact.id },
    });
    // The contact now has an identity: a sender of another custom channel with the same id is another person.
    expect((await resolve({ scope: "custom:2", externalId: "crm-7" })).created).toBe(true);
    const telegramLike = await createTestClient(workspace.workspaceId, { externalClientId: "77" });
    const telegram = await resolve({ scope: "telegram", externalId: "77" });
    expect(telegram.created).toBe(true);
    expect(telegram.client.id).not.toBe(telegramLike.id);
  });

  test("another workspace's contact is never found", async () => {
    const other = await createTestWorkspace();
    const theirs = await createTestClient(other.workspaceId, { externalClientId: "crm-8", phone: "+48600100200" });
    for (const sender of [
      { scope: "custom:1", externalId: "crm-8" },
      { scope: "phone", externalId: "48600100200" },
    ]) {
      const { client, created } = await resolve(sender);
      expect(created).toBe(true);
      expect(client.id).not.toBe(theirs.id);
    }
  });
});

test("even without the caller's lock, parallel first messages make one contact", async () => {
  const results = await Promise.all(
    Array.from({ length: 12 }, () => resolve({ scope: "custom:1", externalId: "rush" })),
  );
  expect(new Set(results.map(({ client }) => client.id)).size).toBe(1);
  expect(results.filter(({ created }) => created)).toHaveLength(1);
  expect(await database().client.count({ where: { workspaceId: workspace.workspaceId } })).toBe(1);
});
