#!/usr/bin/env node
import 'reflect-metadata';
import { Command } from 'commander';
import { adminCommand } from './commands/admin.js';
import { checkCommand } from './commands/check.js';
import { exportCommand } from './commands/export.js';
import { importCommand } from './commands/import.js';
import { migrateCommand } from './commands/migrate.js';
import { newIdCommand } from './commands/new-id.js';
import { resolveCommand } from './commands/resolve.js';
import { startCommand } from './commands/start.js';
import { tokenCommand } from './commands/token.js';
import { messageOf } from './errors/message-of.js';
import { buildInfo } from './server/build-info.js';

const { version, build } = buildInfo();
const program = new Command('registry')
  .description(
    'A self-hostable registry of extension nodes. Settings come from the environment; .env.example lists them.',
  )
  .version(`${version} (build ${build})`)
  .showHelpAfterError()
  .addCommand(startCommand())
  .addCommand(checkCommand())
  .addCommand(migrateCommand())
  .addCommand(tokenCommand())
  .addCommand(adminCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand())
  .addCommand(resolveCommand())
  .addCommand(newIdCommand());

try {
  await program.parseAsync();
  // The embedded database leaves a timer behind, which would keep the process running.
  if (program.args[0] !== 'start') process.stdout.write('', () => process.exit());
} catch (error) {
  // A person at a terminal reads this, so it is the message without the stack. Parts of the registry that have started,
  // and the channel to the process that started a worker, would keep the process running.
  process.stderr.write(`${messageOf(error)}\n`, () => process.exit(1));
}
