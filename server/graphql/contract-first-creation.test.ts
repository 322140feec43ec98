import { beforeAll, describe, expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import { database } from "../db.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import { wholeAnswers, type Field } from "../testing/contract/whole-answers.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { coreSchema } from "./schema.ts";

// contract.md, "Fields filled at first creation from a channel": the contact gets what the channel's adapter reports about
// the sender, and nothing else. The adapters' own tests check how each reads it from its provider's data.
type Profile = InboundMessage["profile"];
const PHONE_NUMBER: IntegrationType[] = ["WHATSAPP", "WA_GATEWAY"];
const OTHERS = Object.values(IntegrationType).filter((type) => !PHONE_NUMBER.includes(type));

let call: ReturnType<typeof wholeAnswers>["call"];
let workspaceId: number;
const channels = new Map<IntegrationType, Integration>();

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call } = wholeAnswers(coreSchema, workspace.api));
  for (const type of Object.values(IntegrationType)) {
    const data = { workspaceId, name: type, type, state: "active" as const, credentials: "", identifier: `of ${type}` };
    channels.set(type, await database().integration.create({ data }));
  }
});

let senders = 0;
async function contact(type: IntegrationType, profile: Profile, senderId = `s-${type}-${senders++}`): Promise<Client> {
  const { clientId } = await receiveMessage(systemCtx(workspaceId, "test"), channels.get(type) as Integration, {
    senderId,
    externalMessageId: null,
    externalConversationId: null,
    type: "text",
    content: "Hello",
    profile,
    replyTo: null,
    providerAt: null,
  });
  return database().client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: clientId } } });
}
/** A sender of a phone-number channel. Their id is their number. */
let numbers = 48_600_100_200;
function caller(type: IntegrationType, profile: Profile = {}): Promise<Client> {
  const number = `${numbers++}`;
  return contact(type, { phone: number, ...profile }, number);
}

describe("Fields filled at first creation from a channel", () => {
  const FIELDS: Field[] = [
    [
      "name",
      async () => {
        for (const type of PHONE_NUMBER) expect(await caller(type, { name: "Ola" })).toMatchObject({ name: "Ola" });
        for (const type of OTHERS) expect(await contact(type, { name: "Ola" })).toMatchObject({ name: "Ola" });
      },
    ],
    [
      "surname",
      async () => {
        expect(await caller("WHATSAPP", { name: "Ola", surname: "Nowak" })).toMatchObject({ surname: "Nowak" });
        expect(await contact("TELEGRAM", { name: "Ola" })).toMatchObject({ surname: null });
        expect(await contact("INSTAGRAM", { name: "Ola" })).toMatchObject({ surname: null });
      },
    ],
    [
      "phone",
      async () => {
        for (const type of PHONE_NUMBER) {
          expect((await caller(type)).phone).toMatch(/^\+48600100\d{3}$/);
          expect(await contact(type, {}, `PL.${type}.8716354`)).toMatchObject({ phone: null });
        }
        for (const type of OTHERS) expect(await contact(type, { name: "Ola" })).toMatchObject({ phone: null });
      },
    ],
    [
      "email, city, address, code",
      async () => {
        const empty = { email: null, city: null, address: null, code: null };
        for (const type of PHONE_NUMBER) expect(await caller(type, { name: "Ola" })).toMatchObject(empty);
        for (const type of OTHERS) expect(await contact(type, { name: "Ola" })).toMatchObject(empty);
      },
    ],
    [
      "country",
      async () => {
        for (const type of PHONE_NUMBER) expect(await caller(type)).toMatchObject({ country: "PL" });
        expect(await contact("FACEBOOK", { country: "BR" })).toMatchObject({ country: "BR" });
        expect(await contact("INSTAGRAM", { name: "Ola" })).toMatchObject({ country: null });
      },
    ],
    [
      "avatarUrl",
      async () => {
        const avatarUrl = "https://example.com/ola.png";
        for (const type of PHONE_NUMBER) expect(await caller(type)).toMatchObject({ avatarUrl: null });
        for (const type of OTHERS) {
          expect(await contact(type, { avatarUrl })).toMatchObject({ avatarUrl });
          expect(await contact(type, {})).toMatchObject({ avatarUrl: null });
        }
      },
    ],
    [
      "externalClientId",
      async () => {
        for (const type of PHONE_NUMBER) {
          const { phone, externalClientId } = await caller(type);
          expect(`+${externalClientId ?? ""}`).toBe(phone);
          const scoped = `US.${type}.13491208655302`;
          expect(await contact(type, {}, scoped)).toMatchObject({ externalClientId: scoped });
        }
        for (const type of OTHERS)
          expect(await contact(type, {}, `id-${type}`)).toMatchObject({ externalClientId: `id-${type}` });
      },
    ],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());

  test("they are set once: later messages do not fill empty fields, edits do and emit CLIENT_UPDATED", async () => {
    const more = { name: "Ola", surname: "Nowak", avatarUrl: "https://example.com/ola.png", country: "PL" };
    for (const type of Object.values(IntegrationType)) {
      const { id } = await contact(type, {}, `first-${type}`);
      expect(await contact(type, more, `first-${type}`)).toMatchObject({
        id,
        name: null,
        surname: null,
        avatarUrl: null,
        country: null,
      });
      await call("patchClient", { id, name: "Ola" });
      const events = await database().event.findMany({ where: { workspaceId, clientId: id, name: "CLIENT_UPDATED" } });
      expect(events.map(({ payload }) => payload)).toMatchObject([{ id, name: "Ola" }]);
    }
  });
});
