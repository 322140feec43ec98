import { exportConversations } from "../../../server/rest/export-conversations.ts";

export const dynamic = "force-dynamic";

export { exportConversations as GET };
