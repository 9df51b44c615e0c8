import { Field, Form, Problem, useWrites } from '../components/forms';
import type { ManagedNodesQuery } from '../graph/graphql';
import { DELETE_NODE, UPDATE_NODE } from './queries';

type Node = NonNullable<NonNullable<ManagedNodesQuery['publisher']>['nodes']>['nodes'][number];

interface EditProps {
  readonly node: Node;
  /** True for owners of the publisher, and for admins. */
  readonly mayDelete: boolean;
  readonly reload: () => void;
}

/** A text as fields of forms return it. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

/** A form for the fields of a node that its page shows, and a button with which owners delete the node. */
export function EditNode({ node: { id, name, description, repository, tags }, mayDelete, reload }: EditProps) {
  const { isBusy, problem, send } = useWrites();
  const before: Record<string, string> = { name, description, repository: repository ?? '', tags: tags.join(', ') };
  const save = async (fields: Record<string, string>): Promise<boolean> => {
    // Only what was changed, because tools may have changed other fields meanwhile.
    const changed = Object.entries(fields).filter(([field, value]) => plain(value) !== plain(before[field]!));
    const input = Object.fromEntries(
      changed.map(([field, value]) => [
        field,
        field === 'tags'
          ? value
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== '')
          : value || null,
      ]),
    );
    if (changed.length === 0) return false;
    if (await send(UPDATE_NODE, { id, input })) reload();
    // The form keeps its values.
    return false;
  };
  const remove = async (): Promise<void> => {
    if (!confirm(`Delete ${id} and all its versions? Its id can’t be used by others.`)) return;
    if (await send(DELETE_NODE, { id })) reload();
  };
  return (
    <details>
      <summary aria-label={`Edit ${id}`}>Edit</summary>
      <Form key={JSON.stringify(before)} send={save}>
        <Field label="Name" name="name" value={name} />
        <Field label="Repository" name="repository" value={repository ?? ''} hint="https://github.com/…" />
        <Field label="Tags, separated by commas" name="tags" value={tags.join(', ')} />
        <label class="whole">
          Description (Markdown)
          <textarea name="description" rows={4} defaultValue={description} />
        </label>
        <button class="primary" disabled={isBusy}>
          Save
        </button>
        {mayDelete && (
          <button type="button" disabled={isBusy} onClick={() => void remove()}>
            Delete the node
          </button>
        )}
      </Form>
      <Problem text={problem} />
    </details>
  );
}
