import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * Returns the id that marks our objects on a possibly shared engine. The first caller generates it; a copied database keeps it.
 */
export async function ensureInstallationId({ transaction }: Pick<Database, 'transaction'>): Promise<string> {
  return transaction(async (trx) => {
    const drawn = { id: `zs-${randomBytes(8).toString('hex')}` }
    await trx
      .insertInto('installation')
      .values(drawn)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await trx.selectFrom('installation').select('id').executeTakeFirstOrThrow()
    return id
  })
}
