import { Command, InvalidArgumentError } from 'commander';
import { BuiltInIssuer } from '../auth/built-in-issuer.js';
import { readSettings } from '../settings.js';

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
/** The user of a sign-in link without `--user`. */
const LOGIN_USER = 'me';
/** Lifetime of a sign-in link. */
const LINK_SECONDS = 600;
const TTL_MAX = 366 * 86_400;

/** Parses `90s`, `15m`, `1h` or `7d` into seconds. */
function parseTtl(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const seconds = match ? Number(match[1]) * UNITS[match[2]!]! : 0;
  if (seconds < 1 || seconds > TTL_MAX)
    throw new InvalidArgumentError('Takes a duration such as 90s, 15m, 1h or 7d, of at most 366 days.');
  return seconds;
}

function parseUser(text: string): string {
  if (text.trim() === '' || text.length > 320) throw new InvalidArgumentError('Takes a name of 1 to 320 characters.');
  return text;
}

function parseEmail(text: string): string {
  if (text.length > 320 || !/^[^\s@]+@[^\s@]+$/.test(text)) throw new InvalidArgumentError('Takes an e-mail address.');
  return text;
}

interface Options {
  readonly user?: string;
  readonly email?: string;
  readonly name?: string;
  readonly admin?: true;
  readonly login?: true;
  readonly ttl?: number;
}

/**
 * `token`: prints a bearer token of the built-in issuer. Needs only the key, so it also works while the server runs.
 */
export function tokenCommand(): Command {
  return new Command('token')
    .description('print a bearer token of the built-in issuer, or a link to sign in to the web pages')
    .option('--user <id>', 'id of the user, of your choice; use the same id for the same person', parseUser)
    .option('--email <address>', 'e-mail address of the user', parseEmail)
    .option('--name <name>', 'name of the user')
    .option('--admin', 'grant the admin role while the token is valid')
    .option('--login', `print a link that signs the user (default: ${LOGIN_USER}) in once, within ten minutes`)
    .option('--ttl <time>', 'lifetime of the token: 90s, 15m, 1h, 7d (default: 1h)', parseTtl)
    .action(async ({ user, email, name, admin, login, ttl = 3600 }: Options, command: Command) => {
      const settings = readSettings();
      if (settings.AUTH_ISSUER !== undefined) {
        throw new Error(
          `Tokens are issued by ${settings.AUTH_ISSUER} (AUTH_ISSUER), so the built-in issuer is off. To make a user an admin, run: registry admin grant USER.`,
        );
      }
      if (user === undefined && !login) command.error("error: required option '--user <id>' not specified");
      const issuer = BuiltInIssuer.open(settings);
      const claims = { email, name, admin: admin === true };
      if (login) {
        const token = await issuer.issueSignIn({ ...claims, user: user ?? LOGIN_USER, ttlSeconds: LINK_SECONDS });
        process.stdout.write(`${settings.PUBLIC_URL.replace(/\/$/, '')}/session/login?token=${token}\n`);
        return;
      }
      process.stdout.write(`${await issuer.issue({ ...claims, user: user!, ttlSeconds: ttl })}\n`);
    });
}
