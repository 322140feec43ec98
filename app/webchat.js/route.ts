import { webchatLoader } from "../../server/rest/webchat-frame.ts";

export const dynamic = "force-dynamic";

export { webchatLoader as GET };
