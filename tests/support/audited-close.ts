import { expect } from 'vitest'
import type { RentalPlatform } from '#tests/support/rental.ts'

/** Closes a platform at the end of its tests; its books must balance. */
export async function auditAndClose(rental: RentalPlatform): Promise<void> {
  expect(await rental.audit()).toEqual([])
  await rental.close()
}
