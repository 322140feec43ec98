import { gatewayMessages } from "../../../../server/rest/gateway-messages.ts";

export const dynamic = "force-dynamic";

export { gatewayMessages as POST };
