import { Validator } from "@seriousme/openapi-schema-validator";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PAYLOADS } from "../events/payloads.ts";
import { mount, type Routes } from "../http/mount.ts";
import { openApi } from "./open-api.ts";

type Call = { parameters: { name: string; in: string }[]; responses: object; operationId: string };
type Document = { paths: Record<string, Record<string, Call>>; webhooks: object };

let routes: Routes;
let document: Document;
beforeAll(async () => {
  routes = await mount(resolve(import.meta.dirname, "../../app"));
  document = openApi(routes, "1.2.3") as Document;
});

test("a validator of others finds nothing wrong", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("every endpoint is described, or is one of those that only our own pages and providers call", () => {
  const undescribed = routes.all
    .filter(({ doors }) => [...doors].some(([method, { api }]) => !api && method !== "OPTIONS"))
    .map(({ address }) => address);
  expect(undescribed).toEqual([
    "/api/auth/[...nextauth]",
    "/api/forgot-password",
    "/api/invitations/[token]/accept",
    "/api/invitations/[token]/account",
    "/api/invitations/[token]",
    "/api/reset-password",
    "/api/sign-up/confirm",
    "/api/sign-up",
    "/api/sso/[domain]/logout",
    "/channel-sign-in",
    "/chat/[integrationId]",
    "/chat/assets/[file]",
    "/docs/[page]",
    "/docs/rest/[file]",
    "/docs/rest",
    "/docs",
    "/ext/v1/incoming/[type]/[integrationId]",
    "/ext/v1/incoming/meta",
    "/ext/v1/stripe",
    "/graphiql/[file]",
    "/graphiql",
    // Its protocol describes itself.
    "/mcp",
    "/pictures/[workspaceId]/[of]/[id]",
    "/webchat.js",
  ]);
});

test("every event is described", () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(PAYLOADS));
});

test("names of operations are different, and every parameter of an address is described", () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((call) => ({ path, ...call })),
  );
  const names = calls.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, parameters } of calls) {
    const inPath = parameters.filter((each) => each.in === "path").map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});
