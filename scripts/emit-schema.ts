import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { graphSdl } from '../src/graphql/sdl.js';

// From dist/scripts/ to the project's root.
writeFileSync(new URL('../../schema.graphql', import.meta.url), graphSdl());
