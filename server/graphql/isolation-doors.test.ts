import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDoors, type Doors } from "../testing/doors.ts";
import { stageOf, untouched, type Stage } from "../testing/isolation/stage.ts";
import { neverExisted } from "../testing/isolation/world.ts";

// Endpoints other than GraphQL: a request of one workspace that names objects of another, and the same request with
// objects that never existed.
type Asked = { method: "GET" | "POST" | "PUT"; path: string; headers?: Record<string, string>; body?: unknown };
type Things = Stage["foreign"]["ids"];
/** The status for both, and a function that builds the request from a workspace's number and objects. */
type Case = [what: string, status: number, ask: (stage: Stage, workspaceId: number, ids: Things) => Asked];

const key = ({ home }: Stage) => ({ authorization: home.apiKey });
const send = (stage: Stage, more: object): Asked => ({
  method: "POST",
  path: "/core/v1/messages",
  headers: key(stage),
  body: { workspaceId: stage.home.workspaceId, externalClientId: "new", content: "Hello", ...more },
});
const customer = { content: "Hello", type: "text", senderId: "someone" };
const token = { "x-validate-token": "of-another-channel" };
const session = { authorization: "Bearer of-another-chat" };

const DOORS: Record<string, Case[]> = {
  "/core/v1/messages": [
    [
      "a foreign workspace",
      403,
      (stage, workspaceId, ids) => send(stage, { workspaceId, integrationId: ids.integration }),
    ],
    ["a foreign channel", 404, (stage, _, ids) => send(stage, { integrationId: ids.integration })],
  ],
  "/events": [
    [
      "a foreign workspace",
      403,
      (stage, workspaceId) => ({ method: "GET", path: `/events?workspaceId=${workspaceId}`, headers: key(stage) }),
    ],
  ],
  "/export/broadcast-recipients": [
    [
      "a foreign workspace's broadcast",
      403,
      (stage, workspaceId, ids) => ({
        method: "GET",
        path: `/export/broadcast-recipients?workspaceId=${workspaceId}&broadcastId=${ids.broadcast}`,
        headers: key(stage),
      }),
    ],
  ],
  "/export/contacts": [
    [
      "a foreign workspace's contacts",
      403,
      (stage, workspaceId) => ({
        method: "GET",
        path: `/export/contacts?workspaceId=${workspaceId}`,
        headers: key(stage),
      }),
    ],
  ],
  "/export/conversations": [
    [
      "a foreign workspace's conversations",
      403,
      (stage, workspaceId, ids) => ({
        method: "GET",
        path: `/export/conversations?workspaceId=${workspaceId}&ids=${ids.conv}`,
        headers: key(stage),
      }),
    ],
  ],
  "/export/client-data": [
    [
      "a foreign workspace's export",
      403,
      (stage, workspaceId, ids) => ({
        method: "GET",
        path: `/export/client-data?workspaceId=${workspaceId}&requestId=${ids.clientDataRequest}`,
        headers: key(stage),
      }),
    ],
    [
      "a foreign export under one's own workspace",
      404,
      (stage, _, ids) => ({
        method: "GET",
        path: `/export/client-data?workspaceId=${stage.home.workspaceId}&requestId=${ids.clientDataRequest}`,
        headers: key(stage),
      }),
    ],
  ],
  "/export/import-errors": [
    [
      "a foreign workspace's import",
      403,
      (stage, workspaceId, ids) => ({
        method: "GET",
        path: `/export/import-errors?workspaceId=${workspaceId}&jobId=${ids.importJob}`,
        headers: key(stage),
      }),
    ],
    [
      "a foreign import under one's own workspace",
      404,
      (stage, _, ids) => ({
        method: "GET",
        path: `/export/import-errors?workspaceId=${stage.home.workspaceId}&jobId=${ids.importJob}`,
        headers: key(stage),
      }),
    ],
  ],
  "/pictures/[workspaceId]/[of]/[id]": [
    ...(["messages", "clients", "broadcasts"] as const).flatMap((of): Case[] => {
      const idOf = (ids: Things) => ({ messages: ids.message, clients: ids.client, broadcasts: ids.broadcast })[of];
      const ask = (stage: Stage, workspaceId: number, ids: Things): Asked => ({
        method: "GET",
        path: `/pictures/${workspaceId}/${of}/${idOf(ids)}?url=http://127.0.0.1:9/a.png`,
        headers: key(stage),
      });
      return [
        [`a foreign workspace's ${of}`, 404, ask],
        [
          `foreign ${of} under one's own workspace`,
          of === "broadcasts" ? 403 : 404,
          (stage, _, ids) => ask(stage, stage.home.workspaceId, ids),
        ],
      ];
    }),
  ],
  "/uploads/[workspaceId]/[fileName]": [
    [
      "a foreign workspace's file",
      404,
      (stage, workspaceId, ids) => ({
        method: "GET",
        path: `/uploads/${workspaceId}/${ids.document}`,
        headers: key(stage),
      }),
    ],
    [
      "a foreign file under one's own workspace",
      404,
      (stage, _, ids) => ({
        method: "GET",
        path: `/uploads/${stage.home.workspaceId}/${ids.document}`,
        headers: key(stage),
      }),
    ],
    [
      "a place for a file, without its signature",
      403,
      (stage, workspaceId, ids) => ({
        method: "PUT",
        path: `/uploads/${workspaceId}/${ids.document}`,
        headers: key(stage),
        body: "bytes",
      }),
    ],
  ],
  "/ext/v1/incoming/custom/[integrationId]": [
    [
      "a foreign channel with another token",
      401,
      (_, __, ids) => ({
        method: "POST",
        path: `/ext/v1/incoming/custom/${ids.integration}`,
        headers: token,
        body: customer,
      }),
    ],
  ],
  "/ext/v1/incoming/custom/[integrationId]/status": [
    [
      "a foreign channel with another token",
      401,
      (_, __, ids) => ({
        method: "POST",
        path: `/ext/v1/incoming/custom/${ids.integration}/status`,
        headers: token,
        body: { messageId: "theirs", status: "read" },
      }),
    ],
  ],
  ...Object.fromEntries(
    ["messages", "ticket", "uploads", "typing", "read"].map((name): [string, Case[]] => [
      `/ext/v1/webchat/[integrationId]/${name}`,
      [
        [
          "a foreign chat with another session",
          401,
          (_, __, ids) => ({
            method: name === "messages" ? "GET" : "POST",
            path: `/ext/v1/webchat/${ids.webchat}/${name}`,
            headers: session,
            ...(name === "messages" ? {} : { body: {} }),
          }),
        ],
      ],
    ]),
  ),
  "/ext/v1/webchat/[integrationId]/events": [
    [
      "a foreign chat with another ticket",
      401,
      (_, __, ids) => ({ method: "GET", path: `/ext/v1/webchat/${ids.webchat}/events?ticket=of-another-chat` }),
    ],
  ],
  "/ext/v1/incoming/webchat/[integrationId]": [
    [
      "a foreign chat with another session",
      401,
      (_, __, ids) => ({
        method: "POST",
        path: `/ext/v1/incoming/webchat/${ids.webchat}`,
        headers: session,
        body: { clientMessageId: ids.message, type: "text", content: "Hello" },
      }),
    ],
  ],
};

