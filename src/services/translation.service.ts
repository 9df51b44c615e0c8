import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord, TranslationRecord } from '../catalogue/records.js';
import { AppError, forbidden, invalidInput, notFound, unauthenticated } from '../errors/app-error.js';
import { assertCan, assertReadable, can } from '../policy/authorize.js';
import { callerName, limitedName, userIdOf, type Viewer } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { canonicalLanguage } from '../values/language.js';
import { networkOf } from '../values/network.js';
import { TranslationSource } from '../values/states.js';
import { isOpenToAnonymous, type ShownTranslations, shownTranslations } from './community-translations.js';
import type { Translations } from './inputs.js';
import { lockNode, lockPublisher } from './standing.js';
import type { Actor, Write, Writer } from './write.js';

const LANGUAGES_MAX = 40;
const OBJECT_MAX = 16 * 1024;

/** Returns the translations by canonical language tag. @throws INVALID_INPUT with all errors at once */
function parse(data: Translations): Map<string, Record<string, unknown>> {
  const faults: string[] = [];
  const parsed = new Map<string, Record<string, unknown>>();
  for (const [tag, fields] of Object.entries(data)) {
    const language = canonicalLanguage(tag);
    if (language === undefined) faults.push(`data.${tag.slice(0, 50)}: is not a language tag (BCP 47)`);
    else if (parsed.has(language)) faults.push(`data.${tag}: repeats the language ${language}`);
    else if (Buffer.byteLength(JSON.stringify(fields)) > OBJECT_MAX)
      faults.push(`data.${tag}: takes an object of at most ${OBJECT_MAX} bytes`);
    else parsed.set(language, fields);
  }
  if (faults.length === 0 && parsed.size === 0) faults.push('data: takes at least one language');
  if (parsed.size > LANGUAGES_MAX) faults.push(`data: takes at most ${LANGUAGES_MAX} languages`);
  if (faults.length > 0) throw invalidInput(faults.slice(0, LANGUAGES_MAX));
  return parsed;
}

/** Adds and removes translations of nodes, by the publisher and by the community. */
export class TranslationService {
  constructor(
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly limiter: RateLimiterMemory,
    private readonly settings: Settings,
  ) {}

