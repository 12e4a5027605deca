import type { Instance } from '#contract/instances.ts'
import { Simulated } from './SimulatedMark.tsx'

/** The region; marked where the machine is simulated. */
export function Where({ instance: { region_name, simulated } }: { instance: Pick<Instance, 'region_name' | 'simulated'> }) {
  return (
    <>
      {region_name} {simulated && <Simulated />}
    </>
  )
}
