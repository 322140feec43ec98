import { door } from "../../../server/http/door.ts";
import { postResetPassword } from "../../../server/rest/reset-password.ts";

export const POST = door({ handle: postResetPassword });
