import { door } from "../../server/http/door.ts";
import { returnFromSignIn } from "../../server/rest/channel-sign-in.ts";

export const GET = door({ handle: returnFromSignIn });
