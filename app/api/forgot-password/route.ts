import { forgotPasswordDoor } from "../../../server/rest/reset-password.ts";

export { forgotPasswordDoor as POST };
