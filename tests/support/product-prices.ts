import type { RentalPlatform } from '#tests/support/rental.ts'

interface NewPrice {
  id: string
  version: number
  hour_micro?: bigint
}

/** Puts a later price of a product in force: its first one, but for what is given. */
export async function addProductPrice({ deps }: RentalPlatform, productId: string, change: NewPrice): Promise<void> {
  const { kysely } = deps.database
  const first = await kysely
    .selectFrom('product_prices')
    .selectAll()
    .where('product_id', '=', productId)
    .where('version', '=', 1)
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('product_prices')
    .values({ ...first, ...change })
    .execute()
}
