import { MessageType as TYPES } from "../generated/prisma/enums.ts";
import { builder } from "./builder.ts";

export const MessageType = builder.enumType("MessageType", { values: Object.values(TYPES) });
