import { Command } from 'commander';

/** `start`: runs the server. */
export function startCommand(): Command {
  return new Command('start').description('start the registry and serve until SIGTERM').action(async () => {
    // Loaded only by this command, so that the others start quickly.
    const { main } = await import('../main.js');
    await main();
  });
}
