import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { newId } from '#server/lib/ids.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

/** Adds a project of a master; returns its id. */
export async function addProject(
  { deps }: Pick<TestPlatform, 'deps'>,
  masterId: string,
  columns: Partial<Insertable<DB['projects']>> = {},
): Promise<string> {
  const id = newId('project')
  await deps.database.kysely
    .insertInto('projects')
    .values({ id, master_id: masterId, name: id.slice(-12), created_at: deps.clock.now(), ...columns })
    .execute()
  return id
}
