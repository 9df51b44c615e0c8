import type { UnjudgedRequirement } from '../answer.js';
import type { OwnRequirement } from './agreement.js';
import type { Environment } from './marker.js';
import { parseRequirement } from './requirement.js';

/** Limit of the characters that a reader reads. */
const CHARACTERS_MAX = 125_000;
/** A line counts as at least this many characters, because short lines take time as well. */
const LINE_CHARACTERS_MIN = 50;

/** The requirements of a version, with the lines that can't be compared with those of other nodes. */
export interface ReadRequirements {
  readonly requirements: readonly OwnRequirement[];
  readonly notJudged: readonly UnjudgedRequirement[];
}

const NOTHING: ReadRequirements = { requirements: [], notJudged: [] };

/** Reads the Python requirements of several versions, up to a limit for all of them. */
export class RequirementReader {
  #left = CHARACTERS_MAX;

  constructor(private readonly environment: Environment) {}

  /** True until the limit is reached. */
  get isLeft(): boolean {
    return this.#left > 0;
  }

  /**
   * Reads the lines of a version's dependencies. Above the limit, `notJudged` contains the first line that is not read.
   * @param version `undefined` if the node is installed from its repository
   */
  read(node: string, version: string | undefined, lines: readonly string[]): ReadRequirements {
    if (lines.length === 0) return NOTHING;
    const requirements: OwnRequirement[] = [];
    const notJudged: UnjudgedRequirement[] = [];
    const skip = (requirement: string, why: string): void =>
      void notJudged.push({ node, requirement: requirement.slice(0, 200), why });
    for (const line of lines) {
      if (!this.isLeft) {
        skip(line, 'the plan has too many requirements: this line, and those of the node after it, are not read');
        break;
      }
      this.#left -= Math.max(line.length, LINE_CHARACTERS_MIN);
      const parsed = parseRequirement(line);
      if (!parsed) continue;
      if ('why' in parsed) {
        skip(parsed.line, parsed.why);
        continue;
      }
      const applies = parsed.marker ? parsed.marker(this.environment) : true;
      if (applies === undefined) skip(line, 'its marker depends on something that the request does not contain');
      else if (applies && parsed.notJudged !== undefined) skip(line, parsed.notJudged);
      else if (applies) requirements.push({ node, version, requirement: parsed });
    }
    return { requirements, notJudged };
  }
}
