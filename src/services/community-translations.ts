import type { TranslationRecord } from '../catalogue/records.js';
import type { Settings } from '../settings.js';
import { TranslationSource } from '../values/states.js';

/** The translations of a node as readers see them. */
export interface ShownTranslations {
  /** The translations of the node itself, at most one per language. */
  readonly translations: readonly TranslationRecord[];
  /** Translations by the community that are shown separately. */
  readonly communityTranslations: readonly TranslationRecord[];
}

/**
 * Selects the translations of a node to show, by the setting COMMUNITY_TRANSLATIONS. `separate`: community translations
 * are shown separately. `merged`: they are shown as the node's own in languages that the publisher did not translate.
 * `off`: they are not shown.
 */
export function shownTranslations(
  records: readonly TranslationRecord[],
  { COMMUNITY_TRANSLATIONS: mode }: Pick<Settings, 'COMMUNITY_TRANSLATIONS'>,
): ShownTranslations {
  const translations = records.filter(({ source }) => source === TranslationSource.Publisher);
  const community = records.filter(({ source }) => source === TranslationSource.Community);
  switch (mode) {
    case 'separate':
      return { translations, communityTranslations: community };
    case 'merged': {
      const own = new Set(translations.map(({ language }) => language));
      const merged = records.filter(
        ({ source, language }) => source === TranslationSource.Publisher || !own.has(language),
      );
      return { translations: merged, communityTranslations: [] };
    }
    case 'off':
      return { translations, communityTranslations: [] };
  }
}

/** The sources whose translations are shown. */
export const sourcesShown = ({
  COMMUNITY_TRANSLATIONS: mode,
}: Pick<Settings, 'COMMUNITY_TRANSLATIONS'>): readonly TranslationSource[] =>
  mode === 'off' ? [TranslationSource.Publisher] : [TranslationSource.Publisher, TranslationSource.Community];

/** True if anonymous callers may contribute translations. */
export const isOpenToAnonymous = ({
  ANONYMOUS_TRANSLATIONS,
  COMMUNITY_TRANSLATIONS,
}: Pick<Settings, 'ANONYMOUS_TRANSLATIONS' | 'COMMUNITY_TRANSLATIONS'>): boolean =>
  ANONYMOUS_TRANSLATIONS && COMMUNITY_TRANSLATIONS !== 'off';
