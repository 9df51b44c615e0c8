import { FINDING_LEVELS } from '../../values/finding-levels.js';
import { z } from './common.js';

const found = z.object({
  level: z
    .enum(FINDING_LEVELS)
    .describe('hold: flags the version until a moderator has approved it. warn, note: only shown'),
  rule: z.string().describe('Name of the check'),
  file: z.string().describe('Path in the archive. Empty if the finding is about the whole archive'),
  line: z.int().describe('Line from 1; 0 if the finding is about the whole file'),
  message: z.string(),
  call: z.string().optional().describe('Text of the call, at most 300 characters'),
  excerpt: z
    .object({ line: z.int().describe('Number of the first line, from 1'), text: z.string() })
    .optional()
    .describe('The lines around the finding, three before and three after it, at most 160 characters of each'),
});

export const removedFinding = found.openapi('RemovedFinding');

export const finding = found
  .extend({
    approved: z.boolean().describe('True if the version that a moderator approved last has the same finding'),
  })
  .openapi('Finding');

export const findingCounts = z
  .object({ hold: z.int(), warn: z.int(), note: z.int() })
  .describe('Number of findings per level')
  .openapi('FindingCounts');
