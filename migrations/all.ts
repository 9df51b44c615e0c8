import { Migration20261121000000_registry } from './Migration20261121000000_registry.js';
import { Migration20261121150000_moderation } from './Migration20261121150000_moderation.js';
import { Migration20261121151500_dictionary } from './Migration20261121151500_dictionary.js';
import { Migration20261121154500_texts } from './Migration20261121154500_texts.js';
import { Migration20261121160000_archives } from './Migration20261121160000_archives.js';
import { Migration20261121165000_membership } from './Migration20261121165000_membership.js';
import { Migration20261121173000_webhooks } from './Migration20261121173000_webhooks.js';
import { Migration20261121180000_archive_keys } from './Migration20261121180000_archive_keys.js';
import { Migration20261121190000_totals } from './Migration20261121190000_totals.js';
import { Migration20261121200000_limits } from './Migration20261121200000_limits.js';
import { Migration20261121201000_idempotency } from './Migration20261121201000_idempotency.js';
import { Migration20261122160000_records } from './Migration20261122160000_records.js';
import { Migration20261122190000_rest_of_records } from './Migration20261122190000_rest_of_records.js';
import { Migration20261123180000_records_from_columns } from './Migration20261123180000_records_from_columns.js';

/** Every migration, oldest first. Add to the end; never change one that has landed. */
export const MIGRATIONS = [
  Migration20261121000000_registry,
  Migration20261121150000_moderation,
  Migration20261121151500_dictionary,
  Migration20261121154500_texts,
  Migration20261121160000_archives,
  Migration20261121165000_membership,
  Migration20261121173000_webhooks,
  Migration20261121180000_archive_keys,
  Migration20261121190000_totals,
  Migration20261121200000_limits,
  Migration20261121201000_idempotency,
  Migration20261122160000_records,
  Migration20261122190000_rest_of_records,
  Migration20261123180000_records_from_columns,
];
