import type { Kysely, Transaction, Updateable } from 'kysely'
import { addDays, toDayStart, toShanghaiDay } from '#contract/day.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { LlmKey, LlmScope, llmKeys } from '#contract/llm-keys.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { formatPicoAsYuan } from '#server/domains/llm/cost.policy.ts'
import { createLlmKeySecret, hashLlmKeySecret, toSecretHint } from '#server/domains/llm/llm-key-secret.ts'
import { llmKeysRepo, type OwnLlmKeyRow } from '#server/domains/llm/llm-keys.repo.ts'
import { modelsRepo } from '#server/domains/llm/models.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/**
 * The caller's own model keys. Who may call is declared in contract/llm-keys.ts; every change writes its row of the audit log in its
 * own transaction (server/http/mount.ts).
 */

type KeyForm = HandlerInput<typeof llmKeys.create>['body']
type KeyQuery = HandlerInput<typeof llmKeys.list>['query']
type KeyColumns = 'name' | 'scopes' | 'models' | 'expires_at' | 'cap_fen' | 'disabled_at' | 'removed_at'
type KeyChanges = Pick<Updateable<DB['llm_keys']>, KeyColumns>

// A key shows its last valid day and stores the moment after it.
const toExpiry = (lastDay: string): Date => toDayStart(addDays(lastDay, 1))
const toLastDay = (expiry: Date): string => addDays(toShanghaiDay(expiry), -1)

const toColumns = ({ name, scopes, models, expires_on: expiresOn, cap }: KeyForm) => ({
  name,
  scopes,
  models,
  expires_at: expiresOn === null ? null : toExpiry(expiresOn),
  cap_fen: cap === null ? null : parseYuanToFen(cap),
})

const present = (row: OwnLlmKeyRow): LlmKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: row.scopes as LlmScope[],
  models: row.models,
  expires_on: row.expires_at && toLastDay(row.expires_at),
  cap: row.cap_fen === null ? null : formatFenAsYuan(row.cap_fen),
  spent: formatPicoAsYuan(row.spent_pico),
  spent_month: formatPicoAsYuan(row.month_pico),
  calls: row.calls,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  state: row.state,
  created_at: row.created_at.toISOString(),
})

/** The fields of a key that its owner sets, for the audit log. */
const describe = ({ name, scopes, models, expires_on: expiresOn, cap }: LlmKey): Record<string, string> => ({
  name,
  scopes: scopes.join('、'),
  models: models?.join('、') ?? '全部',
  expires_on: expiresOn ?? '',
  cap: cap ?? '',
})

async function loadOwnKey(db: Kysely<DB>, { deps, caller }: Context, id: string): Promise<LlmKey> {
  const row = await llmKeysRepo(db).find(caller.user_id, id, deps.clock.now())
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export async function listLlmKeys({ deps, caller }: Context, query: KeyQuery): Promise<{ items: LlmKey[]; total: number }> {
  const { items, total } = await llmKeysRepo(deps.database.kysely).page(caller.user_id, deps.clock.now(), query)
  return { items: items.map(present), total }
}

export const getLlmKey = (ctx: Context, id: string): Promise<LlmKey> => loadOwnKey(ctx.deps.database.kysely, ctx, id)

/**
 * Validates what the schema cannot check; throws `invalid` for the date and `llm_model_unknown`. What stays as it was `before` is
 * allowed, so that a key that has expired, or whose model went off offer, can still be renamed.
 */
async function assertKeyForm(trx: Transaction<DB>, form: KeyForm, now: Date, before?: LlmKey): Promise<void> {
  const { expires_on: expiresOn } = form
  if (expiresOn !== null && expiresOn !== before?.expires_on && expiresOn < toShanghaiDay(now))
    throw createFieldRefusal('invalid', 'expires_on', '有效期不能早于今天')
  const added = form.models?.filter((id) => !before?.models?.includes(id)) ?? []
  if (added.length === 0) return
  const known = await modelsRepo(trx).knownOf(added)
  const unknown = added.find((id) => !known.has(id))
  if (unknown !== undefined) throw createFieldRefusal('llm_model_unknown', 'models', `没有模型 ${unknown}，或已下架`)
}

/**
 * Creates a key and returns its secret this once. If the call has an Idempotency-Key, the answer is kept encrypted for a day, so
 * that a repetition gets the same one. Throws `llm_key_limit`.
 */
export async function createLlmKey(ctx: Context, form: KeyForm): Promise<LlmKey & { secret: string }> {
  const { deps, caller, transaction } = ctx
  const now = deps.clock.now()
  const secret = createLlmKeySecret()
  const id = newId('llmkey')
  const row = {
    id,
    user_id: caller.user_id,
    secret_hash: hashLlmKeySecret(secret),
    ...toSecretHint(secret),
    ...toColumns(form),
    created_at: now,
  }
  return transaction(async (tx) => {
    await assertKeyForm(tx.db, form, now)
    const repo = llmKeysRepo(tx.db)
    // Lock, so that two concurrent requests cannot both take the last slot.
    await repo.lockOwner(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.llmKeysMax) throw new Refusal('llm_key_limit')
    await repo.insert(row)
    const key = await loadOwnKey(tx.db, ctx, id)
    ctx.audit({ target_id: id, after: describe(key) })
    return { ...key, secret }
  })
}

async function updateOwnKey(trx: Transaction<DB>, { caller }: Context, id: string, changes: KeyChanges): Promise<void> {
  if (!(await llmKeysRepo(trx).update(caller.user_id, id, changes))) throw new Refusal('not_found')
}

/** Replaces all settings of a key, with effect from the next call. */
export const updateLlmKey = (ctx: Context, id: string, form: KeyForm): Promise<LlmKey> =>
  ctx.transaction(async (tx) => {
    await llmKeysRepo(tx.db).lockOwner(ctx.caller.user_id)
    const before = await loadOwnKey(tx.db, ctx, id)
    await assertKeyForm(tx.db, form, ctx.deps.clock.now(), before)
    await updateOwnKey(tx.db, ctx, id, toColumns(form))
    const after = await loadOwnKey(tx.db, ctx, id)
    ctx.audit({ before: describe(before), after: describe(after) })
    return after
  })

const setDisabledAt = (ctx: Context, id: string, at: Date | null): Promise<LlmKey> =>
  ctx.transaction(async (tx) => {
    await updateOwnKey(tx.db, ctx, id, { disabled_at: at })
    return loadOwnKey(tx.db, ctx, id)
  })

export const disableLlmKey = (ctx: Context, id: string): Promise<LlmKey> => setDisabledAt(ctx, id, ctx.deps.clock.now())
export const enableLlmKey = (ctx: Context, id: string): Promise<LlmKey> => setDisabledAt(ctx, id, null)

/** Deletes a key. Its row stays, marked: calls and bills keep the key's name. */
export const deleteLlmKey = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction((tx) => updateOwnKey(tx.db, ctx, id, { removed_at: ctx.deps.clock.now() }))

/** Lists what names each key of a user, for the export of the user's data; no secrets, no deleted keys. */
export const listLlmKeyNames = (db: Kysely<DB>, userId: string): Promise<Pick<LlmKey, 'name' | 'prefix' | 'last4'>[]> =>
  llmKeysRepo(db).names(userId)
