import { pool } from "../db.ts";

/**
 * The domain of an email whose people must use single sign-on; null: they may sign in otherwise.
 * @param userId a user who has proven who they are. The owner of the workspace that has the domain may sign in otherwise, so that a
 * mistake or an expired secret at the provider locks nobody out. null: nobody yet. The answer then tells nothing about the person.
 */
export async function requiredSso(email: string, userId: string | null): Promise<string | null> {
  const plain = email.trim().toLowerCase();
  const { rows } = await pool().query<{ domain: string }>({
    name: "sso-required",
    text: `select d."domain" from "SsoDomain" d
      join "Workspace" w on w."id" = d."workspaceId" and w."deletedAt" is null
      where d."domain" = $1 and d."verifiedAt" is not null and d."isRequired" and not exists (
        select from "Membership" m where m."workspaceId" = d."workspaceId" and m."userId" = $2::uuid and m."role" = 'OWNER')`,
    values: [plain.slice(plain.lastIndexOf("@") + 1), userId],
  });
  return rows[0]?.domain ?? null;
}
