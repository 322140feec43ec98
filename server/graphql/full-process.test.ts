// @own-process: the test fills the query places of one process.
import { expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { createBuilder } from "./builder.ts";
import { createGraphqlServer } from "./serving/graphql-server.ts";

const PATH = "/try/gq";
/** Four workspaces with six queries each fill a process (run-document.ts). */
const [WORKSPACES, PLACES_EACH] = [4, 6];
const QUERY = "query ($input: TryInput!) { slow(input: $input) }";

type Answer = { errors?: { message: string; extensions: { code: string } }[] };

/** A field that responds when the test resolves it, and the calls waiting in it. */
function slowSchema() {
  const builder = createBuilder();
  const input = builder.inputType("TryInput", { fields: (t) => ({ workspaceId: t.int({ required: true }) }) });
  const waiting: (() => void)[] = [];
  builder.queryFields((t) => ({
    slow: t.string({
      args: { input: t.arg({ type: input, required: true }) },
      resolve: () => new Promise<string>((answer) => waiting.push(() => answer("done"))),
    }),
  }));
  // A schema needs mutations.
  builder.mutationFields((t) => ({ change: t.boolean({ resolve: () => true }) }));
  return { schema: builder.toSchema(), waiting };
}

test("a process that is full because of others answers 503, too many queries of one's own 429; both say when to come back", async () => {
  const { schema, waiting } = slowSchema();
  const server = createGraphqlServer(schema);
  const workspaces = await Promise.all(Array.from({ length: WORKSPACES + 1 }, () => createTestWorkspace()));
  const ask = async (no: number, accept: string) => {
    const { workspaceId, apiKey } = workspaces[no] ?? { workspaceId: 0, apiKey: "" };
    const body = JSON.stringify({ query: QUERY, variables: { input: { workspaceId } } });
    const headers = {
      ...{ authorization: apiKey, "content-type": "application/json", accept },
      "content-length": String(Buffer.byteLength(body)),
    };
    const response = await server.door(new Request(`http://localhost${PATH}`, { method: "POST", headers, body }));
    const [error] = ((await response.json()) as Answer).errors ?? [];
    return [response.status, error?.extensions.code, error?.message, response.headers.get("retry-after")];
  };
  const [json, graphql] = ["application/json", "application/graphql-response+json"];
  const busy = Array.from({ length: WORKSPACES * PLACES_EACH }, (_, no) => ask(no % WORKSPACES, json));
  while (waiting.length < busy.length) await new Promise((done) => setTimeout(done, 10));
  const full = [503, "UNAVAILABLE", "The service has too many queries under way; wait and send again", "1"];
  const own = [429, "RATE_LIMITED", "Your workspace has too many queries under way; wait and send again", "1"];
  const answers = await Promise.all([ask(WORKSPACES, json), ask(WORKSPACES, graphql), ask(0, graphql)]);
  for (const answer of waiting) answer();
  expect(answers).toEqual([full, full, own]);
  expect((await Promise.all(busy)).map(([status]) => status)).toEqual(busy.map(() => 200));
});
