import { events } from "../../server/rest/events.ts";

export const dynamic = "force-dynamic";

export { events as GET };
