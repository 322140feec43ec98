import { door } from "../../../server/http/door.ts";
import { docsPage } from "../../../server/rest/docs.ts";

export const GET = door({ saysItself: true, handle: docsPage });
