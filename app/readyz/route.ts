import { readyz } from "../../server/rest/health.ts";

export const dynamic = "force-dynamic";

export { readyz as GET };
