/** A contact's message as an external system sends it to a custom channel (contract.md, Custom channel ingress). */
export function ingressCurl(ingressUrl: string, validateToken: string): string {
  const body = {
    type: "text",
    content: "Hello! Is anybody there?",
    senderId: "customer-1",
    clientInfo: { name: "Ana", surname: "Silva" },
  };
  return [
    `curl ${ingressUrl} \\`,
    "  -H 'content-type: application/json' \\",
    `  -H 'x-validate-token: ${validateToken.replaceAll("'", `'\\''`)}' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
