import { resetPasswordDoor } from "../../../server/rest/reset-password.ts";

export { resetPasswordDoor as POST };
