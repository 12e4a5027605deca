import { testDatabase } from '#tests/support/database.ts'
import { type FaultyDatabase, faultyDatabase } from '#tests/support/faulty-database.ts'
import { hostWith } from '#tests/support/market.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { addPricedImage } from '#tests/support/priced-images.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'

const hosts = [hostWith('host-1', 'RTX 4090', 64), hostWith('host-2', 'L40S', 64)]

/** A platform that some lives share, and its operators. */
export interface World {
  rental: Rental
  database: FaultyDatabase
  /** Two people: who has decided first does not decide again. */
  finance: readonly [Person, Person]
  /** Voucher campaigns that are there already, by their terms. */
  campaigns: Map<string, string>
  /** A community image of somebody else, at ¥0.37 an hour. */
  priced: { image_id: string; micro: bigint }
}

export async function newWorld(): Promise<World> {
  const database = faultyDatabase(await testDatabase())
  const rental = await rentalPlatform({ hosts, database })
  const officer = () => addPerson(rental, { role: 'operator_finance' })
  const { image_id } = await addPricedImage(rental, await addPerson(rental), 37)
  const priced = { image_id, micro: 370_000n }
  return { rental, database, finance: [await officer(), await officer()], campaigns: new Map(), priced }
}
