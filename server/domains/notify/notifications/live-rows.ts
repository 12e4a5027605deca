import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import type { StreamRow } from '#server/domains/notify/notifications/stream.repo.ts'

interface OwnedId {
  user_id: string
  id: string
}
/** A row as the resource's list endpoint shows it to its owner. */
type LiveRow = OwnedId & { row: unknown }
/** Reads the existing rows that belong to the user given with each id; skips all others. */
type RowReader = (wanted: readonly OwnedId[]) => Promise<LiveRow[]>
/**
 * Row readers by resource, for resources whose change events carry their row. The app provides them: the stream knows no
 * resource.
 */
export type RowReaders = Partial<Record<LiveResource, RowReader>>

type Change = Extract<StreamMessage, { type: 'change' }>

/** Safe cast: the outbox holds only what `publishStreamMessage` wrote. */
const findChange = ({ message }: StreamRow): Change | undefined => {
  const { type } = message as StreamMessage
  return type === 'change' ? (message as Change) : undefined
}

const toKey = (...parts: readonly (string | null)[]) => JSON.stringify(parts)

/** Keeps only the last change per resource and id; positions may be skipped but never reordered. */
export function selectNewestChanges(rows: readonly StreamRow[]): StreamRow[] {
  const last = new Map<string, bigint>()
  const thing = (row: StreamRow) => {
    const change = findChange(row)
    return change && toKey(row.user_id, change.resource, change.id)
  }
  for (const row of rows) {
    const key = thing(row)
    if (key !== undefined) last.set(key, row.position)
  }
  return rows.filter((row) => {
    const key = thing(row)
    return key === undefined || last.get(key) === row.position
  })
}

/** Attaches the current row to each change that has a reader: one query per resource, however many changes. */
export async function attachLiveRows(rows: readonly StreamRow[], readers: RowReaders): Promise<readonly StreamRow[]> {
  const wanted = new Map<LiveResource, OwnedId[]>()
  for (const row of rows) {
    const change = findChange(row)
    if (!change || change.id === null || row.user_id === null || !readers[change.resource]) continue
    const asked = wanted.get(change.resource) ?? []
    asked.push({ user_id: row.user_id, id: change.id })
    wanted.set(change.resource, asked)
  }
  if (wanted.size === 0) return rows
  const found = new Map<string, unknown>()
  for (const [resource, ids] of wanted) {
    for (const { user_id: userId, id, row } of (await readers[resource]?.(ids)) ?? []) found.set(toKey(resource, userId, id), row)
  }
  return rows.map((row) => {
    const change = findChange(row)
    const own = change && found.get(toKey(change.resource, row.user_id, change.id))
    return own === undefined ? row : { ...row, message: { ...change, row: own } }
  })
}
