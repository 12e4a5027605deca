import { createTestDatabase } from '#tests/support/database.ts'
import { createFaultyDatabase, type FaultyDatabase } from '#tests/support/faulty-database.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { addPricedImage } from '#tests/support/priced-images.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const hosts = [buildSimulatedHost('host-1', 'RTX 4090', 64), buildSimulatedHost('host-2', 'L40S', 64)]

/** A platform that some lives share, and its operators. */
export interface MoneyWorld {
  rental: RentalPlatform
  database: FaultyDatabase
  /** Two people: who has decided first does not decide again. */
  finance: readonly [Person, Person]
  /** Voucher campaigns that are there already, by their terms. */
  campaigns: Map<string, string>
  /** A community image of somebody else, at ¥0.37 an hour. */
  priced: { image_id: string; micro: bigint }
}

export async function createMoneyWorld(): Promise<MoneyWorld> {
  const database = createFaultyDatabase(await createTestDatabase())
  const rental = await createRentalPlatform({ hosts, database })
  const officer = () => addPerson(rental, { role: 'operator_finance' })
  const { image_id: imageId } = await addPricedImage(rental, await addPerson(rental), 37)
  const priced = { image_id: imageId, micro: 370_000n }
  return { rental, database, finance: [await officer(), await officer()], campaigns: new Map(), priced }
}
