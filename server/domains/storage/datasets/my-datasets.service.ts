import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  type CreateDataSetForm,
  type DataSetSource,
  type DataSetState,
  type DataSetVersionAction,
  type DataSetVersionForm,
  isVersionAllowed,
  type MyDataSetVersion,
  type my_data_sets,
  type ResubmitDataSetForm,
} from '#contract/my-datasets.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { copies_channel } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { tellReviewers } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { presentMyDataSet, presentMyVersion } from '#server/domains/storage/datasets/datasets.presenter.ts'
import { leaveBehind } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { myDataSetsRepo } from '#server/domains/storage/datasets/my-datasets.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { personalVolume, VolumeError } from '#server/ports/volumes.ts'
import type { Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
type Version = NonNullable<Awaited<ReturnType<ReturnType<typeof myDataSetsRepo>['lockVersion']>>>
type Facts = z.output<(typeof my_data_sets)['update']['body']>

export async function listMyDataSets({ deps, caller }: Context, query: Parameters<ReturnType<typeof myDataSetsRepo>['list']>[1]) {
  const { items, total } = await myDataSetsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentMyDataSet), total }
}

async function show(db: Parameters<typeof myDataSetsRepo>[0], author_id: string, id: string) {
  const repo = myDataSetsRepo(db)
  const row = await repo.find(author_id, id)
  if (!row) throw new Refusal('not_found')
  return { ...presentMyDataSet(row), versions: (await repo.versions(id)).map(presentMyVersion) }
}

export const getMyDataSet = ({ deps, caller }: Context, id: string) => show(deps.database.kysely, caller.user_id, id)

/** Refuses at the field what is no folder of the caller's own storage. Whether it still is one, the copying finds out. */
async function checkSource({ deps, caller }: Context, { region_id, path }: DataSetSource): Promise<void> {
  const known = await myDataSetsRepo(deps.database.kysely).hasRegion(region_id)
  const found = known
    ? await deps.volumes.stat({ volume: personalVolume(region_id, caller.user_id), path }).catch((error: unknown) => {
        if (error instanceof VolumeError) return undefined
        throw error
      })
    : undefined
  if (found?.kind !== 'folder') throw refuseField('data_set_source', 'source.path')
}

async function checkType(trx: Trx, type_id: string): Promise<void> {
  if (!(await myDataSetsRepo(trx).holdType(type_id))) throw refuseField('data_set_type_unknown', 'type_id')
}

const toBeCopied = (source: DataSetSource) => ({
  state: 'preparing',
  state_reason: null,
  source_region_id: source.region_id,
  source_path: source.path,
  size_bytes: 0n,
  file_count: 0,
  copied_bytes: 0n,
  total_bytes: 0n,
  content_id: null,
  content_at: null,
  lease_until: null,
  tries: 0,
})

async function insertVersion(
  trx: Trx,
  data_set_id: string,
  { version, licence, readme, source }: z.output<typeof DataSetVersionForm>,
  now: Date,
): Promise<string> {
  const id = newId('dsv')
  const row = { id, data_set_id, version, licence, readme, submitted_at: now, ...toBeCopied(source) }
  if (!(await myDataSetsRepo(trx).insertVersion(row))) throw refuseField('data_set_version_taken', 'version')
  return id
}

/** The copying begins at once, and the author's consoles show it. */
async function changed({ deps, caller }: Context, tx: Tx, id: string): Promise<void> {
  await publishChange(tx, { user_id: caller.user_id, resource: 'data_sets', id })
  tx.afterCommit(() => deps.database.notify(copies_channel, ''), copies_channel)
}

export async function createDataSet(ctx: Context, form: CreateDataSetForm) {
  await checkSource(ctx, form.source)
  return ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = myDataSetsRepo(tx.db)
    await repo.lockAuthor(caller.user_id)
    if ((await repo.countEntries(caller.user_id)) >= limits.data_sets_max) throw new Refusal('data_set_limit')
    await checkType(tx.db, form.type_id)
    const { slug, name, summary, type_id, tags } = form
    const id = newId('ds')
    const entry = { id, author_id: caller.user_id, slug, name, summary, type_id, created_at: now }
    if (!(await repo.insertEntry(entry))) throw refuseField('data_set_slug_taken', 'slug')
    await repo.setTags(id, tags)
    await insertVersion(tx.db, id, form, now)
    await changed(ctx, tx, id)
    ctx.audit({ target_id: id, after: { slug, name, version: form.version } })
    return show(tx.db, caller.user_id, id)
  })
}

async function lockEntry(trx: Trx, { caller }: Context, id: string) {
  const entry = await myDataSetsRepo(trx).lockEntry(caller.user_id, id)
  if (!entry) throw new Refusal('not_found')
  return entry
}

/** What belongs to the entry can change at any time; what was published cannot (product §7). */
export const updateDataSet = (ctx: Context, id: string, { tags, ...facts }: Facts) =>
  ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    await checkType(tx.db, facts.type_id)
    await myDataSetsRepo(tx.db).updateEntry(id, facts)
    await myDataSetsRepo(tx.db).setTags(id, tags)
    await changed(ctx, tx, id)
    return show(tx.db, ctx.caller.user_id, id)
  })

