import { Command, InvalidArgumentError } from 'commander';
import { BuiltInIssuer } from '../auth/built-in-issuer.js';
import { readSettings } from '../settings.js';

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
const TTL_MAX = 366 * 86_400;

/** Reads `90s`, `15m`, `1h` or `7d` as seconds. */
export function parseTtl(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const seconds = match ? Number(match[1]) * UNITS[match[2]!]! : 0;
  if (seconds < 1 || seconds > TTL_MAX)
    throw new InvalidArgumentError('Takes a time such as 90s, 15m, 1h or 7d, of at most 366 days.');
  return seconds;
}

function parseUser(text: string): string {
  if (text.trim() === '' || text.length > 320) throw new InvalidArgumentError('Takes a name of 1 to 320 characters.');
  return text;
}

interface Options {
  readonly user: string;
  readonly email?: string;
  readonly name?: string;
  readonly admin?: true;
  readonly ttl?: number;
}

/** `token`: prints a bearer token of the built-in issuer, also while a server runs: it needs the key only. */
export function tokenCommand(): Command {
  return new Command('token')
    .description('print a bearer token of the built-in issuer')
    .requiredOption('--user <id>', 'whom it is for: a name of your choice, the same for the same person', parseUser)
    .option('--email <address>', 'the person’s e-mail address')
    .option('--name <name>', 'the person’s name')
    .option('--admin', 'make its holder an admin while it is good')
    .option('--ttl <time>', 'how long it is good: 90s, 15m, 1h, 7d (default: 1h)', parseTtl)
    .action(async ({ user, email, name, admin, ttl = 3600 }: Options) => {
      const settings = readSettings();
      if (settings.AUTH_ISSUER !== undefined) {
        throw new Error(
          `Tokens are issued by ${settings.AUTH_ISSUER} (AUTH_ISSUER), so the built-in issuer is off. To make somebody an admin: registry admin grant USER.`,
        );
      }
      const token = await BuiltInIssuer.open(settings).issue({
        user,
        email,
        name,
        admin: admin === true,
        ttlSeconds: ttl,
      });
      process.stdout.write(`${token}\n`);
    });
}
