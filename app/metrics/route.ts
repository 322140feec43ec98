import { door } from "../../server/http/door.ts";
import { answerMetrics, metricsApi } from "../../server/rest/metrics.ts";

export const GET = door({ api: metricsApi, handle: answerMetrics });
