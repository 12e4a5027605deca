import type { DirectoryKind } from '#contract/directories.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { findUnfitField, type OperatorDirectory, type operatorDirectories } from '#contract/operator/directories.ts'
import { readDirectorySettings, sealDirectorySecret, toConnection } from '#server/domains/money/directories/connection.service.ts'
import { type DirectoryView, directoriesRepo } from '#server/domains/money/directories/directories.repo.ts'
import { getDirectoryReturnUrl } from '#server/domains/money/directories/visits.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { DirectoryFault, type DirectorySettings } from '#server/ports/directory.ts'

type NewDirectory = HandlerInput<typeof operatorDirectories.create>['body']
type Changes = HandlerInput<typeof operatorDirectories.update>['body']

const present = ({ deps }: Context, row: DirectoryView): OperatorDirectory => ({
  ...readDirectorySettings(row.settings),
  id: row.id,
  slug: row.slug,
  name: row.name,
  kind: row.kind as DirectoryKind,
  master: { id: row.master_id, nickname: row.nickname, phone: maskPhone(row.phone) },
  enabled: row.enabled,
  listed: row.listed,
  absent_days: row.absent_days,
  has_secret: row.secret_cipher !== null,
  people: row.people,
  rules: row.rules,
  has_project: row.project_id !== null,
  return_url: getDirectoryReturnUrl(deps),
  created_at: row.created_at.toISOString(),
})

async function load(ctx: Context, db: Parameters<typeof directoriesRepo>[0], id: string): Promise<OperatorDirectory> {
  const row = await directoriesRepo(db).view(id)
  if (!row) throw new Refusal('not_found')
  return present(ctx, row)
}

export async function listOperatorDirectories(ctx: Context, query: HandlerInput<typeof operatorDirectories.list>['query']) {
  const { items, total } = await directoriesRepo(ctx.deps.database.kysely).page(query)
  return { items: items.map((row) => present(ctx, row)), total }
}

export const getOperatorDirectory = (ctx: Context, id: string) => load(ctx, ctx.deps.database.kysely, id)

/** Takes the settings out of a form. Throws at the field that does not fit the kind. */
function toSettings(kind: DirectoryKind, form: Changes): DirectorySettings {
  const unfit = findUnfitField({ ...form, kind })
  if (unfit) throw createFieldRefusal('invalid', ...unfit)
  return {
    address: form.address,
    client_id: form.client_id,
    scopes: form.scopes || 'openid profile email',
    base_dn: form.base_dn,
    user_filter: form.user_filter,
    group_base_dn: form.group_base_dn,
    ca: form.ca,
    subject_attribute: form.subject_attribute,
    name_attribute: form.name_attribute || (kind === 'ldap' ? 'cn' : 'name'),
    email_attribute: form.email_attribute || (kind === 'ldap' ? 'mail' : 'email'),
    groups_attribute: form.groups_attribute || (kind === 'ldap' ? 'memberOf' : 'groups'),
  }
}

export const connectDirectory = (ctx: Context, form: NewDirectory): Promise<OperatorDirectory> =>
  ctx.transaction(async (tx) => {
    const { kind, slug, name, listed, absent_days: absentDays, secret, master_phone: masterPhone } = form
    const settings = toSettings(kind, form)
    const repo = directoriesRepo(tx.db)
    const master = await repo.findMaster(masterPhone)
    if (!master) throw createFieldRefusal('phone_not_registered', 'master_phone', '没有用这个手机号的主账号')
    const id = newId('directory')
    const added = await repo.insert({
      id,
      slug,
      name,
      kind,
      master_id: master.id,
      settings: JSON.stringify(settings),
      secret_cipher: secret ? sealDirectorySecret(tx.deps, id, secret) : null,
      enabled: false,
      listed,
      absent_days: absentDays,
      created_at: tx.now(),
    })
    if (!added) throw createFieldRefusal('directory_slug_taken', 'slug')
    ctx.audit({ target_id: id, after: { slug, name, kind, master_id: master.id, ...settings } })
    return load(ctx, tx.db, id)
  })

export const editDirectory = (ctx: Context, id: string, form: Changes): Promise<OperatorDirectory> =>
  ctx.transaction(async (tx) => {
    const repo = directoriesRepo(tx.db)
    const held = await repo.lock(id)
    if (!held) throw new Refusal('not_found')
    const { slug, name, listed, absent_days: absentDays, secret } = form
    const settings = toSettings(held.kind as DirectoryKind, form)
    if (await repo.isSlugTaken(slug, id)) throw createFieldRefusal('directory_slug_taken', 'slug')
    const changes = { slug, name, listed, absent_days: absentDays }
    ctx.audit({ after: { slug, name, listed: String(listed), absent_days: String(absentDays ?? ''), ...settings } })
    await repo.update(id, {
      ...changes,
      settings: JSON.stringify(settings),
      ...(secret && { secret_cipher: sealDirectorySecret(tx.deps, id, secret) }),
    })
    return load(ctx, tx.db, id)
  })

export const setDirectoryEnabled = (ctx: Context, id: string, enabled: boolean): Promise<OperatorDirectory> =>
  ctx.transaction(async (tx) => {
    const repo = directoriesRepo(tx.db)
    const held = await repo.lock(id)
    if (!held) throw new Refusal('not_found')
    if (held.enabled === enabled) throw new Refusal('nothing_to_change', { message: enabled ? '已经启用' : '已经停用' })
    await repo.update(id, { enabled })
    ctx.audit({ before: { enabled: String(held.enabled) }, after: { enabled: String(enabled) } })
    return load(ctx, tx.db, id)
  })

/** Asks the directory, and says what is wrong with it or with its settings. */
export async function testDirectory(ctx: Context, id: string): Promise<{ ok: boolean; answer: string }> {
  const { deps } = ctx
  const row = await directoriesRepo(deps.database.kysely).find(id)
  if (!row) throw new Refusal('not_found')
  try {
    return { ok: true, answer: await deps.directories.probe(toConnection(deps, row)) }
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error
    return { ok: false, answer: error.message }
  }
}
