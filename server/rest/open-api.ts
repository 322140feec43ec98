import { z } from "zod";
import { statusOf, type ErrorCode } from "../errors.ts";
import { PAYLOADS } from "../events/payloads.ts";
import type { ApiCall, ApiParameter, Caller } from "../http/api-call.ts";
import type { Routes } from "../http/mount.ts";
import { webhookCatalogue } from "../webhooks/catalogue.ts";

/** In the order of the document. */
const GROUPS = ["Send and receive", "Web chat", "Events", "Files and exports", "GraphQL", "Operating"];

type Schema = Record<string, unknown>;

const SECURITY: Record<Caller, object[]> = {
  key: [{ apiKey: [] }],
  channelToken: [{ channelToken: [] }],
  visitor: [{ visitor: [] }],
  metricsToken: [{ metricsToken: [] }],
  anybody: [],
};

const SCHEMES = {
  apiKey: {
    ...{ type: "apiKey", in: "header", name: "authorization" },
    description: "An API key (`svck_…`) of the workspace, without `Bearer`. Make one under Developers.",
  },
  channelToken: {
    ...{ type: "apiKey", in: "header", name: "x-validate-token" },
    description: "The channel's `validateToken`. `x-validation-token` and `authorization: Bearer` are accepted too.",
  },
  visitor: { type: "http", scheme: "bearer", description: "The token of a web chat's session." },
  metricsToken: { type: "http", scheme: "bearer", description: "The installation's `METRICS_TOKEN`." },
};

const errorBody = z.object({
  error: z.object({
    code: z.string().describe("It never changes: programs should look at it"),
    message: z.string().describe("For people, in English"),
    hint: z.string().optional().describe("What to change in the call"),
    fields: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe("The fields that are wrong, each with what to do about it"),
  }),
});

/** What each refusal means, for people who read the reference. */
const MEANINGS: Partial<Record<ErrorCode, string>> = {
  MISSING_WORKSPACE_ID: "The workspace's number is missing",
  UNAUTHENTICATED: "The key or token is missing or wrong",
  INVALID_TOKEN: "`Bearer` with something else than a session",
  FORBIDDEN_WORKSPACE: "The key belongs to another workspace",
  FORBIDDEN_ROLE: "The key does not have this permission",
  PLAN_REQUIRED: "The workspace's plan does not have this",
  NOT_FOUND: "There is no such thing, or not in this workspace",
  BAD_INPUT: "`fields` names what is wrong",
  CONFLICT: "It contradicts what is there, or the idempotency key was used with another body",
  CHANNEL_INACTIVE: "The channel does not send now",
  CLIENT_ARCHIVED: "The contact is archived",
  CLIENT_OPTED_OUT: "The contact wants no such messages",
  REPLY_WINDOW_CLOSED: "The contact's last message is too old for a free text",
  INSUFFICIENT_CREDITS: "There are no credits left",
  RATE_LIMITED: "Too many calls: wait as long as `retry-after` says",
  UNAVAILABLE: "Not now: send it again after `retry-after`",
};

/**
 * The REST endpoints and webhooks as an OpenAPI document. It lists the endpoints that describe themselves (`DoorSpec.api`).
 * @param version of the product.
 */
export function openApi({ all }: Routes, version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { address, doors } of all) {
    for (const [method, { api }] of doors) {
      if (!api) continue;
      (paths[address.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}")] ??= {})[method.toLowerCase()] = callOf(
        address,
        method,
        api,
      );
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "REST API and webhooks",
      version,
      description:
        "The REST endpoints, and what webhooks send. Everything else is GraphQL: its reference is in the portal and at /api-reference.md.",
    },
    servers: [{ url: "/" }],
    tags: GROUPS.map((name) => ({ name })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: SCHEMES,
      schemas: { Error: schemaOf(errorBody, "output"), Json: { description: "Any JSON" } },
    },
  };
}

function callOf(address: string, method: string, api: ApiCall): object {
  const { group, summary, details, caller, path = {}, query = {}, headers = {}, body, answer, refusals = [] } = api;
  const places = [...address.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = ""]) => name);
  return {
    operationId: `${method.toLowerCase()}${address.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}`,
    tags: [group],
    summary,
    ...(details && { description: details }),
    security: SECURITY[caller],
    parameters: [
      ...places.map((name) => parameter("path", name, { says: path[name] ?? "", isRequired: true })),
      ...Object.entries(query).map(([name, given]) => parameter("query", name, given)),
      ...Object.entries(headers).map(([name, says]) => parameter("header", name, says)),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: body === "file" ? { "*/*": {} } : { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: { [answer.status]: answerOf(answer), ...refusalsOf(refusals) },
  };
}

function parameter(place: "path" | "query" | "header", name: string, given: ApiParameter): object {
  const { says, isRequired = false, isList = false } = typeof given === "string" ? { says: given } : given;
  const schema = isList ? { type: "array", items: { type: "string" } } : { type: "string" };
  return { name, in: place, description: says, required: isRequired, schema };
}

function answerOf({ says, type = "application/json", body }: ApiCall["answer"]): object {
  if (!body && type === "application/json") return { description: says };
  return { description: says, content: { [type]: body ? { schema: schemaOf(body, "output") } : {} } };
}

function refusalsOf(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: same.map((code) => `\`${code}\`: ${MEANINGS[code] ?? ""}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

const HEADERS = {
  "webhook-id": "The event's id: the same for every attempt. Use it to take an event once",
  "webhook-timestamp": "When this attempt was made, in seconds since 1970",
  "webhook-signature":
    "`v1,` and a signature by Standard Webhooks of id, time and body; two for a day after the secret was rotated",
};

/** A request of each event: a POST, except for the one that SMPP systems get as query parameters. */
function webhooks(): Record<string, object> {
  const headers = Object.entries(HEADERS).map(([name, says]) => parameter("header", name, says));
  const responses = { "2XX": { description: "The event was taken. Every other answer is tried again." } };
  return Object.fromEntries(
    webhookCatalogue().map(({ name, says, example, fields }): [string, object] => {
      if (name === "MESSAGE_UPDATED_SMPP") {
        const query = fields.map((field) =>
          parameter("query", field.name, { says: field.says, isRequired: !field.isOptional }),
        );
        return [name, { get: { summary: says, parameters: [...headers, ...query], responses } }];
      }
      const content = { "application/json": { schema: schemaOf(PAYLOADS[name], "output"), example } };
      return [
        name,
        { post: { summary: says, parameters: headers, requestBody: { required: true, content }, responses } },
      ];
    }),
  );
}

/**
 * A schema as part of the document. The only definition that refers to itself is any JSON, which is a component.
 * @param io whether it is what a caller sends or what they get: a default or a conversion makes a difference.
 */
function schemaOf(type: z.ZodType, io: "input" | "output"): Schema {
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = z.toJSONSchema(type, {
    ...{ io, unrepresentable: "any" },
    // Callers must expect further fields in what they get.
    override: ({ jsonSchema }) => {
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  if (Object.keys($defs).length > 1)
    throw new Error("A schema with definitions of its own does not fit into the document");
  return JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/__schema0", "#/components/schemas/Json")) as Schema;
}
