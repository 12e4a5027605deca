import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  type CreateDatasetForm,
  type DatasetSource,
  type DatasetState,
  type DatasetVersionAction,
  type DatasetVersionForm,
  isDatasetActionAllowed,
  type MyDatasetVersion,
  type myDatasets,
  type ResubmitDatasetForm,
} from '#contract/my-datasets.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { datasetCopiesChannel } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { notifyDatasetReviewers } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { presentMyDataset, presentMyDatasetVersion } from '#server/domains/storage/datasets/datasets.presenter.ts'
import { recordLeftoverVolume } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { myDatasetsRepo } from '#server/domains/storage/datasets/my-datasets.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume, VolumeError } from '#server/ports/volumes.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
type Version = NonNullable<Awaited<ReturnType<ReturnType<typeof myDatasetsRepo>['lockVersion']>>>
type DatasetUpdate = z.output<(typeof myDatasets)['update']['body']>

export async function listMyDatasets({ deps, caller }: Context, query: Parameters<ReturnType<typeof myDatasetsRepo>['list']>[1]) {
  const { items, total } = await myDatasetsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map(presentMyDataset), total }
}

async function getDetail(db: Parameters<typeof myDatasetsRepo>[0], authorId: string, id: string) {
  const repo = myDatasetsRepo(db)
  const row = await repo.find(authorId, id)
  if (!row) throw new Refusal('not_found')
  return { ...presentMyDataset(row), versions: (await repo.versions(id)).map(presentMyDatasetVersion) }
}

export const getMyDataset = ({ deps, caller }: Context, id: string) => getDetail(deps.database.kysely, caller.user_id, id)

/** Refuses, at the field, a path that is not a folder in the caller's own storage. The copy job checks again later. */
async function checkSource({ deps, caller }: Context, { region_id: regionId, path }: DatasetSource): Promise<void> {
  const known = await myDatasetsRepo(deps.database.kysely).hasRegion(regionId)
  const found = known
    ? await deps.volumes.stat({ volume: toPersonalVolume(regionId, caller.user_id), path }).catch((error: unknown) => {
        if (error instanceof VolumeError) return undefined
        throw error
      })
    : undefined
  if (found?.kind !== 'folder') throw createFieldRefusal('data_set_source', 'source.path')
}

async function checkType(trx: Trx, typeId: string): Promise<void> {
  if (!(await myDatasetsRepo(trx).holdType(typeId))) throw createFieldRefusal('data_set_type_unknown', 'type_id')
}

const buildPreparingColumns = (source: DatasetSource) => ({
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
  dataSetId: string,
  { version, licence, readme, source }: z.output<typeof DatasetVersionForm>,
  now: Date,
): Promise<string> {
  const id = newId('dsv')
  const row = { id, data_set_id: dataSetId, version, licence, readme, submitted_at: now, ...buildPreparingColumns(source) }
  if (!(await myDatasetsRepo(trx).insertVersion(row))) throw createFieldRefusal('data_set_version_taken', 'version')
  return id
}

/** Starts the copy at once and updates the author's consoles. */
async function publishDatasetChange({ caller }: Context, tx: Tx, id: string): Promise<void> {
  await publishChange(tx, { user_id: caller.user_id, resource: 'data_sets', id })
  notifyAfterCommit(tx, datasetCopiesChannel, '')
}

export async function createDataset(ctx: Context, form: CreateDatasetForm) {
  await checkSource(ctx, form.source)
  return ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = myDatasetsRepo(tx.db)
    await repo.lockAuthor(caller.user_id)
    if ((await repo.countEntries(caller.user_id)) >= limits.dataSetsMax) throw new Refusal('data_set_limit')
    await checkType(tx.db, form.type_id)
    const { slug, name, summary, type_id: typeId, tags } = form
    const id = newId('ds')
    const entry = { id, author_id: caller.user_id, slug, name, summary, type_id: typeId, created_at: now }
    if (!(await repo.insertEntry(entry))) throw createFieldRefusal('data_set_slug_taken', 'slug')
    await repo.setTags(id, tags)
    await insertVersion(tx.db, id, form, now)
    await publishDatasetChange(ctx, tx, id)
    ctx.audit({ target_id: id, after: { slug, name, version: form.version } })
    return getDetail(tx.db, caller.user_id, id)
  })
}

async function lockEntry(trx: Trx, { caller }: Context, id: string) {
  const entry = await myDatasetsRepo(trx).lockEntry(caller.user_id, id)
  if (!entry) throw new Refusal('not_found')
  return entry
}

/** Entry fields can change at any time; published versions cannot (product §7). */
export const updateDataset = (ctx: Context, id: string, { tags, ...facts }: DatasetUpdate) =>
  ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    await checkType(tx.db, facts.type_id)
    await myDatasetsRepo(tx.db).updateEntry(id, facts)
    await myDatasetsRepo(tx.db).setTags(id, tags)
    await publishDatasetChange(ctx, tx, id)
    return getDetail(tx.db, ctx.caller.user_id, id)
  })

