import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

export type Refusal = { code: string; message: string; fields?: { path: string; message: string }[] };

/** An AI application connected to the model-context server. */
export type McpCaller = {
  /** The protocol version that both sides agreed on. */
  version: string;
  tools: () => Promise<{ name: string; description?: string | undefined; inputSchema: object }[]>;
  /** The texts of the resources, by address. */
  resources: () => Promise<Record<string, string>>;
  /**
   * Calls a tool that must succeed. Returns its structured content, which the official client has checked against the tool's
   * output schema.
   */
  ok: <T = Record<string, never>>(name: string, input?: Record<string, unknown>) => Promise<T>;
  /** Calls a tool that must refuse. */
  refusal: (name: string, input?: Record<string, unknown>) => Promise<Refusal>;
  close: () => Promise<void>;
};

type Headers = Record<string, string>;

/** The official client of the latest revision. */
export async function modernCaller(url: URL, headers: Headers): Promise<McpCaller> {
  const client = new ModernClient(
    { name: "modern", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  return {
    version: client.getNegotiatedProtocolVersion() ?? "",
    tools: async () => (await client.listTools()).tools,
    resources: async () => textsOf((await client.listResources()).resources, (uri) => client.readResource({ uri })),
    ...outcomes((name, input) => client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}

/** The official client of the previous generation, which most applications use today: `initialize`, then calls. */
export async function olderCaller(url: URL, headers: Headers): Promise<McpCaller> {
  const client = new OlderClient({ name: "older", version: "1" });
  const transport = new OlderTransport(url, { requestInit: { headers } });
  // The library's types are incompatible with exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    version: transport.protocolVersion ?? "",
    tools: async () => (await client.listTools()).tools,
    resources: async () => textsOf((await client.listResources()).resources, (uri) => client.readResource({ uri })),
    ...outcomes((name, input) => client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}

const contents = z.object({ contents: z.tuple([z.object({ text: z.string() })]) });

async function textsOf(listed: readonly { uri: string }[], read: (uri: string) => Promise<object>) {
  const texts = listed.map(async ({ uri }) => [uri, contents.parse(await read(uri)).contents[0].text] as const);
  return Object.fromEntries(await Promise.all(texts));
}

const called = z.object({
  isError: z.boolean().default(false),
  structuredContent: z.unknown().optional(),
  content: z.tuple([z.object({ type: z.literal("text"), text: z.string() })]),
});
const refused = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })).exactOptional(),
  }),
});

function outcomes(
  call: (name: string, input: Record<string, unknown>) => Promise<object>,
): Pick<McpCaller, "ok" | "refusal"> {
  const said = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = called.parse(await call(name, input));
    return { isError, structuredContent, words: content[0].text };
  };
  return {
    async ok<T>(name: string, input?: Record<string, unknown>) {
      const { isError, structuredContent, words } = await said(name, input);
      if (isError) throw new Error(`refused: ${words}`);
      // Applications without support for structured content read the same data in the text.
      if (JSON.stringify(structuredContent) !== words) throw new Error(`two answers: ${words}`);
      return structuredContent as T;
    },
    async refusal(name, input) {
      const { isError, structuredContent, words } = await said(name, input);
      if (!isError || structuredContent !== undefined) throw new Error(`not refused: ${words}`);
      return refused.parse(JSON.parse(words)).error;
    },
  };
}
