import { Command } from 'commander';

/** `start`: runs the server. */
export function startCommand(): Command {
  return new Command('start').description('start the registry and serve until SIGTERM').action(async () => {
    // Imported only by this command, so that other commands start quickly.
    const { main } = await import('../main.js');
    await main();
  });
}
