import { randomUUID } from "node:crypto";
import { database } from "../../db.ts";

type Place = { workspaceId: number; mark: string; text: (what: string) => string };

/** Creates domains with single sign-on. */
export function ssoMakersFor({ workspaceId, mark, text }: Place) {
  async function newSsoDomain(): Promise<string> {
    const { id } = await database().ssoDomain.create({
      data: {
        workspaceId,
        domain: `${mark}-${randomUUID()}.example.com`.toLowerCase(),
        ...{ issuer: "http://127.0.0.1:9", clientId: text("client"), clientSecret: "sealed" },
      },
    });
    return id;
  }
  return { newSsoDomain };
}
