import { healthz } from "../../server/rest/health.ts";

export const dynamic = "force-dynamic";

export { healthz as GET };