  /**
   * Adds translations to a node. A translation replaces the one of the same language and source. Members of the node's
   * publisher and admins write as the publisher. All other callers contribute community translations, which never
   * replace the publisher's and are rate-limited.
   * @returns the translations of the node that the registry shows
   * @throws NODE_NOT_FOUND, NODE_BANNED, INVALID_INPUT, RATE_LIMITED, APPROVAL_NEEDED, UNAUTHENTICATED if anonymous
   *   translations are off, FORBIDDEN if all community translations are off
   */
  async add(actor: Actor, nodeId: string, data: Translations): Promise<TranslationRecord[]> {
    this.#assertOpen(actor.viewer);
    const parsed = parse(data);
    const node = await this.#readable(actor, nodeId);
    // Callers who are not users can't be members, so they are rate-limited before they take locks.
    const isUser = userIdOf(actor.viewer) !== undefined;
    if (!isUser) await this.#assertRate(actor);
    await this.writer.run(actor, async (write) => {
      const { publisher, standing } = await lockPublisher(write, node.publisherId, 'shared');
      const locked = await lockNode(write, node.id);
      const asPublisher = can(actor.viewer, 'translation.writeAsPublisher', { ...standing, nodeStatus: locked.status });
      if (!asPublisher) this.#assertCommunity();
      if (!asPublisher && isUser) await this.#assertRate(actor);
      await this.#store(
        write,
        locked.id,
        asPublisher ? TranslationSource.Publisher : TranslationSource.Community,
        parsed,
      );
      write.changed({ kind: 'translation', id: locked.id, nodeId: locked.id, change: 'updated' });
      write.audit({
        action: 'translation.add',
        subjectKind: 'node',
        subjectId: locked.id,
        publisherId: publisher.id,
        after: { languages: [...parsed.keys()], asPublisher },
      });
    });
    return this.#shownOf(node.id);
  }

  /** Selects the translations of a node to show, by the settings. */
  shown(records: readonly TranslationRecord[]): ShownTranslations {
    return shownTranslations(records, this.settings);
  }

  /**
   * Removes the translation of one source in one language. Requires the owner or admin role.
   * @returns the remaining translations that the registry shows
   * @throws NODE_NOT_FOUND, NODE_BANNED, FORBIDDEN, TRANSLATION_NOT_FOUND
   */
  async remove(
    actor: Actor,
    nodeId: string,
    language: string,
    source: TranslationSource,
  ): Promise<TranslationRecord[]> {
    const node = await this.catalogue.node(nodeId);
    if (!node) throw notFound('node', nodeId);
    await this.writer.run(actor, async (write) => {
      const { publisher, standing } = await lockPublisher(write, node.publisherId, 'shared');
      const locked = await lockNode(write, node.id);
      assertCan(actor.viewer, 'translation.remove', { ...standing, nodeStatus: locked.status });
      const removed = await write.query<{ fields: object }>(
        'delete from node_translations where node_id = $1 and language = $2 and source = $3 returning fields',
        [locked.id, canonicalLanguage(language) ?? language, source],
      );
      if (removed.length === 0) throw notFound('translation', language);
      write.changed({ kind: 'translation', id: locked.id, nodeId: locked.id, change: 'deleted' });
      write.audit({
        action: 'translation.remove',
        subjectKind: 'node',
        subjectId: locked.id,
        publisherId: publisher.id,
        before: { language, source, fields: removed[0]!.fields },
      });
    });
    return this.#shownOf(node.id);
  }

  async #shownOf(nodeId: string): Promise<TranslationRecord[]> {
    const stored = (await this.catalogue.translations([nodeId])).get(nodeId) ?? [];
    const { translations, communityTranslations } = this.shown(stored);
    return [...translations, ...communityTranslations];
  }

  /** @throws UNAUTHENTICATED if anonymous translations are off, APPROVAL_NEEDED */
  #assertOpen(viewer: Viewer): void {
    const subject = { isOpen: isOpenToAnonymous(this.settings) };
    if (can(viewer, 'translation.contribute', subject)) return;
    if (callerName(viewer) === undefined)
      throw unauthenticated('This registry accepts translations from signed-in users only. Sign in first.');
    assertCan(viewer, 'translation.contribute', subject);
  }

  /** @throws FORBIDDEN if community translations are off */
  #assertCommunity(): void {
    if (this.settings.COMMUNITY_TRANSLATIONS === 'off')
      throw forbidden('This registry accepts translations by members of the node’s publisher only.');
  }

  async #readable(actor: Actor, nodeId: string): Promise<NodeRecord> {
    const node = await this.catalogue.node(nodeId);
    if (!node) throw notFound('node', nodeId);
    assertReadable(actor.viewer, node);
    return node;
  }

  async #assertRate(actor: Actor): Promise<void> {
    const who = limitedName(actor.viewer) ?? `address:${networkOf(actor.address)}`;
    try {
      await this.limiter.consume(who);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new AppError('RATE_LIMITED', `Too many community translations. Retry in ${retryAfter} s.`, {
        retryAfter,
      });
    }
  }

  async #store(
    write: Write,
    nodeId: string,
    source: TranslationSource,
    parsed: Map<string, Record<string, unknown>>,
  ): Promise<void> {
    const languages = [...parsed.keys()];
    const [others] = await write.query<{ count: number }>(
      'select count(*)::int as count from node_translations where node_id = $1 and source = $2 and language <> all($3::text[])',
      [nodeId, source, languages],
    );
    // Counted per source, so that the community can't use up the publisher's limit.
    if (others!.count + languages.length > LANGUAGES_MAX)
      throw invalidInput([
        `data: a node can have translations into at most ${LANGUAGES_MAX} languages, and this one already has ${others!.count} others`,
      ]);
    await write.query(
      `insert into node_translations (node_id, language, source, fields, updated_at)
       select $1::text, r.language, $2::text, r.fields::jsonb, $3::timestamptz from unnest($4::text[], $5::text[]) as r(language, fields)
       on conflict (node_id, language, source) do update set fields = excluded.fields, updated_at = excluded.updated_at`,
      [
        nodeId,
        source,
        write.at.toISOString(),
        languages,
        languages.map((language) => JSON.stringify(parsed.get(language))),
      ],
    );
  }
}
