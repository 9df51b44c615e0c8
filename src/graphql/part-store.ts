import { LRUCache } from 'lru-cache';
import type { CacheStats } from '../catalogue/cache-stats.js';
import type { ListedNode } from '../catalogue/node-index.js';
import type { PartReads, ReadSet } from '../catalogue/read-set.js';
import { sizeOf } from '../catalogue/size-of.js';
import { Stretch } from '../values/list-text.js';
import { oneIn } from '../values/one-in.js';

/** The JSON of one node, as one document asks for it. */
export interface PartText {
  readonly json: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
}

const NO_BYTES = Buffer.alloc(0);

/** That, with all that it was made of. */
export interface Part extends PartText {
  readonly node: ListedNode;
  readonly reads: PartReads;
}

/** What is known of the nodes of a page. */
export class KnownParts {
  /** The texts in their order, those that are packed side by side as one; undefined for each that is missing. */
  readonly items: (string | Stretch | undefined)[] = [];
  /** Nodes whose text is not known, with their place among the texts. */
  readonly missing: { readonly node: ListedNode; readonly at: number }[] = [];
  /** How many bytes the texts are that are known. */
  bytes = 0;
  /** The packed texts that came last and are no item yet. */
  #packed: Buffer = NO_BYTES;
  #start = 0;
  #end = 0;

