import { door } from "../../server/http/door.ts";
import { tellMetrics } from "../../server/rest/metrics.ts";

export const GET = door({ handle: tellMetrics });
