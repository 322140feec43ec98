import type { Guide } from "./channel-guides.ts";

const EXAMPLES: Record<Guide["testTo"], string> = {
  phone: "+4790000000",
  externalId: "customer-1",
  client: "ID_OF_A_CLIENT_WHO_WROTE",
};

/** A message as a workspace of the Gateway plan sends it (contract.md, Gateway send). */
export function gatewayCurl(workspaceId: number, integrationId: string, testTo: Guide["testTo"]): string {
  const body = { workspaceId, integrationId, externalClientId: EXAMPLES[testTo], content: "Test message" };
  return [
    "curl ADDRESS_OF_THIS_PORTAL/core/v1/messages \\",
    "  -H 'content-type: application/json' \\",
    "  -H 'authorization: YOUR_API_KEY' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
