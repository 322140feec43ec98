import { tellSlaRisks } from "../../notices/tell-sla-risks.ts";

/** Every minute: tells people of conversations that are to be answered soon. */
export async function tellRisks(): Promise<void> {
  await tellSlaRisks();
}
