import { afterEach, expect, test, vi } from "vitest";
import { readClientPart, readConvPart } from "./conv-parts.ts";

type Variables = Record<string, unknown>;

/** Answers like the service, and collects each request's variables. A document with a refused part has no data. */
function serve(refused: string[] = [], code = "FORBIDDEN"): Variables[] {
  const requests: Variables[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const { variables } = JSON.parse(body) as { variables: Variables };
    requests.push(variables);
    const errors = refused
      .filter((name) => variables[name] === true)
      .map((name) => ({ message: `${name} is not for you`, extensions: { code } }));
    const data = {
      messages: { nodes: [variables.convId], pageInfo: { hasNextPage: false } },
      notes: { nodes: [] },
      client: { id: variables.clientId },
    };
    return Promise.resolve(Response.json(errors.length > 0 ? { data: null, errors } : { data }));
  });
  return requests;
}

const wantedBy = (variables: Variables) =>
  Object.keys(variables).filter((name) => name.startsWith("with") && variables[name] === true);

afterEach(() => {
  vi.unstubAllGlobals();
});

test("parts of a conversation that are asked for in the same task go in one request, others in their own", async () => {
  const requests = serve();
  const one = { workspaceId: 1, id: "one" };
  const [messages, notes, again, client] = await Promise.all([
    readConvPart(one, "messages"),
    readConvPart(one, "notes"),
    readConvPart({ workspaceId: 1, id: "two" }, "messages"),
    readClientPart(one, "client"),
  ]);
  expect([messages.nodes, notes.nodes, again.nodes, client.id]).toEqual([["one"], [], ["two"], "one"]);
  expect(requests.map(wantedBy)).toEqual([["withMessages", "withNotes"], ["withMessages"], ["withClient"]]);
  await readConvPart(one, "messages");
  expect(requests).toHaveLength(4);
});

test.each(["FORBIDDEN", "INTERNAL"])("a part that ends in %s does not take the others with it", async (code) => {
  const requests = serve(["withNotes"], code);
  const one = { workspaceId: 1, id: "one" };
  const [messages, notes] = await Promise.allSettled([readConvPart(one, "messages"), readConvPart(one, "notes")]);
  expect(messages.status).toBe("fulfilled");
  expect(notes).toMatchObject({
    status: "rejected",
    reason: { code, message: "withNotes is not for you" },
  });
  expect(requests.map(wantedBy)).toEqual([["withMessages", "withNotes"], ["withMessages"], ["withNotes"]]);
});

test("what concerns the whole request is not asked for again", async () => {
  const requests = serve(["withNotes"], "RATE_LIMITED");
  const one = { workspaceId: 1, id: "one" };
  const read = await Promise.allSettled([readConvPart(one, "messages"), readConvPart(one, "notes")]);
  expect(read.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(requests).toHaveLength(1);
});
