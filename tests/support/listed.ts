import type { ComputeDriver, ObservedInstance } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'

/** The hosts that answer, as they describe themselves. */
export const describeHosts = async (driver: Pick<ComputeDriver, 'inventory'>): Promise<ComputeHost[]> =>
  (await driver.inventory()).flatMap(({ facts }) => facts ?? [])

/** What is on all hosts; fails unless each tells all it has. */
export async function listObjects(driver: Pick<ComputeDriver, 'list'>): Promise<ObservedInstance[]> {
  const listings = await driver.list()
  const silent = listings.find(({ complete }) => !complete)
  if (silent) throw new Error(`${silent.host} did not tell all it has`)
  return listings.flatMap(({ seen }) => seen)
}
