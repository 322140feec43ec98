import { door } from "../../server/http/door.ts";
import { answerMetrics } from "../../server/rest/metrics.ts";

export const GET = door({ handle: answerMetrics });
