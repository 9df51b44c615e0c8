import { Command } from 'commander';
import { main } from '../main.js';

/** `start`: runs the server. */
export function startCommand(): Command {
  return new Command('start').description('start the registry and serve until SIGTERM').action(main);
}
