import { door } from "../../../server/http/door.ts";
import { postForgotPassword } from "../../../server/rest/reset-password.ts";

export const POST = door({ handle: postForgotPassword });
