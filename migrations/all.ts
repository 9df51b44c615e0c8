import { Migration20261121000000_registry } from './Migration20261121000000_registry.js';

/** Every migration, oldest first. Add to the end; never change one that has landed. */
export const MIGRATIONS = [Migration20261121000000_registry];