  /** Puts in a text that is packed. @param end behind the comma that follows it */
  addPacked(packed: Buffer, start: number, end: number): void {
    if (start !== this.#end) this.end();
    if (this.#end === 0) [this.#packed, this.#start] = [packed, start];
    this.#end = end;
  }

  /** What comes next is packed elsewhere. */
  end(): void {
    if (this.#end === 0) return;
    // The comma behind the last one is not part of it.
    this.items.push(new Stretch(this.#packed, this.#start, this.#end - 1));
    this.bytes += this.#end - 1 - this.#start;
    this.#end = 0;
  }

  /** Puts in a text that is not packed. */
  addLoose({ json, bytes }: PartText): void {
    this.end();
    this.items.push(json);
    this.bytes += bytes;
  }

  /** Leaves a place for the text of a node. */
  miss(node: ListedNode): void {
    this.end();
    this.missing.push({ node, at: this.items.length });
    this.items.push(undefined);
  }

  /** Puts in a text that was missing. */
  fill(at: number, { json, bytes }: PartText): void {
    this.items[at] = json;
    this.bytes += bytes;
  }
}

/** So many nodes whose places follow each other stand in one block. */
const NODES = 32;
/** A block is packed when so many texts were read of it that are not: to pack it takes as long. */
const WORTH_PACKING = 16;
/** What a block takes beside its texts and what they were made of, about. */
const EMPTY = 1500;
/** What a text takes beside itself that is not packed. */
const LOOSE = 120;

/**
 * The texts of nodes whose places follow each other. They are packed side by side, so that a page, whatever its size,
 * is copied from one piece of memory or two: thirty texts that lie anywhere take several times as long. What was packed
 * is never written to again, for an answer may still be sent of it.
 */
class Block {
  readonly #ids: (string | undefined)[] = new Array<undefined>(NODES).fill(undefined);
  readonly #reads: (PartReads | undefined)[] = new Array<undefined>(NODES).fill(undefined);
  /** Texts that are not packed yet. */
  readonly #loose = new Map<number, PartText>();
  /** How often such texts were read. */
  #readLoose = 0;
  #packed: Buffer = NO_BYTES;
  /** Where the packed text of each begins; a comma stands behind each. */
  #starts = new Uint32Array(NODES + 1);
  /** The revision at which all of it was seen to hold. */
  #heldAt = -1;

  constructor(
    readonly shelf: Shelf,
    readonly number: number,
  ) {}

  /** How many texts it has. */
  get count(): number {
    let count = 0;
    for (const id of this.#ids) if (id !== undefined) count++;
    return count;
  }

  /** The bytes that it takes, about. */
  get size(): number {
    let size = EMPTY + this.#packed.length;
    for (const { json } of this.#loose.values()) size += sizeOf(json) + LOOSE;
    for (const reads of this.#reads) size += reads?.size ?? 0;
    return size;
  }

  /** Keeps the text of a node of it. */
  put({ node: { id, place }, json, bytes, reads }: Part): void {
    const slot = place % NODES;
    this.#ids[slot] = id;
    this.#reads[slot] = reads;
    this.#loose.set(slot, { json, bytes });
  }

  /**
   * Gives the texts of those nodes of a page that stand here, from one of them to the first that does not.
   * @param revision what is the case now
   * @returns which one that is
   */
  give(nodes: readonly ListedNode[], from: number, revision: number, known: KnownParts, reads: ReadSet): number {
    this.#settle(revision);
    if (this.#readLoose >= WORTH_PACKING) this.#pack();
    let at = from;
    for (; at < nodes.length; at++) {
      const node = nodes[at]!;
      if (numberOf(node.place) !== this.number) break;
      const slot = node.place % NODES;
      if (this.#ids[slot] !== node.id) {
        known.miss(node);
        continue;
      }
      reads.addPart(this.#reads[slot]!);
      const loose = this.#loose.size === 0 ? undefined : this.#loose.get(slot);
      if (loose) this.#readLoose++;
      if (loose) known.addLoose(loose);
      else known.addPacked(this.#packed, this.#starts[slot]!, this.#starts[slot + 1]!);
    }
    known.end();
    return at;
  }

  /** Forgets what holds no more. */
  #settle(revision: number): void {
    if (this.#heldAt === revision) return;
    for (let slot = 0; slot < NODES; slot++) {
      if (this.#reads[slot]?.holds() !== false) continue;
      this.#ids[slot] = this.#reads[slot] = undefined;
      this.#loose.delete(slot);
    }
    this.#heldAt = revision;
  }

  /** Puts all texts side by side. */
  #pack(): void {
    const [packed, starts] = [this.#packed, this.#starts];
    const [texts, ends] = [new Array<Buffer | string>(), new Uint32Array(NODES + 1)];
    for (let slot = 0; slot < NODES; slot++) {
      const loose = this.#loose.get(slot);
      const text =
        this.#ids[slot] === undefined ? '' : loose ? `${loose.json},` : packed.subarray(starts[slot], starts[slot + 1]);
      texts.push(text);
      ends[slot + 1] = ends[slot]! + (loose ? loose.bytes + 1 : text.length);
    }
    const bytes = Buffer.allocUnsafeSlow(ends[NODES]!);
    texts.forEach(
      (text, slot) => void (typeof text === 'string' ? bytes.write(text, ends[slot]!) : text.copy(bytes, ends[slot]!)),
    );
    this.#packed = bytes;
    this.#starts = ends;
    this.#loose.clear();
    this.#readLoose = 0;
  }
}

const numberOf = (place: number): number => Math.trunc(place / NODES);

/** What one document asks for with the same variables, by the numbers of blocks. */
class Shelf {
  readonly blocks = new Map<number, Block>();

  constructor(readonly name: string) {}
}

/** Nothing is kept on shelves of longer names: callers choose the variables, and may choose others each time. */
const NAME_MAX = 200;
/** What an empty shelf takes beside its name, about. */
const SHELF = 500;

/** Nodes as documents ask for them, each as JSON: a page is put together of those that are known. */
export class PartStore {
  readonly #shelves = new Map<string, Shelf>();
  readonly #blocks: LRUCache<Block, true>;
  /**
   * Whether it is noted that this one was read: to find its place among those that go first takes longer than to find
   * it.
   */
  readonly #isNoted = oneIn(8);
  /** Whether the next one comes in for which others must go. */
  readonly #isLetIn = oneIn(16);
  #evictions = 0;

  constructor(maxBytes: number) {
    // The first block has brought the shelf.
    const sizeOfBlock = (_kept: true, { size, shelf }: Block): number =>
      size + (shelf.blocks.size === 0 ? sizeOf(shelf.name) + SHELF : 0);
    this.#blocks = new LRUCache<Block, true>({
      maxSize: maxBytes,
      sizeCalculation: sizeOfBlock,
      dispose: (_kept, block, reason) => this.#leave(block, reason),
    });
  }

  /** What it holds; an entry is the text of a node. */
  get stats(): CacheStats {
    let entries = 0;
    for (const block of this.#blocks.keys()) entries += block.count;
    return { bytes: this.#blocks.calculatedSize, entries, evictions: this.#evictions };
  }

  /**
   * What is known of the nodes of a page.
   * @param name all that the texts depend on beside the node
   * @param revision what is the case now
   * @param reads told what the texts were made of
   */
  known(name: string, nodes: readonly ListedNode[], revision: number, reads: ReadSet): KnownParts {
    const known = new KnownParts();
    const shelf = this.#shelves.get(name);
    for (let at = 0; at < nodes.length;) {
      const block = shelf?.blocks.get(numberOf(nodes[at]!.place));
      if (block) {
        if (this.#isNoted()) this.#blocks.get(block);
        at = block.give(nodes, at, revision, known, reads);
      } else known.miss(nodes[at++]!);
    }
    return known;
  }

  /**
   * Keeps the texts of nodes. Where others must go for it only one block in so many is let in: where nodes are more
   * than there is room for it is no use to exchange them all the time.
   */
  keep(name: string, parts: readonly Part[]): void {
    if (name.length > NAME_MAX) return;
    const shelf = this.#shelves.get(name) ?? new Shelf(name);
    const changed = new Set<Block>();
    for (const part of parts) {
      const number = numberOf(part.node.place);
      const known = shelf.blocks.get(number);
      const block = known ?? [...changed].find((each) => each.number === number) ?? new Block(shelf, number);
      block.put(part);
      changed.add(block);
    }
    for (const block of changed) this.#keep(block);
  }

  #keep(block: Block): void {
    const { shelf, number } = block;
    const isKnown = shelf.blocks.get(number) === block;
    const hasRoom = this.#blocks.calculatedSize + block.size <= this.#blocks.maxSize;
    if (!isKnown && !hasRoom && !this.#isLetIn()) return;
    // It takes another room now.
    if (isKnown) this.#blocks.delete(block);
    // One that is larger than all the room there is has none.
    if (!this.#blocks.set(block, true).has(block)) return;
    shelf.blocks.set(number, block);
    this.#shelves.set(shelf.name, shelf);
  }

  #leave(block: Block, reason: LRUCache.DisposeReason): void {
    if (reason === 'evict') this.#evictions += block.count;
    const { shelf, number } = block;
    shelf.blocks.delete(number);
    if (shelf.blocks.size === 0) this.#shelves.delete(shelf.name);
  }
}
