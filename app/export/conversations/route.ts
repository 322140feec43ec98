import { door } from "../../../server/http/door.ts";
import { exportConversations, exportConversationsApi } from "../../../server/rest/export-conversations.ts";

export const GET = door({ api: exportConversationsApi, handle: exportConversations });
