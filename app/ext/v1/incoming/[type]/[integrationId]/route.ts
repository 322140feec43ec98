import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { door } from "../../../../../../server/http/door.ts";
import { incomingProvider, providerHandshake } from "../../../../../../server/rest/incoming-provider.ts";

export const GET = door({ name: "incoming provider", handle: providerHandshake });
export const POST = door({ name: "incoming provider", body: BODY_BOUNDS.provider, handle: incomingProvider });
