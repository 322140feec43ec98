import NextAuth, { type AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import { faultOf } from "../database-away.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { database } from "../db.ts";
import { currentRequestId } from "../observe/request-context.ts";
import { inEnglish, toWording, type Said } from "../say.ts";
import { addressOf } from "./address.ts";
import { auditPerson, auditPersonRefusal } from "./audit-person.ts";
import { openSession } from "./open-session.ts";
import { connectProvider, userOfProvider } from "./provider-accounts.ts";
import { revokeSession } from "./revoke-session.ts";
import { parseCookie } from "cookie";
import { SESSION_MS, sessionOfCookies, type HeaderReader } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { hasTwoFactor, takeCode } from "./two-factor.ts";

/** What the sign-in page is told when a Google or GitHub account belongs to nobody here. */
const NOT_CONNECTED = "AccountNotConnected";

export type AuthRequest = {
  method: string;
  /** What stands behind /api/auth/. */
  path: string[];
  query: Record<string, string>;
  headers: HeaderReader;
  /** Members of its JSON or form; undefined for none. */
  body: Record<string, unknown> | undefined;
};

/** What next-auth answers. `body` is a text, JSON, or nothing. */
export type AuthAnswer = { status: number; headers: Record<string, string | string[]>; body: unknown };

/** Asks next-auth by its form for plain requests and responses. A sign-in that a limit refuses is 429 and says when to come back. */
export async function askNextAuth({ method, path, query, headers, body }: AuthRequest): Promise<AuthAnswer> {
  let refusal: AppError | null = null;
  const answer: AuthAnswer = { status: 200, headers: {}, body: undefined };
  const told = Object.fromEntries(READ_HEADERS.map((name) => [name, headers.get(name) ?? undefined]));
  const request = {
    ...{ method, body, headers: told, cookies: parseCookie(headers.get("cookie") ?? "") },
    query: { ...query, nextauth: path },
  };
  const take = (given: unknown) => void (answer.body = given);
  const response = {
    status(code: number) {
      answer.status = code;
      return response;
    },
    getHeader: (name: string) => answer.headers[name.toLowerCase()],
    setHeader(name: string, value: string | string[]) {
      answer.headers[name.toLowerCase()] = value;
      return response;
    },
    json: take,
    send: take,
    end: () => undefined,
  };
  await nextAuth(
    request,
    response,
    authOptions(headers, (error) => (refusal = error)),
  );
  const limited = refusal as AppError | null;
  if (!limited || answer.status !== 401) return answer;
  return { ...answer, status: limited.httpStatus, headers: { ...answer.headers, ...limited.headers } };
}

/** What next-auth reads of a request's headers. */
const READ_HEADERS = ["host", "user-agent", "x-forwarded-host", "x-forwarded-proto"];

/** Modules of before ES modules: a bundler hands on what they export, Node the module. */
const plain = <T>(module: T): T => (module as { default?: T }).default ?? module;

// Of Next's request and response it uses what `askNextAuth` gives it.
const nextAuth = plain(NextAuth) as (request: object, response: object, options: AuthOptions) => Promise<unknown>;
const credentialsProvider = plain(CredentialsProvider);
const googleProvider = plain(GoogleProvider);
const githubProvider = plain(GitHubProvider);

/**
 * next-auth for one request. Its token holds ids only, and none of it is believed without the session's row
 * (server/auth/session.ts), so it opens and revokes those.
 * @param headers the request's: where it comes from, which browser, and whether somebody is signed in already.
 * @param onLimit is told of a limit that refused the sign-in.
 */
export function authOptions(
  headers: HeaderReader,
  onLimit: (refusal: AppError) => void = () => undefined,
): AuthOptions {
  const settings = env();
  return {
    secret: settings.NEXTAUTH_SECRET,
    useSecureCookies: settings.APP_URL.startsWith("https:"),
    session: { strategy: "jwt", maxAge: SESSION_MS / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    logger: {
      error: (code, metadata) => log.warn({ code, metadata }, "next-auth"),
      warn: (code) => log.debug({ code }, "next-auth"),
      debug: () => undefined,
    },
    providers: [passwordProvider(headers, onLimit), ...outsideProviders()],
    callbacks: {
      async signIn({ account }) {
        if (!account || account.provider === "credentials") return true;
        const signedIn = await sessionOfCookies(headers);
        if (signedIn) return (await connectProvider(signedIn.userId, account)) === signedIn.userId;
        return (await userOfProvider(account)) ? true : `/sign-in?error=${NOT_CONNECTED}`;
      },
      async jwt({ token, user, account }) {
        if (!user) return token;
        const isOutside = account && account.provider !== "credentials";
        const userId = isOutside ? await userOfProvider(account) : user.id;
        if (!userId) throw new Error("A sign-in without a user passed the signIn callback");
        const sessionId = await openSession(userId, headers.get("user-agent"));
        const after = { with: isOutside ? account.provider : "password" };
        await auditPerson(database(), userId, { action: "signIn", address: addressOf(headers), after });
        return { sub: userId, sessionId };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sessionId !== "string") return;
        const userId = await revokeSession(token.sessionId);
        if (userId) await auditPerson(database(), userId, { action: "signOut", address: addressOf(headers) });
      },
    },
  };
}

function outsideProviders(): AuthOptions["providers"] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_ID, GITHUB_SECRET } = env();
  return [
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? [googleProvider({ clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET })]
      : []),
    ...(GITHUB_ID && GITHUB_SECRET ? [githubProvider({ clientId: GITHUB_ID, clientSecret: GITHUB_SECRET })] : []),
  ];
}

function ourFault(error: unknown): Said {
  const id = currentRequestId();
  log.error({ requestId: id, err: error }, "sign-in failed");
  return faultOf(error, id).said;
}

/** What the sign-in page is told when the password was right and a code is still to come, or was wrong. */
class SecondFactorAsked extends Error {}

/** Who signs in with Google or GitHub is asked for their second factor there. */
async function askSecondFactor(userId: string, code: string | undefined, address: string): Promise<void> {
  if (!(await hasTwoFactor(userId))) return;
  if (!code) throw new SecondFactorAsked("TwoFactorRequired");
  const taken = await takeCode(userId, code);
  if (taken === "recovery") await auditPerson(database(), userId, { action: "useRecoveryCode", address });
  if (taken !== null) return;
  auditPersonRefusal(userId, { action: "signIn", address }, "UNAUTHENTICATED");
  throw new SecondFactorAsked("TwoFactorWrong");
}

function passwordProvider(
  headers: HeaderReader,
  onLimit: (refusal: AppError) => void,
): AuthOptions["providers"][number] {
  return credentialsProvider({
    name: "Password",
    credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
    async authorize(credentials) {
      if (!credentials) return null;
      try {
        const id = await signIn({ ...credentials, address: addressOf(headers) });
        if (!id) return null;
        await askSecondFactor(id, credentials.code, addressOf(headers));
        return { id };
      } catch (error) {
        if (error instanceof AppError && error.code === "RATE_LIMITED") onLimit(error);
        // next-auth hands the message of what is thrown here to the page: only what is meant for people may pass.
        if (error instanceof SecondFactorAsked) throw new Error(error.message);
        const said = error instanceof AppError ? error.said : ourFault(error);
        throw new Error(JSON.stringify({ message: inEnglish(said), wording: toWording(said) }));
      }
    },
  });
}
