import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { typesRepo } from '#server/domains/storage/datasets/types.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

interface TypeForm {
  name: string
  sort: number
}

export const listTypes = ({ deps }: Context, query: Parameters<ReturnType<typeof typesRepo>['list']>[0]) =>
  typesRepo(deps.database.kysely).list(query)

async function show(db: Parameters<typeof typesRepo>[0], id: string) {
  const row = await typesRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getType = ({ deps }: Context, id: string) => show(deps.database.kysely, id)

async function refuseTaken(trx: Transaction<DB>, name: string, but?: string): Promise<void> {
  if (await typesRepo(trx).hasName(name, but)) throw refuseField('name_taken', 'name')
}

export const createType = ({ transaction, audit }: Context, form: TypeForm) =>
  transaction(async (tx) => {
    await refuseTaken(tx.db, form.name)
    const id = newId('dst')
    await typesRepo(tx.db).insert({ id, ...form })
    audit({ target_id: id, after: { name: form.name, sort: String(form.sort) } })
    return show(tx.db, id)
  })

async function lock(trx: Transaction<DB>, id: string) {
  const row = await typesRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const updateType = ({ transaction, audit }: Context, id: string, form: TypeForm) =>
  transaction(async (tx) => {
    const before = await lock(tx.db, id)
    await refuseTaken(tx.db, form.name, id)
    await typesRepo(tx.db).update(id, form)
    audit({
      target_id: id,
      before: { name: before.name, sort: String(before.sort) },
      after: { name: form.name, sort: String(form.sort) },
    })
    return show(tx.db, id)
  })

export const removeType = ({ transaction, audit }: Context, id: string): Promise<null> =>
  transaction(async (tx) => {
    const { name } = await lock(tx.db, id)
    if (await typesRepo(tx.db).isUsed(id)) throw new Refusal('data_set_type_in_use')
    await typesRepo(tx.db).remove(id)
    audit({ target_id: id, before: { name } })
    return null
  })
