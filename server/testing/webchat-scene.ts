import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { database } from "../db.ts";
import { createTestWorkspace } from "./factories.ts";
import { openDoors } from "./doors.ts";
import { createTestWebchat, visitorBrowser } from "./webchat.ts";

const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId status } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;

type Place = {
  workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
  integrationId: string;
  identitySecret: string;
};

/** The endpoints for a test file, and for each test a workspace with a web chat, its visitors' browsers and its agents. */
export function webchatScene() {
  let doors: Awaited<ReturnType<typeof openDoors>>;
  let place: Place;
  const open: { close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    doors = await openDoors();
  });
  afterAll(() => doors.close());
  beforeEach(async () => {
    const workspace = await createTestWorkspace();
    place = { workspace, ...(await createTestWebchat(workspace.workspaceId)) };
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((stream) => stream.close()));
  });

  const browser = (address?: string) => visitorBrowser(doors.base, place.integrationId, address);
  /** The visitors' latest conversation. */
  const convOf = () =>
    database().conversation.findFirstOrThrow({
      where: { workspaceId: place.workspace.workspaceId, integrationId: place.integrationId },
      orderBy: { createdAt: "desc" },
    });
  return {
    base: () => doors.base,
    place: () => place,
    browser,
    /** The hash that the site's server makes for its visitor. */
    hash: (identifier: string, secret = place.identitySecret) =>
      createHmac("sha256", secret).update(identifier).digest("hex"),
    /** A stream that is closed when its test ends. */
    listen: async (visitor: ReturnType<typeof browser>, after?: string, lastEventId?: string) => {
      const stream = await visitor.listen(after, lastEventId);
      open.push(stream);
      return stream;
    },
    closeLast: () => open.pop()?.close(),
    convOf,
    /** Sends a message of the business in that conversation. Returns the message's id. */
    reply: async (content: string): Promise<string> => {
      const input = { integrationId: place.integrationId, convId: (await convOf()).id, type: "text", content };
      return (await place.workspace.api.ok<{ messageId: string }>(SEND, input)).messageId;
    },
    endConv: async () => {
      const input = { integrationId: place.integrationId, convId: (await convOf()).id };
      await place.workspace.api.ok(END, input);
    },
    statusOf: async (id: string) => {
      const { workspaceId } = place.workspace;
      return (await database().message.findFirstOrThrow({ where: { workspaceId, id } })).status;
    },
    /** The numbers of contacts, conversations and messages. */
    counts: async () => {
      const where = { workspaceId: place.workspace.workspaceId };
      const db = database();
      return [
        await db.client.count({ where }),
        await db.conversation.count({ where }),
        await db.message.count({ where }),
      ];
    },
  };
}
