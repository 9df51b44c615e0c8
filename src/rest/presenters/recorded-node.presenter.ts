import type { RecordedNode, RecordedPage } from '../../catalogue/node-lists.js';
import { totalPages } from '../../catalogue/records.js';
import {
  downloadUrlText,
  NODE_FIELDS,
  PUBLISHER_FIELDS,
  textsOf,
  type Texts,
  VERSION_FIELDS,
} from '../../catalogue/rows.js';
import { ListText } from '../../values/list-text.js';
import { JsonText } from '../json-text.js';
import { presentPlainNode } from './node.presenter.js';
import { presentPublisher } from './publisher.presenter.js';
import { presentVersion } from './version.presenter.js';

/**
 * What writes an object of texts as a presenter presents it of a record: the names and their order are the presenter's,
 * and what has no value is left out. The end is left open.
 * @param fields what the texts are, in their order
 */
function writerOf<T>(present: (record: T) => object, fields: readonly string[]): (texts: Texts) => string {
  const places = Object.entries(present(Object.fromEntries(fields.map((field, at) => [field, at])) as T));
  const shown = places
    .filter((place): place is [string, number] => typeof place[1] === 'number')
    .map(([name, at]) => ({ name: `"${name}":`, at }));
  return (texts) => {
    let json = '';
    for (const { name, at } of shown) {
      const text = texts[at]!;
      if (text !== 'null') json += `${json === '' ? '{' : ','}${name}${text}`;
    }
    return json;
  };
}

const writeNode = writerOf(presentPlainNode, NODE_FIELDS);
const writePublisher = writerOf(presentPublisher, PUBLISHER_FIELDS);
const writeVersion = writerOf(presentVersion, [...VERSION_FIELDS, 'downloadUrl']);

function nodeText({ node, publisher, latest }: RecordedNode, publicUrl: string): string {
  let json = writeNode(textsOf(node));
  if (latest !== null) {
    const texts = textsOf(latest);
    json += `,"latest_version":${writeVersion([...texts, downloadUrlText(texts, publicUrl)])}}`;
  }
  if (publisher !== null) json += `,"publisher":${writePublisher(textsOf(publisher))}}`;
  return `${json}}`;
}

/**
 * A page of nodes in the list envelope, as `presentNodePage` gives it, of what was read past the caches: no record is
 * made, and nothing is parsed and serialized again.
 */
export function presentRecordedPage(
  { nodes, total }: RecordedPage,
  { page, limit }: { readonly page: number; readonly limit: number },
  publicUrl: string,
): JsonText {
  const texts = nodes.map((node) => nodeText(node, publicUrl));
  return new JsonText(
    new ListText(
      '{"nodes":[',
      texts,
      `],"page":${page},"limit":${limit},"total":${total},"totalPages":${totalPages({ total, limit })}}`,
    ),
  );
}
