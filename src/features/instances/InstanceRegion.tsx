import type { Instance } from '#contract/instances.ts'
import { SimulatedMark } from './SimulatedMark.tsx'

/** Region of an instance, with a mark if its machine is simulated. */
export function InstanceRegion({
  instance: { region_name: regionName, simulated },
}: {
  instance: Pick<Instance, 'region_name' | 'simulated'>
}) {
  return (
    <>
      {regionName} {simulated && <SimulatedMark />}
    </>
  )
}
