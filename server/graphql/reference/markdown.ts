import { readSettings } from "../../env.ts";
import type { ReferenceEndpoint, ReferenceField, ReferenceOperation, ReferenceType } from "./api-reference.ts";
import { say, inEnglish } from "../../say.ts";
import { webhookCatalogue } from "../../webhooks/catalogue.ts";

/** The whole reference as one Markdown file, served at /api-reference.md. */
export function referenceMarkdown(endpoints: ReferenceEndpoint[]): string {
  const parts = [INTRODUCTION, ...endpoints.map(endpointPart), webhooksPart()];
  return `${parts.join("\n\n")}\n`;
}

/** The default limits: the reference is the same for every installation. */
const LIMITS = readSettings({ NODE_ENV: "production" });

const thousands = (count: number): string => count.toLocaleString("en");

const INTRODUCTION = `# API reference

The portal shows the same with your workspace filled in (Developers → Reference) and runs every example (Developers → Explorer).

## How to call

- \`POST\` with \`content-type: application/json\` and the body \`{"query": …, "variables": {"input": {…}}}\`.
- The header \`authorization\` carries the raw API key (\`svck_…\`), without \`Bearer\`.
- Every operation takes one variable named \`input\`, and \`input.workspaceId\` is a JSON number.
- Paged lists take \`first\` (1 to 200, 50 if left out) and \`after\` (an \`endCursor\`), newest first; \`pageInfo.count\` is worked out
  only when it is selected.
- Operations marked so take the header \`Idempotency-Key\` (up to 255 characters, kept 24 hours): the same key and input, the same
  answer and one effect; the same key with another input is a \`CONFLICT\`.
- In examples, words in CAPITALS stand for values of your own.

## Limits

| what | limit |
|---|---|
| requests of one key | ${LIMITS.API_RATE_LIMIT} a second, ${2 * LIMITS.API_RATE_LIMIT} at once |
| a document | 256 KiB, 10 levels, 30 aliases, 2,000 tokens |
| the cost of a document | ${thousands(LIMITS.API_COST_LIMIT)} |
| the cost of all documents of a workspace | ${thousands(LIMITS.API_COST_RATE)} a second |

These are the defaults; the operator of a service may have set others.

The **cost** is the number of rows that a document asks for, level by level. A paged list costs its \`first\` (50 if left out), for each
row that it stands in. A list without paging costs 50, or 10 for each row that it stands in. An operation that answers one thing costs 1, and
\`pageInfo.count\` costs 50. Aliases cost each; @skip and @include do not lower the cost. Every answer tells it:
\`"extensions": {"cost": {"asked": 250, "limit": 20000}}\`.

- A document over its limit is a \`BAD_INPUT\`: ask for fewer rows.
- A workspace over its limit gets \`RATE_LIMITED\`, with the headers \`retry-after\` and \`RateLimit-*\`.
- A workspace has a few queries under way at once; further ones wait up to 5 seconds, and are \`RATE_LIMITED\` after that.

## Errors

Each error is \`{message, path?, extensions: {code, fields?}}\`. These six messages never change:

| message | code |
|---|---|
| ${inEnglish(say("service.missingWorkspaceId"))} | \`MISSING_WORKSPACE_ID\` |
| ${inEnglish(say("service.invalidApiKey"))} | \`UNAUTHENTICATED\` |
| ${inEnglish(say("refusal.session"))} | \`INVALID_TOKEN\` |
| ${inEnglish(say("refusal.workspace"))} | \`FORBIDDEN_WORKSPACE\` |
| ${inEnglish(say("refusal.role"))} | \`FORBIDDEN_ROLE\` |
| ${inEnglish(say("service.targetAgentMissing"))} | \`NOT_FOUND\` |

Further codes: \`NOT_FOUND\`, \`BAD_INPUT\` (with \`fields: [{path, message}]\`), \`CONFLICT\`, \`PLAN_REQUIRED\`, \`REPLY_WINDOW_CLOSED\`,
\`CHANNEL_INACTIVE\`, \`CLIENT_ARCHIVED\`, \`CLIENT_OPTED_OUT\`, \`INSUFFICIENT_CREDITS\`, \`RATE_LIMITED\` (with the header \`retry-after\`), \`PROVIDER_ERROR\`,
\`UNAVAILABLE\` (503 with the header \`retry-after\`: send again later), \`INTERNAL\` (with a request id).`;

function endpointPart({ path, sections, types }: ReferenceEndpoint): string {
  return [
    `# POST ${path}`,
    ...sections.map(
      ({ title, operations }) =>
        `## ${title}\n\n${operations.map((operation) => operationPart(path, operation)).join("\n\n")}`,
    ),
    `## Types of ${path}`,
    ...types.map(typePart),
  ].join("\n\n");
}

function webhooksPart(): string {
  const events = webhookCatalogue().map(({ name, says, fields, example }) => {
    const rows = fields.map(
      (field) =>
        `| ${field.name}${field.isOptional ? " (optional)" : ""} | ${field.type.replaceAll("|", "\\|")} | ${field.says} |`,
    );
    const sample = `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
    return [`## ${name}`, says, `| field | type | notes |\n|---|---|---|\n${rows.join("\n")}`, sample].join("\n\n");
  });
  return ["# Webhooks", "What a webhook is sent, by the event that it was registered with.", ...events].join("\n\n");
}

function operationPart(path: string, operation: ReferenceOperation): string {
  const { name, kind, summary, permission, isIdempotent, isForPeople, inputType, input, result, example } = operation;
  const variables = { input: { workspaceId: 1, ...example.input } };
  const body = JSON.stringify({ query: example.query.replace(/\s+/g, " "), variables });
  const facts = [
    `${kind}, answers \`${result}\``,
    permission ? `needs ${permission}` : null,
    isForPeople ? "for people who are signed in, never with a key" : null,
    isIdempotent ? "takes `Idempotency-Key`" : null,
  ];
  return [
    `### ${name}`,
    summary,
    `${facts.filter(Boolean).join("; ")}.`,
    `\`${inputType}\``,
    fieldTable(input),
    "```graphql\n" + example.query + "\n```",
    "```sh\n" + curl(path, body) + "\n```",
  ].join("\n\n");
}

function curl(path: string, body: string): string {
  return [
    `curl "$BASE_URL${path}" -H "content-type: application/json" -H "authorization: $API_KEY" -d @- <<'JSON'`,
    body,
    "JSON",
  ].join("\n");
}

function typePart({ name, kind, description, fields, values }: ReferenceType): string {
  const heading = `### ${kind === "object" ? "" : `${kind} `}${name}`;
  const body = kind === "enum" ? values.map((value) => `\`${value}\``).join(", ") : fieldTable(fields);
  return [heading, ...(description ? [description] : []), body].join("\n\n");
}

function fieldTable(fields: ReferenceField[]): string {
  const rows = fields.map(({ name, type, description }) => `| ${name} | \`${type}\` | ${cell(description)} |`);
  return ["| field | type | |", "|---|---|---|", ...rows].join("\n");
}

function cell(text: string | null): string {
  return (text ?? "").replaceAll("\n", " ").replaceAll("|", "\\|");
}
