import { door } from "../../../../../server/http/door.ts";
import { limitSignIn, ssoLogoutDoor } from "../../../../../server/rest/sign-in.ts";

export const POST = door({ limit: limitSignIn, handle: ssoLogoutDoor });
