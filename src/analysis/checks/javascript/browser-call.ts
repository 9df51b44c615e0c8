import { type Machine } from './machine.js';
import { joined, NOTHING, type Site, type Value } from './values.js';

/** A call of a function of the browser. */
export interface BrowserCall {
  readonly machine: Machine;
  readonly path: string;
  readonly args: readonly Value[];
  readonly self: Value;
  readonly site: Site;
}

export type Handler = (call: BrowserCall) => Value;

export const first = ({ args }: BrowserCall): Value => args[0] ?? NOTHING;

export const rest = ({ args }: BrowserCall, from = 1): Value => joined(args.slice(from));
