import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { datasetTypesRepo } from '#server/domains/storage/datasets/types.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

interface TypeForm {
  name: string
  sort: number
}

export const listOperatorDatasetTypes = ({ deps }: Context, query: Parameters<ReturnType<typeof datasetTypesRepo>['list']>[0]) =>
  datasetTypesRepo(deps.database.kysely).list(query)

async function getTypeRow(db: Parameters<typeof datasetTypesRepo>[0], id: string) {
  const row = await datasetTypesRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getDatasetType = ({ deps }: Context, id: string) => getTypeRow(deps.database.kysely, id)

async function assertNameFree(trx: Transaction<DB>, name: string, but?: string): Promise<void> {
  if (await datasetTypesRepo(trx).hasName(name, but)) throw createFieldRefusal('name_taken', 'name')
}

export const createDatasetType = ({ transaction, audit }: Context, form: TypeForm) =>
  transaction(async (tx) => {
    await assertNameFree(tx.db, form.name)
    const id = newId('dst')
    await datasetTypesRepo(tx.db).insert({ id, ...form })
    audit({ target_id: id, after: { name: form.name, sort: String(form.sort) } })
    return getTypeRow(tx.db, id)
  })

async function lock(trx: Transaction<DB>, id: string) {
  const row = await datasetTypesRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const updateDatasetType = ({ transaction, audit }: Context, id: string, form: TypeForm) =>
  transaction(async (tx) => {
    const before = await lock(tx.db, id)
    await assertNameFree(tx.db, form.name, id)
    await datasetTypesRepo(tx.db).update(id, form)
    audit({
      target_id: id,
      before: { name: before.name, sort: String(before.sort) },
      after: { name: form.name, sort: String(form.sort) },
    })
    return getTypeRow(tx.db, id)
  })

export const deleteDatasetType = ({ transaction, audit }: Context, id: string): Promise<null> =>
  transaction(async (tx) => {
    const { name } = await lock(tx.db, id)
    if (await datasetTypesRepo(tx.db).isUsed(id)) throw new Refusal('data_set_type_in_use')
    await datasetTypesRepo(tx.db).remove(id)
    audit({ target_id: id, before: { name } })
    return null
  })
