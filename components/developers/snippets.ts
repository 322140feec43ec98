/** A text in single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A first API call: the newest open conversations. */
export function apiCurl(origin: string, workspaceId: number, key: string): string {
  const query = "query Convs($input: ConvsInput!) { convs(input: $input) { nodes { id client ended createdAt } } }";
  const body = JSON.stringify({ query, variables: { input: { workspaceId, ended: false, first: 5 } } });
  return [
    `curl ${origin}/core/gq \\`,
    `  -H ${quoted("content-type: application/json")} \\`,
    `  -H ${quoted(`authorization: ${key}`)} \\`,
    `  -d ${quoted(body)}`,
  ].join("\n");
}

/** How a webhook receiver verifies a request, with the reference library. */
export const VERIFY_SNIPPET = `import { Webhook } from "standardwebhooks"; // npm i standardwebhooks

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…

// The raw body, byte for byte: parsing it first breaks the signature.
app.post("/hooks", express.raw({ type: "application/json" }), (req, res) => {
  const event = webhook.verify(req.body.toString(), req.headers); // throws if it is not from us
  res.sendStatus(204); // answer within 15 seconds, then work
  queue.add(event, { id: req.headers["webhook-id"] }); // the same id may come twice
});`;
