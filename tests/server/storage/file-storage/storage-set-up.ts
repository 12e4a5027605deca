import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { type StoragePlatform, startStoragePlatform } from '#tests/support/storage-platform.ts'

// What imports these always sees the present ones.
export let rental: RentalPlatform
export let storing: StoragePlatform
export let person: Person

/** One storage platform for the tests of a file, and a new person for each test. */
export function setUpStorage(): void {
  beforeAll(async () => {
    rental = await createRentalPlatform()
    storing = await startStoragePlatform(rental)
  })
  beforeEach(async () => {
    person = await rental.addPerson()
  })
  afterAll(() => rental.close())
}
