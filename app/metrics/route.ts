import { tellMetrics } from "../../server/rest/metrics.ts";

export const dynamic = "force-dynamic";

export { tellMetrics as GET };
