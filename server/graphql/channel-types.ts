import { IntegrationState as STATES, IntegrationType as TYPES } from "../generated/prisma/enums.ts";
import { builder } from "./builder.ts";

export const IntegrationType = builder.enumType("IntegrationType", { values: Object.values(TYPES) });

export const IntegrationState = builder.enumType("IntegrationState", {
  description:
    "pending: being set up; error: the provider refuses its credentials; disabled: switched off by a person.",
  values: Object.values(STATES),
});