export async function addDatasetVersion(ctx: Context, id: string, form: z.output<typeof DatasetVersionForm>) {
  // Check ownership before any form error is reported.
  await getMyDataset(ctx, id)
  await checkSource(ctx, form.source)
  return ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    if ((await myDatasetsRepo(tx.db).countVersions(id)) >= limits.dataSetVersionsMax) throw new Refusal('data_set_version_limit')
    const versionId = await insertVersion(tx.db, id, form, ctx.deps.clock.now())
    await publishDatasetChange(ctx, tx, id)
    ctx.audit({ target_id: versionId, after: { version: form.version } })
    return presentMyDatasetVersion(await myDatasetsRepo(tx.db).getVersion(versionId))
  })
}

export const deleteDataset = (ctx: Context, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    await lockEntry(tx.db, ctx, id)
    const repo = myDatasetsRepo(tx.db)
    if (await repo.wasPublished(id)) throw new Refusal('data_set_published')
    const now = ctx.deps.clock.now()
    await repo.removeVersions(id, now)
    await repo.updateEntry(id, { removed_at: now })
    await publishDatasetChange(ctx, tx, id)
    return null
  })

type Work = (tx: Tx, row: Version) => Promise<void>

/** Applies an action that the state allows to the caller's own version, under its lock, and returns the new state. */
const changeVersion = (
  ctx: Context,
  id: string,
  action: DatasetVersionAction,
  work: Work,
): Promise<z.input<typeof MyDatasetVersion>> =>
  ctx.transaction(async (tx) => {
    const row = await lockVersionFor(tx.db, ctx, id, action)
    await work(tx, row)
    await publishDatasetChange(ctx, tx, row.data_set_id)
    const now = await myDatasetsRepo(tx.db).getVersion(id)
    ctx.audit({ target_id: id, before: { state: row.state }, after: { state: now.state } })
    return presentMyDatasetVersion(now)
  })

async function lockVersionFor(trx: Trx, { caller }: Context, id: string, action: DatasetVersionAction): Promise<Version> {
  const row = await myDatasetsRepo(trx).lockVersion(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  if (!isDatasetActionAllowed(action, row.state as DatasetState)) throw new Refusal('data_set_state')
  return row
}

/** Resubmits a version with new texts, and with new files if a folder is given. */
export async function resubmitDatasetVersion(ctx: Context, id: string, form: z.output<typeof ResubmitDatasetForm>) {
  const { source, licence, readme } = form
  if (source) await checkSource(ctx, source)
  return changeVersion(ctx, id, 'submit', async (tx, row) => {
    if (!source && row.content_at === null) throw createFieldRefusal('data_set_no_files', 'source')
    const repo = myDatasetsRepo(tx.db)
    const submittedAt = ctx.deps.clock.now()
    if (!source) {
      await repo.updateVersion(id, { licence, readme, submitted_at: submittedAt, state: 'pending', state_reason: null })
      return notifyDatasetReviewers(tx, id)
    }
    await recordLeftoverVolume(tx.db, row, submittedAt)
    await repo.removeFiles(id)
    await repo.updateVersion(id, { licence, readme, submitted_at: submittedAt, ...buildPreparingColumns(source) })
  })
}

/** Withdraws a version. Deletes a partial copy; keeps a complete one for the next attempt. */
export const withdrawDatasetVersion = (ctx: Context, id: string) =>
  changeVersion(ctx, id, 'withdraw', async (tx, row) => {
    const state = { state: 'withdrawn', state_reason: null, lease_until: null }
    if (row.content_at !== null) return void (await myDatasetsRepo(tx.db).updateVersion(id, state))
    await recordLeftoverVolume(tx.db, row, ctx.deps.clock.now())
    await myDatasetsRepo(tx.db).updateVersion(id, { ...state, content_id: null })
  })

export const takeDatasetVersionOffline = (ctx: Context, id: string) =>
  changeVersion(ctx, id, 'offline', (tx) =>
    myDatasetsRepo(tx.db)
      .updateVersion(id, { state: 'offline', state_reason: null, offline_by: 'author' })
      .then(() => undefined),
  )

/** Restores a version; refuses one that an operator took offline, which only an operator may restore. */
export const restoreDatasetVersion = (ctx: Context, id: string) =>
  changeVersion(ctx, id, 'online', async (tx, row) => {
    if (row.offline_by !== 'author') throw new Refusal('data_set_state', { message: '这个版本由运营下线，请联系客服' })
    await myDatasetsRepo(tx.db).updateVersion(id, { state: 'published', state_reason: null, offline_by: null })
  })

/**
 * Deletes a version; deleting the last one deletes the entry too. Files are deleted once no instance has them mounted
 * (docs/decisions/042).
 */
export const deleteDatasetVersion = (ctx: Context, id: string): Promise<null> =>
  ctx.transaction(async (tx) => {
    const row = await lockVersionFor(tx.db, ctx, id, 'remove')
    const now = ctx.deps.clock.now()
    const repo = myDatasetsRepo(tx.db)
    await repo.updateVersion(id, { removed_at: now })
    if ((await repo.countVersions(row.data_set_id)) === 0) await repo.updateEntry(row.data_set_id, { removed_at: now })
    await publishDatasetChange(ctx, tx, row.data_set_id)
    return null
  })
