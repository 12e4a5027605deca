import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { resealValue } from '#server/domains/operator/key-rotation/sealed-value.ts'
import { type SealedColumn, sealedColumns, sealedValuesRepo } from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import { recordAudit } from '#server/http/audit.repo.ts'
import type { Keys } from '#server/keys.ts'
import { toKeyMark } from '#server/lib/seal.ts'

/** Smaller batches for bytes, because each picture is several megabytes. */
const batchSizes = { text: 100, bytes: 10 }
/** Maximum number of passes; values written during one pass are resealed in the next. */
const maxPasses = 5

export interface SealingKeyUse {
  title: string
  /** Number of values sealed by the newest key. */
  newest: number
  /** Number of values sealed by an older key. */
  older: number
}

/** Counts, per column, the values sealed by the newest key and by older keys. */
export async function countSealedValues(
  { kysely }: Pick<Database, 'kysely'>,
  { data_keys: dataKeys }: Keys,
): Promise<SealingKeyUse[]> {
  const counts = await sealedValuesRepo(kysely).count()
  const newestMark = toKeyMark(dataKeys[0])
  const sum = (title: string, byNewest: boolean) =>
    counts
      .filter((row) => row.title === title && (row.mark === newestMark) === byNewest)
      .reduce((total, { count }) => total + count, 0)
  return sealedColumns.map(({ title }) => ({ title, newest: sum(title, true), older: sum(title, false) }))
}

function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

interface RotationResult {
  resealed: number
  /** Values that no key opens, such as `证件照片 picture-1`. */
  damaged: string[]
}

/** Reseals one column; skips a value that was changed concurrently. */
async function resealColumn(
  { kysely }: Pick<Database, 'kysely'>,
  keys: Keys,
  of: SealedColumn,
  done: RotationResult,
): Promise<void> {
  const repo = sealedValuesRepo(kysely)
  const newestMark = toKeyMark(keys[of.purpose][0])
  for (let after = ''; ; ) {
    const batch = await repo.older(of, { newest_mark: newestMark, after, count: of.bytes ? batchSizes.bytes : batchSizes.text })
    for (const value of batch) {
      const by = tryOrUndefined(() => resealValue(keys, of, value))
      if (by === undefined) done.damaged.push(`${of.title} ${value.id}`)
      else if (await repo.replace(of, value, by)) done.resealed += 1
    }
    const last = batch.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Reseals all values of older keys with the newest key, while the platform keeps running. Each value is resealed on its own, so
 * an interrupted run loses nothing and the next run continues. Values that no key opens stay unchanged.
 */
export async function rotateKeys(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  keys: Keys,
): Promise<RotationResult & { left: SealingKeyUse[] }> {
  let resealed = 0
  let damaged: string[] = []
  let left = await countSealedValues(database, keys)
  for (let pass = 0; pass < maxPasses && left.some(({ older }) => older > 0); pass += 1) {
    const done: RotationResult = { resealed: 0, damaged: [] }
    for (const of of sealedColumns) await resealColumn(database, keys, of, done)
    resealed += done.resealed
    damaged = done.damaged
    left = await countSealedValues(database, keys)
  }
  const [{ name }] = keys.data_keys
  const older = left.reduce((total, use) => total + use.older, 0)
  const userId = await sealedValuesRepo(database.kysely).firstAdministrator()
  if (userId && resealed > 0) {
    const caller = { user_id: userId, session_id: '', role: 'operator_admin', account_type: 'main', is_tencent: false } as const
    const request = { id: randomUUID(), ip: 'localhost', user_agent: 'npm run keys:rotate' }
    const change = { target_id: name ?? 'unnamed', after: { resealed: String(resealed), older: String(older) } }
    await recordAudit(database.kysely, { name: 'keys_rotate', caller, input: { params: {} }, request, change }, clock.now())
  }
  return { resealed, damaged, left }
}
