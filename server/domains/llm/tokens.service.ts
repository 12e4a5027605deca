import type { z } from 'zod'
import { addDays, dayMs, toDayStart, toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import type { LlmKey, LlmKeyForm, LlmScope } from '#contract/llm-keys.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { formatPicoAsYuan } from '#server/domains/llm/cost.policy.ts'
import { modelsRepo } from '#server/domains/llm/models.repo.ts'
import { createLlmKeySecret, hashLlmKeySecret, toSecretHint } from '#server/domains/llm/token-secret.ts'
import { keysRepo } from '#server/domains/llm/tokens.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

type Form = z.output<typeof LlmKeyForm>
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof keysRepo>['find']>>>

/** Returns the start of the month that contains `at`, in Beijing time. */
export const startOfShanghaiMonth = (at: Date): Date => toDayStart(`${toShanghaiDay(at).slice(0, 7)}-01`)

const present = (row: Row): LlmKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  last4: row.last4,
  scopes: row.scopes as LlmScope[],
  models: row.models,
  expires_on: row.expires_at && toShanghaiDay(new Date(row.expires_at.getTime() - dayMs)),
  cap: row.cap_fen === null ? null : formatFenAsYuan(row.cap_fen),
  spent: formatPicoAsYuan(row.spent_pico),
  spent_month: formatPicoAsYuan(BigInt(row.month_pico)),
  calls: row.calls,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  state: row.state,
  created_at: row.created_at.toISOString(),
})

async function loadOwnKey(db: Parameters<typeof keysRepo>[0], { deps, caller }: Context, id: string): Promise<LlmKey> {
  const now = deps.clock.now()
  const row = await keysRepo(db).find(caller.user_id, id, now, startOfShanghaiMonth(now))
  if (!row) throw new Refusal('not_found')
  return present(row)
}

export async function listLlmKeys({ deps, caller }: Context, query: Parameters<ReturnType<typeof keysRepo>['page']>[3]) {
  const now = deps.clock.now()
  const { items, total } = await keysRepo(deps.database.kysely).page(caller.user_id, now, startOfShanghaiMonth(now), query)
  return { items: items.map(present), total }
}

/** Lists all keys of a user, without secrets. */
export const listAllLlmKeys = (db: Parameters<typeof keysRepo>[0], userId: string) => keysRepo(db).all(userId)

export const getLlmKey = (ctx: Context, id: string) => loadOwnKey(ctx.deps.database.kysely, ctx, id)

/** Maps wire names to columns. `expires_at` stores the moment after the last valid day. */
const toColumns = ({ name, scopes, models, expires_on: expiresOn, cap }: Form) => ({
  name,
  scopes,
  models,
  expires_at: expiresOn === null ? null : toDayStart(addDays(expiresOn, 1)),
  cap_fen: cap === null ? null : parseYuanToFen(cap),
})

/** Validates what the schema cannot check. A model that was chosen before stays allowed after it goes off offer. */
async function assertKeyForm(
  db: Parameters<typeof modelsRepo>[0],
  form: Form,
  now: Date,
  before: readonly string[] = [],
): Promise<void> {
  if (form.expires_on !== null && form.expires_on < toShanghaiDay(now))
    throw createFieldRefusal('invalid', 'expires_on', '有效期不能早于今天')
  const known = await modelsRepo(db).knownOf(form.models ?? [])
  const unknown = form.models?.find((id) => !known.has(id) && !before.includes(id))
  if (unknown !== undefined) throw createFieldRefusal('llm_model_unknown', 'models', `没有模型 ${unknown}，或已下架`)
}

/** Creates a key. The secret exists only in this response, which is stored encrypted for a day. */
export async function createLlmKey(ctx: Context, form: Form) {
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
    const repo = keysRepo(tx.db)
    // Lock, so that two concurrent requests cannot both take the last slot.
    await repo.lockOwner(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.llmKeysMax) throw new Refusal('llm_key_limit')
    await assertKeyForm(tx.db, form, now)
    await repo.insert(row)
    ctx.audit({ target_id: id, after: { name: form.name } })
    return { ...(await loadOwnKey(tx.db, ctx, id)), secret }
  })
}

const changeOwnKey = (ctx: Context, id: string, changes: Parameters<ReturnType<typeof keysRepo>['update']>[2]) =>
  ctx.transaction(async (tx) => {
    if (!(await keysRepo(tx.db).update(ctx.caller.user_id, id, changes))) throw new Refusal('not_found')
    return loadOwnKey(tx.db, ctx, id)
  })

export async function updateLlmKey(ctx: Context, id: string, form: Form): Promise<LlmKey> {
  const { deps } = ctx
  const before = await getLlmKey(ctx, id)
  const now = deps.clock.now()
  // An unchanged date may be in the past, so that an expired key can still be renamed.
  await assertKeyForm(
    deps.database.kysely,
    form.expires_on === before.expires_on ? { ...form, expires_on: null } : form,
    now,
    before.models ?? [],
  )
  return changeOwnKey(ctx, id, toColumns(form))
}

export const disableLlmKey = (ctx: Context, id: string) => changeOwnKey(ctx, id, { disabled_at: ctx.deps.clock.now() })
export const enableLlmKey = (ctx: Context, id: string) => changeOwnKey(ctx, id, { disabled_at: null })

/** Deletes a key; its calls stay in the bills under the key's name. */
export async function deleteLlmKey({ deps, caller, transaction }: Context, id: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await keysRepo(tx.db).update(caller.user_id, id, { removed_at: deps.clock.now() }))) throw new Refusal('not_found')
  })
}
