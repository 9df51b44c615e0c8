import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

async function setAdmin(user: string, isAdmin: boolean): Promise<void> {
  const settings = readSettings();
  if (settings.AUTH_ISSUER === undefined) {
    throw new Error(
      'The built-in issuer says in each token who is an admin: registry token --user ID --admin. Granting is for an outside provider (AUTH_ISSUER).',
    );
  }
  const { UserService } = await import('../services/user.service.js');
  const id = await withDatabase(settings, (database) => new UserService(database, settings).setAdmin(user, isAdmin));
  process.stdout.write(`${user} (user ${id}) is ${isAdmin ? 'an admin now' : 'no admin any more'}.\n`);
}

/** `admin grant` and `admin revoke`: who is an admin, where an outside provider issues the tokens. */
export function adminCommand(): Command {
  return new Command('admin')
    .description('say who is an admin, where an outside provider issues the tokens')
    .addCommand(
      new Command('grant')
        .description('make a user an admin')
        .argument('<user>', 'our id of the user, or the subject at the provider')
        .action((user: string) => setAdmin(user, true)),
    )
    .addCommand(
      new Command('revoke')
        .description('take it back')
        .argument('<user>', 'our id of the user, or the subject at the provider')
        .action((user: string) => setAdmin(user, false)),
    );
}
