import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import { buildTestInstanceSpec, startAndWait } from './world.ts'

/** A simulator with one instance, which has all cards of the first host and has run for five minutes. */
export async function startSimulatedInstance(): Promise<{ world: SimulatorWorld; spec: InstanceSpec }> {
  const world = await createSimulatorWorld()
  const [host] = await describeHosts(world.driver)
  const spec = await buildTestInstanceSpec(world, 'a', {
    cpu: 4,
    memory_mb: 8192,
    gpu_uuids: host!.gpus.map(({ uuid }) => uuid),
    authorized_keys: ['ssh-ed25519 AAAA me'],
  })
  await startAndWait(world, spec)
  await world.clock.advance(300_000)
  return { world, spec }
}
