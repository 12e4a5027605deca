import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { resealValue } from '#server/domains/operator/key-rotation/sealed-value.ts'
import { type SealedColumn, sealed_columns, sealedValuesRepo } from '#server/domains/operator/key-rotation/sealed-values.repo.ts'
import { recordAudit } from '#server/http/audit.repo.ts'
import type { Keys } from '#server/keys.ts'
import { markOf } from '#server/lib/seal.ts'

/** Pictures are megabytes each. */
const values_at_once = { text: 100, bytes: 10 }
/** What is written while a pass goes on is left for the next. */
const passes_max = 5

export interface KeyUse {
  title: string
  /** Sealed by the newest key. */
  newest: number
  /** Still sealed by another. */
  older: number
}

/** What of everything sealed the newest key seals. */
export async function countSealed({ kysely }: Pick<Database, 'kysely'>, { data_keys }: Keys): Promise<KeyUse[]> {
  const counts = await sealedValuesRepo(kysely).count()
  const newest_mark = markOf(data_keys[0])
  const sum = (title: string, by_newest: boolean) =>
    counts
      .filter((row) => row.title === title && (row.mark === newest_mark) === by_newest)
      .reduce((total, { count }) => total + count, 0)
  return sealed_columns.map(({ title }) => ({ title, newest: sum(title, true), older: sum(title, false) }))
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

interface Pass {
  resealed: number
  /** Values that no key opens: `证件照片 picture-1`. */
  damaged: string[]
}

/** Reseals one column; a value that somebody else writes meanwhile is his. */
async function resealColumn({ kysely }: Pick<Database, 'kysely'>, keys: Keys, of: SealedColumn, done: Pass): Promise<void> {
  const repo = sealedValuesRepo(kysely)
  const newest_mark = markOf(keys[of.purpose][0])
  for (let after = ''; ; ) {
    const batch = await repo.older(of, { newest_mark, after, count: of.bytes ? values_at_once.bytes : values_at_once.text })
    for (const value of batch) {
      const by = attempt(() => resealValue(keys, of, value))
      if (by === undefined) done.damaged.push(`${of.title} ${value.id}`)
      else if (await repo.replace(of, value, by)) done.resealed += 1
    }
    const last = batch.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Reseals everything that an older key seals by the newest, while others work. Each value is resealed by itself, so that who is
 * killed has lost nothing, and who begins again goes on where that one was. What no key opens stays as it is.
 */
export async function rotateKeys(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  keys: Keys,
): Promise<Pass & { left: KeyUse[] }> {
  let resealed = 0
  let damaged: string[] = []
  let left = await countSealed(database, keys)
  for (let pass = 0; pass < passes_max && left.some(({ older }) => older > 0); pass += 1) {
    const done: Pass = { resealed: 0, damaged: [] }
    for (const of of sealed_columns) await resealColumn(database, keys, of, done)
    resealed += done.resealed
    damaged = done.damaged
    left = await countSealed(database, keys)
  }
  const [{ name }] = keys.data_keys
  const older = left.reduce((total, use) => total + use.older, 0)
  const user_id = await sealedValuesRepo(database.kysely).firstAdministrator()
  if (user_id && resealed > 0) {
    const caller = { user_id, session_id: '', role: 'operator_admin', account_type: 'main', is_tencent: false } as const
    const request = { id: randomUUID(), ip: 'localhost', user_agent: 'npm run keys:rotate' }
    const change = { target_id: name ?? 'unnamed', after: { resealed: String(resealed), older: String(older) } }
    await recordAudit(database.kysely, { name: 'keys_rotate', caller, input: { params: {} }, request, change }, clock.now())
  }
  return { resealed, damaged, left }
}
