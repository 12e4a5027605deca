import type { DiskPresence, InstanceSpec } from '#server/ports/compute.ts'
import { DiskLost } from '#server/ports/driver-errors.ts'

/** Throws `DiskLost` if a disk that the spec expects is missing. */
export async function assertDisksPresent({ expects }: InstanceSpec, look: () => Promise<DiskPresence>): Promise<void> {
  if (!expects?.system && !expects?.data) return
  const there = await look()
  if ((expects.system && !there.system) || (expects.data && !there.data)) throw new DiskLost(there)
}
