import { z } from "zod";

const credentials = z.object({ workspaceId: z.number(), email: z.string(), password: z.string(), apiKey: z.string() });
export const product = z.object({
  address: z.string(),
  simulatorAddress: z.string(),
  dataDir: z.string(),
  demo: credentials,
});
export const created = z.object({
  workspaceId: z.number(),
  apiKey: z.string(),
  userId: z.string(),
  agentId: z.string(),
});

export type Product = z.infer<typeof product>;
/** A workspace that only one worker uses, and its owner's credentials. */
export type TestWorkspace = z.infer<typeof created> & { email: string; password: string };

export type Caller = (query: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;
