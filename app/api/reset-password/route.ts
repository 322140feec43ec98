import { BODY_BOUNDS } from "../../../server/http/body-bounds.ts";
import { door } from "../../../server/http/door.ts";
import { postResetPassword } from "../../../server/rest/reset-password.ts";

export const POST = door({ body: BODY_BOUNDS.page, handle: postResetPassword });
