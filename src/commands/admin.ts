import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

async function setAdmin(user: string, isAdmin: boolean): Promise<void> {
  const settings = readSettings();
  if (settings.AUTH_ISSUER === undefined) {
    throw new Error(
      'With the built-in issuer, the token itself grants the admin role: registry token --user ID --admin. `registry admin` needs an external provider (AUTH_ISSUER).',
    );
  }
  const { UserService } = await import('../services/user.service.js');
  const id = await withDatabase(settings, (database) => new UserService(database, settings).setAdmin(user, isAdmin));
  process.stdout.write(`${user} (user ${id}) is ${isAdmin ? 'now an admin' : 'no longer an admin'}.\n`);
}

/** `admin grant` and `admin revoke`: change the admin role of users of an external identity provider. */
export function adminCommand(): Command {
  return new Command('admin')
    .description('manage admins if an external identity provider issues the tokens')
    .addCommand(
      new Command('grant')
        .description('make a user an admin')
        .argument('<user>', 'our id of the user, or the subject at the provider')
        .action((user: string) => setAdmin(user, true)),
    )
    .addCommand(
      new Command('revoke')
        .description('revoke the admin role of a user')
        .argument('<user>', 'our id of the user, or the subject at the provider')
        .action((user: string) => setAdmin(user, false)),
    );
}
