import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { webhookCatalogue } from "../webhooks/catalogue.ts";

/** What a model may read in addition to the tools. The same for every caller: it says nothing about a workspace. */
type Resource = {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  read: () => string | Promise<string>;
};

/** Made by `npm run gen` and every build. */
const made = (file: string) => readFile(join(process.cwd(), "public", file), "utf8");

export const RESOURCES: readonly Resource[] = [
  {
    uri: "omnichannel://webhooks",
    name: "webhooks",
    title: "Webhook catalogue",
    description: "Every event that a webhook can choose: its fields, and an example.",
    mimeType: "application/json",
    read: () => JSON.stringify(webhookCatalogue(), null, 2),
  },
  {
    uri: "omnichannel://api-reference",
    name: "api-reference",
    title: "API reference",
    description: "Every GraphQL operation, with an example of each.",
    mimeType: "text/markdown",
    read: () => made("api-reference.md"),
  },
  {
    uri: "omnichannel://openapi",
    name: "openapi",
    title: "REST endpoints",
    description: "The REST endpoints as an OpenAPI document.",
    mimeType: "application/json",
    read: () => made("openapi.json"),
  },
];
