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
import { Migration20261123233000_core_nodes_version } from './Migration20261123233000_core_nodes_version.js';
import { Migration20261124100000_invitations } from './Migration20261124100000_invitations.js';
import { Migration20261124101000_webhook_secrets } from './Migration20261124101000_webhook_secrets.js';
import { Migration20261124102000_uploaders } from './Migration20261124102000_uploaders.js';
import { Migration20261124110000_download_marks } from './Migration20261124110000_download_marks.js';
import { Migration20261124111000_word_counts } from './Migration20261124111000_word_counts.js';
import { Migration20261124120000_quotas } from './Migration20261124120000_quotas.js';
import { Migration20261124120100_bans_of_deleted } from './Migration20261124120100_bans_of_deleted.js';
import { Migration20261124120200_audited_admins } from './Migration20261124120200_audited_admins.js';
import { Migration20261124120300_retention } from './Migration20261124120300_retention.js';
import { Migration20261124120400_suspensions } from './Migration20261124120400_suspensions.js';
import { Migration20261124130000_findings } from './Migration20261124130000_findings.js';
import { Migration20261124131000_change_status } from './Migration20261124131000_change_status.js';
import { Migration20261124132000_reports } from './Migration20261124132000_reports.js';
import { Migration20261124140000_name_patterns } from './Migration20261124140000_name_patterns.js';
import { Migration20261124150000_sessions } from './Migration20261124150000_sessions.js';
import { Migration20261125100000_version_order } from './Migration20261125100000_version_order.js';
import { Migration20261128070000_words_in_memory } from './Migration20261128070000_words_in_memory.js';
import { Migration20261128210000_new_findings } from './Migration20261128210000_new_findings.js';

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
  Migration20261123233000_core_nodes_version,
  Migration20261124100000_invitations,
  Migration20261124101000_webhook_secrets,
  Migration20261124102000_uploaders,
  Migration20261124110000_download_marks,
  Migration20261124111000_word_counts,
  Migration20261124120000_quotas,
  Migration20261124120100_bans_of_deleted,
  Migration20261124120200_audited_admins,
  Migration20261124120300_retention,
  Migration20261124120400_suspensions,
  Migration20261124130000_findings,
  Migration20261124131000_change_status,
  Migration20261124132000_reports,
  Migration20261124140000_name_patterns,
  Migration20261124150000_sessions,
  Migration20261125100000_version_order,
  Migration20261128070000_words_in_memory,
  Migration20261128210000_new_findings,
];
