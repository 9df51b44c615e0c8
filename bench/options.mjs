import { parseArgs } from 'node:util';
import { beforeCli } from './paths.mjs';

const HELP = `npm run bench -- [options]

  --scale small|large   size of the generated data set (default: small)
  --catalogue DIR       use a catalogue folder instead of generated data, imported by \`registry import\`
  --rounds N            measurements per server and row, interleaved (default: 3)
  --seconds N           duration of one measurement without its warm-up (default: 5)
  --connections N       concurrent connections, each with one request at a time (default: 32)
  --only PATTERN        run only rows whose name or description matches the regular expression
  --peers a,b,c,d       peers to compare with (default: all)
  --compare FILE        --json file of a run at --scale small, required by the growth rows of --scale large
  --json FILE           write all figures to this file
  --out FILE            write the report to this file as well

BENCH_BEFORE=DIR npm run bench also measures an older checkout of the registry, which must be installed and built.`;

const PEERS = { a: 'bare', b: 'postgraphile', c: 'mercurius', d: 'naive' };

const positive = (name, text) => {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`);
  return value;
};

/** Parses the command line. @returns `undefined` after printing the help */
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
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return undefined;
  }
  if (!['small', 'large'].includes(values.scale)) throw new Error('--scale must be small or large.');
  const letters = values.peers.split(',').filter((letter) => letter !== '');
  const unknown = letters.filter((letter) => !(letter in PEERS));
  if (unknown.length > 0) throw new Error(`--peers must be letters of a, b, c and d. Unknown: ${unknown.join(', ')}.`);
  return {
    ...values,
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
    peers: [...letters.map((letter) => PEERS[letter]), ...(beforeCli ? ['before', 'beforeUncached'] : [])],
  };
}