/** Endpoints without a workspace, or whose URL itself is the secret, and the files with their tests. */
const ELSEWHERE: Record<string, string> = {
  "/core/gq": "isolation.test.ts",
  "/bot/gq": "isolation.test.ts",
  "/mcp": "server/mcp/reach.test.ts",
  "/graphiql": "server/rest/graphiql.test.ts",
  "/graphiql/[file]": "files of the explorer",
  "/ext/v1/incoming/[type]/[integrationId]": "server/rest/incoming-meta.test.ts",
  "/ext/v1/webchat/[integrationId]/config": "of every visitor",
  "/ext/v1/webchat/[integrationId]/session": "of every visitor: server/webchat/visitor-session.test.ts",
  "/ext/v1/incoming/meta": "signed by Meta, for every workspace: server/integrations/channel-sign-in.test.ts",
  "/api/sso/[domain]/logout": "signed by a company's provider: server/sso/sso.test.ts",
  "/channel-sign-in": "server/integrations/channel-sign-in.test.ts",
  "/ext/v1/stripe": "signed by Stripe: server/rest/stripe-webhook.test.ts",
  "/api/invitations/[token]": "server/agents/accept-invitation.test.ts",
  "/api/invitations/[token]/accept": "server/agents/accept-invitation.test.ts",
  "/api/invitations/[token]/account": "server/agents/accept-invitation.test.ts",
  "/api/auth/[...nextauth]": "server/auth/next-auth.test.ts",
  "/api/sign-up": "server/rest/sign-up.test.ts",
  "/api/sign-up/confirm": "server/rest/sign-up.test.ts",
  "/api/forgot-password": "server/rest/reset-password.test.ts",
  "/api/reset-password": "server/rest/reset-password.test.ts",
  "/chat/[integrationId]": "no workspace's data: e2e/portal/webchat.spec.ts",
  "/chat/assets/[file]": "files of the web chat",
  "/webchat.js": "the web chat's script",
  "/docs": "no workspace: server/rest/docs.test.ts",
  "/docs/[page]": "no workspace: server/rest/docs.test.ts",
  "/docs/rest": "no workspace: e2e/portal/reference.spec.ts",
  "/docs/rest/[file]": "files of the viewer",
  "/healthz": "no workspace",
  "/readyz": "no workspace",
  "/metrics": "figures of the process: server/rest/metrics.test.ts",
};

let stage: Stage;
let doors: Doors;

beforeAll(async () => {
  stage = await stageOf("GATEWAY");
  doors = await openDoors();
});
afterAll(() => doors.close());

async function ask({ method, path, headers = {}, body }: Asked): Promise<{ status: number; text: string }> {
  const response = await fetch(doors.base + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

test("every address that the product answers is here", () => {
  const addresses = globSync("app/**/route.ts").map((file) => file.replace(/^app|\/route\.ts$|\/\([^)]*\)/g, ""));
  expect([...Object.keys(DOORS), ...Object.keys(ELSEWHERE)].sort()).toEqual(addresses.sort());
});

describe.each(Object.entries(DOORS))("%s", (_, cases) => {
  test.each(cases)("%s is answered as one that never was", async (what, status, request) => {
    const { home, foreign } = stage;
    const nothing = Object.fromEntries(
      Object.keys(foreign.ids).map((kind) => [kind, neverExisted(kind as keyof Things)]),
    ) as Things;
    await untouched(stage, [home, foreign], async () => {
      const theirs = await ask(request(stage, foreign.workspaceId, foreign.ids));
      const never = await ask(request(stage, 2_000_000_000, nothing));
      expect([what, theirs.status]).toEqual([what, status]);
      // An unknown channel is 404, as the contract's decisions say: the caller has only the channel's URL.
      if (!request(stage, 0, nothing).path.startsWith("/ext/")) expect(theirs).toEqual(never);
      expect(stage.foreignTexts.filter((text) => theirs.text.includes(text))).toEqual([]);
    });
  });
});
