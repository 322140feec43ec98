import { Resolver } from "node:dns/promises";
import { env } from "../env.ts";

const TIMEOUT_MS = 3_000;

/** The TXT records of a name, asked of DNS_SERVERS. Empty: there are none, or no server answered. */
export async function txtRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const servers = env().DNS_SERVERS;
  if (servers.length > 0) resolver.setServers(servers);
  const records = await resolver.resolveTxt(name).catch(() => []);
  return records.map((parts) => parts.join(""));
}
