import { door } from "../../../server/http/door.ts";
import { exportConversations } from "../../../server/rest/export-conversations.ts";

export const GET = door({ handle: exportConversations });
