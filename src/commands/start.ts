import { Command } from 'commander';

/** `start`: runs the server. */
export function startCommand(): Command {
  return new Command('start').description('start the registry and serve until SIGTERM').action(async () => {
    // The server is loaded by the one verb that needs it, so that the others are quick.
    const { main } = await import('../main.js');
    await main();
  });
}
