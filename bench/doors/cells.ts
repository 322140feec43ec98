import type { Bound } from "../goals.ts";
import type { Load } from "./load.ts";
import type { DoorsStage } from "./stage.ts";

/** The group of goals that `--only` selects. */
export type Group = "ingest" | "graphql";

/** One side of a cell. The floor's body may refer to other rows. */
type Side = Pick<Load, "port" | "path" | "headers" | "body" | "subjects">;

/** A load that the floor and the product get in turns, and the check of its rows. */
export type Cell = {
  group: Group;
  what: string;
  connections: number;
  floor: Side;
  ours: Side;
  proves: "received" | "new" | "added" | "noted" | null;
  /** Before each run of ours, which then has one request for each subject. */
  prepare?: () => Promise<unknown>;
  judged: Judged[];
};

/** The compared figure of a cell: requests per second, or milliseconds. */
type Judged = { goal: number | null; of: "perSecond" | "p50" | "p99"; bound: Bound | null };

const INGEST = '{"content":"{{0}} says RUN-{{n}}","type":"text","senderId":"{{0}}","messageId":"RUN-{{n}}"}';
const CONV = "id clientId integrationId createdAt ended assigneeId stageId tags client";
const LIST = `query ($input: ConvsInput!) { convs(input: $input) { nodes { ${CONV} } pageInfo { hasNextPage endCursor } } }`;
const ONE = `query ($input: ConvInput!) { conv(input: $input) { ${CONV} } }`;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }`;
const PAGE = 50;

function ingestCell(
  stage: DoorsStage,
  what: string,
  connections: number,
  senders: string[] | null,
  judged: Judged[],
): Cell {
  const subjects = senders && senders.map((sender) => [sender]);
  const path = `/ext/v1/incoming/custom/${stage.custom.id}`;
  return {
    ...{ group: "ingest", what, connections, judged },
    floor: { port: stage.floor, path: "/receive", headers: {}, body: INGEST, subjects },
    ours: { port: stage.ours, path, headers: { "x-validate-token": stage.validateToken }, body: INGEST, subjects },
    proves: senders ? "received" : "new",
  };
}

/** The loads of the custom channel's ingress. */
export function ingestCells(stage: DoorsStage): Cell[] {
  const { senders } = stage;
  const perSecond = (goal: number | null, bound: Bound | null): Judged => ({ goal, of: "perSecond", bound });
  return [
    ingestCell(stage, "ingest, returning contacts, c=1", 1, senders, [
      { goal: 3, of: "p50", bound: { must: 1.8, moonshot: 1.25 } },
    ]),
    ingestCell(stage, "ingest, returning contacts, c=16", 16, senders, [
      perSecond(1, { must: 0.6, moonshot: 0.85 }),
      { goal: null, of: "p99", bound: null },
    ]),
    ingestCell(stage, "ingest, returning contacts, c=64", 64, senders, [perSecond(2, { must: 1, moonshot: 1.7 })]),
    ingestCell(stage, "ingest, one hot conversation, c=64", 64, senders.slice(0, 1), [
      perSecond(4, { must: 3, moonshot: 6 }),
    ]),
    ingestCell(stage, "ingest, new contacts, c=16", 16, null, [perSecond(null, null)]),
  ];
}

/** The senders' conversations: ours and the floor's. */
type Convs = { ours: string[][]; floor: string[][] };

/** The loads of GraphQL. The last two send one query to the product and to its handler on plain node:http. */
export function graphqlCells(stage: DoorsStage, convs: Convs): Cell[] {
  const { workspaceId, custom, apiKey } = stage;
  const input = { workspaceId, integrationId: custom.id };
  const bodyOf = (query: string, more: object) => JSON.stringify({ query, variables: { input: more } });
  const cell = (what: string, path: string, body: string, of: Convs | null, judged: Judged[]): Cell => ({
    ...{ group: "graphql", what, connections: 16, judged },
    proves: path !== "/add" ? null : body.includes('"note"') ? "noted" : "added",
    floor: { port: stage.floor, path, headers: {}, body, subjects: of?.floor ?? [[]] },
    ours: { port: stage.ours, path: "/core/gq", headers: { authorization: apiKey }, body, subjects: of?.ours ?? [[]] },
  });
  const add = { ...input, convId: "{{1}}", type: "text", content: "{{0}} is told RUN-{{n}}" };
  const fortieth: Judged = { goal: null, of: "perSecond", bound: { must: 0.4, moonshot: 0.5 } };
  const added = (what: string, more: object): Cell =>
    cell(what, "/add", bodyOf(ADD, { ...add, ...more }), convs, [fortieth]);
  const byPerson = added("addMessage of a person with a draft, c=16", {});
  const drafts = `insert into "Draft" ("workspaceId", "convId", "agentId", mode, text)
    select $1, unnest($2::uuid[]), $3, 'reply', 'A line that is not sent' on conflict do nothing`;
  const draftValues = [workspaceId, convs.ours.map(([, id]) => id), stage.person.agentId];
  // Both read the product's rows.
  const own = { ours: convs.ours, floor: convs.ours };
  const one = bodyOf(ONE, { workspaceId, id: "{{1}}" });
  const plainly = (what: string, body: string, of: Convs | null): Cell => {
    const { ours, ...rest } = cell(what, "", body, of, [
      { goal: 11, of: "perSecond", bound: { must: 0.9, moonshot: 0.98 } },
    ]);
    return { ...rest, ours, floor: { ...ours, port: stage.plain } };
  };
  return [
    cell("addMessage, c=16", "/add", bodyOf(ADD, add), convs, [
      { goal: 7, of: "perSecond", bound: { must: 0.5, moonshot: 0.7 } },
      { goal: 8, of: "p99", bound: { must: 2.5, moonshot: 1.5 } },
    ]),
    {
      ...byPerson,
      ours: { ...byPerson.ours, headers: { authorization: `Bearer ${stage.person.token}` } },
      prepare: () => stage.database.query(drafts, draftValues),
    },
    added("addMessage, a file, c=16", {
      ...{ type: "document", content: "https://files.example.com/{{0}}?is=told&by=RUN-{{n}}" },
    }),
    added("addMessage, a note, c=16", { type: "note" }),
    cell("list of 50 conversations, c=16", "/list", bodyOf(LIST, { workspaceId, first: PAGE }), null, [
      { goal: 9, of: "perSecond", bound: { must: 0.7, moonshot: 0.95 } },
      { goal: null, of: "p99", bound: null },
    ]),
    cell("one conversation, c=16", "/one", one, own, [
      { goal: 10, of: "perSecond", bound: { must: 0.5, moonshot: 0.85 } },
      { goal: null, of: "p50", bound: null },
    ]),
    plainly("one conversation, c=16, the web process / its handler on plain node:http", one, own),
    plainly(
      "a question about nothing, c=16, the web process / its handler on plain node:http",
      '{"query":"{ __typename }"}',
      null,
    ),
  ];
}
