import { parseArgs } from 'node:util';
import { beforeCli } from './paths.mjs';

const HELP = `npm run bench -- [options]

  --scale small|large   how much data there is (small)
  --catalogue DIR       a catalogue folder instead, imported as \`registry import\` does
  --rounds N            how often each server has its turn (3)
  --seconds N           how long a turn is measured, the warm-up not counted (5)
  --connections N       how many requests are under way at once (32)
  --only PATTERN        only rows whose name matches
  --peers a,b,c,d       which of the others take part (all)
  --compare FILE        the --json file of a run at --scale small, for the rows of --scale large
  --json FILE           writes all figures there
  --out FILE            writes the tables there, too
  --verbose             tells what the servers say

BENCH_BEFORE=DIR npm run bench lets an older checkout of the registry, installed and built, take turns with this one.`;

const PEERS = { a: 'bare', b: 'postgraphile', c: 'mercurius', d: 'naive' };

const positive = (name, text) => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0.`);
  return value;
};

/** Reads the command line; undefined where only help was asked for. */
export function readOptions(args) {
  const text = { type: 'string' };
  const { values } = parseArgs({
    args,
    options: {
      scale: { ...text, default: 'small' },
      catalogue: text,
      rounds: { ...text, default: '3' },
      seconds: { ...text, default: '5' },
      connections: { ...text, default: '32' },
      only: text,
      peers: { ...text, default: 'a,b,c,d' },
      compare: text,
      json: text,
      out: text,
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return undefined;
  }
  if (!['small', 'large'].includes(values.scale)) throw new Error('--scale takes small or large.');
  const letters = values.peers.split(',').filter((letter) => letter !== '');
  const unknown = letters.filter((letter) => !(letter in PEERS));
  if (unknown.length > 0) throw new Error(`--peers takes letters of a, b, c and d, not ${unknown.join(', ')}.`);
  return {
    ...values,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
    peers: [...letters.map((letter) => PEERS[letter]), ...(beforeCli ? ['before', 'beforeUncached'] : [])],
  };
}
