import { hash, verify } from "@node-rs/argon2";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/** OWASP's recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MIN_LENGTH = 10;
/** A longer password is not safer and costs more work to hash. */
const MAX_LENGTH = 256;

let nobody: Promise<string> | null = null;

/**
 * The argon2id hash of a new password.
 * @param path the field of the input, for the error
 * @throws AppError BAD_INPUT when it is shorter than 10 characters or longer than 256.
 */
export async function hashPassword(password: string, path = "password"): Promise<string> {
  if (password.length < MIN_LENGTH) throw badInput(path, say("refusal.passwordShort", { count: MIN_LENGTH }));
  if (password.length > MAX_LENGTH)
    throw badInput(path, say("input.tooLong", { field: "password", count: MAX_LENGTH }));
  return hash(password, ARGON2ID);
}

/**
 * Whether the password matches the hash. Without a hash (unknown email, or a user who only signs in with a provider) it takes as long
 * and returns false. So the response time does not reveal which emails have accounts.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), ARGON2ID);
  const matches = await verify(passwordHash ?? (await nobody), password.slice(0, MAX_LENGTH + 1));
  return matches && passwordHash != null;
}
