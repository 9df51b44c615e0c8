import type { ExternalCall } from './external-call.js';
import { HOST_FOLDER, NOTHING, OWN_FOLDER, textsOf, type Value } from './values.js';

/** Programs that remove files or make folders, as functions of Python do. */
const PROGRAM = /^(rm|rmdir|rd|del|mkdir|md)$/i;
const OPTION = /^([-/][a-z]+)+$/i;
/** An f-string of such a program, its options, and one path, which may be in quotes. */
const COMMAND = /^f(["'])(rm|rmdir|rd|del|mkdir|md)(\s*[-/][a-z]+)*\s+(["']?)\{[^{}!:]+\}\4\1$/i;
/** The beginning of a path that is not relative, and the way to a folder above. */
const LEAVES = /^[~/\\$%]|^[a-z]:|\.\./i;

/** Code that may leave the folder: one that is above it, or the folder of anything but the own file or the host's. */
const GOES_UP =
  /\.parent\s*\.\s*parent|\bparents\s*\[|\bpardir\b|\bdirname\s*\(\s*(?!(?:os\.path\.\w+\(\s*)?(?:__file__|folder_paths\.))|\b(?!__file__)[a-z_]\w*\.parent\b/i;

/** The name of a file or folder. */
const NAME = /^[\w.-]+$/;

/** True for a path below the folder of the package or of the host. */
const isInside = ({ marks, words }: Value): boolean =>
  (marks & (OWN_FOLDER | HOST_FOLDER)) !== 0 &&
  (marks & ~(OWN_FOLDER | HOST_FOLDER)) === 0 &&
  words.some((word) => NAME.test(word)) &&
  !words.some((word) => LEAVES.test(word));

/**
 * True for a command that only removes files or makes folders below the folder of the package or of the host. Functions
 * of Python that do the same are no findings.
 */
export function changesOwnFiles({ args, node, home }: ExternalCall): boolean {
  if (GOES_UP.test(home.source.latin)) return false;
  const command = args.positional[0] ?? args.named.get('args') ?? NOTHING;
  const [list] = command.refs;
  if (command.refs.length === 1 && list?.kind === 'container') {
    const [program = NOTHING, ...rest] = list.ordered ?? [];
    const isOption = (item: Value): boolean =>
      item.refs.length === 1 && textsOf(item).some((text) => OPTION.test(text));
    const paths = rest.filter((item) => !isOption(item));
    const programs = textsOf(program);
    return (
      program.refs.length === 1 &&
      programs.some((text) => PROGRAM.test(text)) &&
      paths.length > 0 &&
      paths.every(isInside)
    );
  }
  const given = node.child('arguments')?.named[0];
  return given?.type === 'string' && COMMAND.test(home.text(given)) && isInside(command);
}
