import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { buildFolder, runningBuild } from "../../server/builds/running-build.ts";
import { namesOfFiles } from "../../server/builds/build-files.ts";
import { inDatabase } from "../database.ts";
import { expect, test } from "../fixtures.ts";

// The contract through the shipped server, as `curl` would use it: every endpoint is mounted, in every form.

test("the ingress answers every refusal in its envelope", async ({ request, outside }) => {
  const { ingressUrl, validateToken } = outside;
  const body = { content: "Hi", type: "text", senderId: randomUUID() };
  const headers = { "x-validate-token": validateToken };
  const unknown = ingressUrl.replace(/[^/]+$/, randomUUID());
  const cases = [
    [401, ingressUrl, { headers: {}, data: body }],
    [401, ingressUrl, { headers: { "x-validate-token": "wrong" }, data: body }],
    [404, unknown, { headers, data: body }],
    [404, ingressUrl.replace(/[^/]+$/, "no-uuid"), { headers, data: body }],
    [400, ingressUrl, { headers: { ...headers, "content-type": "application/json" }, data: "{" }],
    [415, ingressUrl, { headers: { ...headers, "content-type": "text/plain" }, data: "hello" }],
    [413, ingressUrl, { headers, data: { ...body, content: "x".repeat(300_000) } }],
    [422, ingressUrl, { headers, data: { ...body, type: "smoke-signal" } }],
    [422, ingressUrl, { headers, data: { ...body, senderId: 7 } }],
  ] as const;
  for (const [status, url, options] of cases) {
    const answer = await request.post(url, options);
    const envelope = (await answer.json()) as unknown;
    expect([answer.status(), envelope], JSON.stringify(options).slice(0, 120)).toEqual([
      status,
      {
        error: expect.objectContaining({
          code: expect.stringMatching(/^[A-Z_]+$/),
          message: expect.stringMatching(/.+/),
        }),
      },
    ]);
  }
  const stored = await request.post(ingressUrl, { headers, data: { ...body, messageId: "m-1" } });
  const repeated = await request.post(ingressUrl, { headers, data: { ...body, messageId: "m-1" } });
  expect([stored.status(), repeated.status()]).toEqual([200, 200]);
  expect(await repeated.json()).toEqual(await stored.json());
});

test("GraphQL refuses in the contract's words, in its order", async ({ request, workspace, product }) => {
  const query = "query ($input: AgentsInput!) { agents(input: $input) { nodes { id } } }";
  const call = async (authorization: string | null, input: Record<string, unknown>) => {
    const headers: Record<string, string> = authorization === null ? {} : { authorization };
    const answer = await request.post("/core/gq", { headers, data: { query, variables: { input } } });
    const { errors } = (await answer.json()) as { errors?: { message: string; extensions: { code: string } }[] };
    return [answer.status(), errors?.[0]?.message, errors?.[0]?.extensions.code];
  };
  const { apiKey, workspaceId } = workspace;
  expect(await call(apiKey, { workspaceId })).toEqual([200, undefined, undefined]);
  expect(await call(null, { workspaceId })).toEqual([200, "Invalid API key", "UNAUTHENTICATED"]);
  expect(await call("svck_wrong", {})).toEqual([200, "Invalid API key", "UNAUTHENTICATED"]);
  expect(await call(`Bearer ${apiKey}`, { workspaceId })).toEqual([
    200,
    "Your token is invalid or expired",
    "INVALID_TOKEN",
  ]);
  expect(await call(apiKey, {})).toEqual([
    200,
    "Your request does not have workspaceId in GraphQL variables",
    "MISSING_WORKSPACE_ID",
  ]);
  expect(await call(apiKey, { workspaceId: product.demo.workspaceId })).toEqual([
    200,
    "You do not have permission to access this resource using that API key",
    "FORBIDDEN_WORKSPACE",
  ]);
  expect((await request.get("/core/gq")).status()).toBeGreaterThanOrEqual(400);
});

test("an agent-linked key sees its own and unassigned conversations, and sends in the agent's name", async ({
  core,
  request,
  workspace: { workspaceId },
  outside,
}) => {
  const { createAgentWithApiKey } = await core(
    `mutation ($input: AgentCreateWithApiKeyInput!) { createAgentWithApiKey(input: $input) { agent { id } apiKey { key } } }`,
    { name: "Robo", surname: randomUUID().slice(0, 6) },
  );
  const { agent, apiKey } = createAgentWithApiKey as { agent: { id: string }; apiKey: { key: string } };
  const as = async (query: string, input: Record<string, unknown>) => {
    const answer = await request.post("/core/gq", {
      headers: { authorization: apiKey.key },
      data: { query, variables: { input: { workspaceId, ...input } } },
    });
    return (await answer.json()) as {
      data?: Record<string, unknown> | null;
      errors?: { extensions: { code: string } }[];
    };
  };
  const { conversationId: free } = await outside.write(outside.newCustomer("Free"), "Anybody?");
  const { conversationId: foreign } = await outside.write(outside.newCustomer("Taken"), "Owner, please");
  const { agents } = (await core(`query ($input: AgentsInput!) { agents(input: $input) { nodes { id email } } }`)) as {
    agents: { nodes: { id: string; email: string }[] };
  };
  const owner = agents.nodes.find(({ email }) => email !== "");
  await core(`mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }`, {
    integrationId: outside.integrationId,
    convId: foreign,
    agentId: owner?.id,
  });

  const conv = `query ($input: ConvInput!) { conv(input: $input) { id } }`;
  expect((await as(conv, { id: free })).data).toEqual({ conv: { id: free } });
  expect((await as(conv, { id: foreign })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  const sent = await as(`mutation ($input: MessageInput!) { addMessage(input: $input) { agentId status isAgent } }`, {
    integrationId: outside.integrationId,
    convId: free,
    type: "text",
    content: "I am here",
  });
  expect(sent.data).toEqual({ addMessage: { agentId: agent.id, status: "pending", isAgent: true } });
  const refused = await as(`mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id } }`, { label: "No" });
  expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN_ROLE");
});

test("a page of another build finds its files here, and other processes find those of this build", async ({
  request,
  product: { dataDir },
}) => {
  const name = `chunks/${randomUUID()}.js`;
  const earlier = await inDatabase(dataDir, async (client) => {
    await client.query(`insert into "BuildFile" (build, name, content) values ('earlier', $1, $2)`, [
      name,
      gzipSync("earlier();"),
    ]);
    const answer = await request.get(`/_next/static/${name}`);
    await client.query(`delete from "BuildFile" where build = 'earlier'`);
    const { rows } = await client.query<{ name: string }>(`select name from "BuildFile" where build = $1`, [
      runningBuild(),
    ]);
    expect(new Set(rows.map((row) => row.name))).toEqual(await namesOfFiles(buildFolder()));
    return answer;
  });
  expect([earlier.status(), await earlier.text()]).toEqual([200, "earlier();"]);
  expect(earlier.headers()).toMatchObject({
    "content-type": "application/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect((await request.get(`/_next/static/${name}`)).status()).toBe(404);
});