export async function addVersion(ctx: Context, id: string, form: z.output<typeof DataSetVersionForm>) {
  // What is not the caller's is told before anything about the form is.
  await getMyDataSet(ctx, id)
  await checkSource(ctx, form.source)
  return ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    if ((await myDataSetsRepo(tx.db).countVersions(id)) >= limits.data_set_versions_max)
      throw new Refusal('data_set_version_limit')
    const version_id = await insertVersion(tx.db, id, form, ctx.deps.clock.now())
    await changed(ctx, tx, id)
    ctx.audit({ target_id: version_id, after: { version: form.version } })
    return presentMyVersion(await myDataSetsRepo(tx.db).getVersion(version_id))
  })
}

export const removeDataSet = (ctx: Context, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    const repo = myDataSetsRepo(tx.db)
    if (await repo.wasPublished(id)) throw new Refusal('data_set_published')
    const now = ctx.deps.clock.now()
    await repo.removeVersions(id, now)
    await repo.updateEntry(id, { removed_at: now })
    await changed(ctx, tx, id)
    return null
  })

type Work = (tx: Tx, row: Version) => Promise<void>

/** Does to an own version, under its lock, what its state allows, and answers it as it is then. */
const onVersion = (
  ctx: Context,
  id: string,
  action: DataSetVersionAction,
  work: Work,
): Promise<z.input<typeof MyDataSetVersion>> =>
  ctx.transaction(async (tx) => {
    const row = await lockAllowed(tx.db, ctx, id, action)
    await work(tx, row)
    await changed(ctx, tx, row.data_set_id)
    const now = await myDataSetsRepo(tx.db).getVersion(id)
    ctx.audit({ target_id: id, before: { state: row.state }, after: { state: now.state } })
    return presentMyVersion(now)
  })

async function lockAllowed(trx: Trx, { caller }: Context, id: string, action: DataSetVersionAction): Promise<Version> {
  const row = await myDataSetsRepo(trx).lockVersion(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  if (!isVersionAllowed(action, row.state as DataSetState)) throw new Refusal('data_set_state')
  return row
}

/** Again, with other words, and with other files where a folder is named. */
export async function submitAgain(ctx: Context, id: string, form: z.output<typeof ResubmitDataSetForm>) {
  const { source, licence, readme } = form
  if (source) await checkSource(ctx, source)
  return onVersion(ctx, id, 'submit', async (tx, row) => {
    if (!source && row.content_at === null) throw refuseField('data_set_no_files', 'source')
    const repo = myDataSetsRepo(tx.db)
    const submitted_at = ctx.deps.clock.now()
    if (!source) {
      await repo.updateVersion(id, { licence, readme, submitted_at, state: 'pending', state_reason: null })
      return tellReviewers(tx, id)
    }
    await leaveBehind(tx.db, row, submitted_at)
    await repo.removeFiles(id)
    await repo.updateVersion(id, { licence, readme, submitted_at, ...toBeCopied(source) })
  })
}

/** Half a copy goes; a whole one stays for the next attempt. */
export const withdraw = (ctx: Context, id: string) =>
  onVersion(ctx, id, 'withdraw', async (tx, row) => {
    const state = { state: 'withdrawn', state_reason: null, lease_until: null }
    if (row.content_at !== null) return void (await myDataSetsRepo(tx.db).updateVersion(id, state))
    await leaveBehind(tx.db, row, ctx.deps.clock.now())
    await myDataSetsRepo(tx.db).updateVersion(id, { ...state, content_id: null })
  })

export const takeOffline = (ctx: Context, id: string) =>
  onVersion(ctx, id, 'offline', (tx) =>
    myDataSetsRepo(tx.db)
      .updateVersion(id, { state: 'offline', state_reason: null, offline_by: 'author' })
      .then(() => undefined),
  )

/** What an operator took offline only an operator puts back. */
export const putBack = (ctx: Context, id: string) =>
  onVersion(ctx, id, 'online', async (tx, row) => {
    if (row.offline_by !== 'author') throw new Refusal('data_set_state', { message: '这个版本由运营下线，请联系客服' })
    await myDataSetsRepo(tx.db).updateVersion(id, { state: 'published', state_reason: null, offline_by: null })
  })

/** The last version takes the entry with it. Files go when no instance has them mounted (docs/decisions/042). */
export const removeVersion = (ctx: Context, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    const row = await lockAllowed(tx.db, ctx, id, 'remove')
    const now = ctx.deps.clock.now()
    const repo = myDataSetsRepo(tx.db)
    await repo.updateVersion(id, { removed_at: now })
    if ((await repo.countVersions(row.data_set_id)) === 0) await repo.updateEntry(row.data_set_id, { removed_at: now })
    await changed(ctx, tx, row.data_set_id)
    return null
  })
