import { text } from 'node:stream/consumers'
import type {
  ComputeDriver,
  DiskPresence,
  InstancePhase,
  InstanceSpec,
  ObservedInstance,
  PlacedInstanceRef,
} from '#server/ports/compute.ts'
import type { DriverError } from '#server/ports/driver-errors.ts'
import { describeHosts } from '#tests/support/listed.ts'

/** A driver and what lies behind it, made for one test. */
export interface DriverWorld {
  driver: ComputeDriver
  installation_id: string
  /** An image with a shell that can be had, and one that cannot. */
  image: string
  missing_image: string
  /** A shell line that serves a folder over HTTP at a port and returns at once. */
  serve(port: number, folder: string): string
  /** Closes `driver` and puts a new object in its place, as a restarted server does. */
  restart(): Promise<void>
  /** A driver whose engine does not answer. */
  unreachable(): ComputeDriver
  /** Takes disks of an instance away behind the driver's back; its object goes with the system disk. */
  lose(id: string, disks: DiskPresence): Promise<void>
  /** Lets about that much time pass for the driver; real engines take what they take. */
  wait(ms: number): Promise<void>
  /** Removes everything. */
  end(): Promise<void>
}

export type DriverWorldFactory = () => Promise<DriverWorld>

/** A small instance without cards on the first host. */
export async function buildTestInstanceSpec(
  world: DriverWorld,
  id: string,
  changes: Partial<InstanceSpec> = {},
): Promise<InstanceSpec> {
  const [host] = await describeHosts(world.driver)
  return {
    installation_id: world.installation_id,
    id,
    generation: 1,
    host: host!.name,
    image: world.image,
    cpu: 0.1,
    memory_mb: 64,
    gpu_model: host!.gpus[0]?.model ?? 'none',
    gpu_uuids: [],
    sys_disk_gb: 30,
    data_disk_gb: 50,
    hostname: id,
    authorized_keys: [],
    ...changes,
  }
}

const tries = 200

/** Observes until the phase is reached. Fails with what was seen last. */
export async function waitForPhase(world: DriverWorld, ref: PlacedInstanceRef, phase: InstancePhase): Promise<ObservedInstance> {
  let seen = await world.driver.observe(ref)
  for (let i = 0; i < tries && seen.phase !== phase; i += 1) {
    await world.wait(200)
    seen = await world.driver.observe(ref)
  }
  if (seen.phase !== phase) throw new Error(`never ${phase}: ${JSON.stringify(seen)}`)
  return seen
}

/** Asks for it until it runs, as the reconciler does. */
export async function startAndWait(world: DriverWorld, spec: InstanceSpec): Promise<ObservedInstance> {
  let seen = await world.driver.ensureRunning(spec)
  for (let i = 0; i < tries && seen.phase !== 'running' && seen.phase !== 'failed'; i += 1) {
    await world.wait(200)
    seen = await world.driver.ensureRunning(spec)
  }
  if (seen.phase !== 'running') throw new Error(`never running: ${JSON.stringify(seen)}`)
  return seen
}

export async function stopAndWait(world: DriverWorld, ref: PlacedInstanceRef): Promise<ObservedInstance> {
  await world.driver.ensureStopped(ref, { grace_seconds: 1 })
  return waitForPhase(world, ref, 'stopped')
}

/** Lets time pass until `work` settles. */
export async function advanceUntilSettled<T>(world: DriverWorld, work: Promise<T>): Promise<T> {
  let settled = false
  const mark = () => {
    settled = true
  }
  work.then(mark, mark)
  while (!settled) await world.wait(200)
  return work
}

/** Runs a command without a terminal; gives its output, both kinds, and its exit code. */
export async function execCommand(
  world: DriverWorld,
  ref: PlacedInstanceRef,
  cmd: string[],
  stdin = '',
): Promise<{ output: string; code: number }> {
  const session = await world.driver.exec(ref, { cmd })
  session.stream.end(stdin)
  const output = await text(session.stream)
  return { output, code: await session.exit }
}

export const execShellScript = (world: DriverWorld, ref: PlacedInstanceRef, script: string) =>
  execCommand(world, ref, ['sh', '-c', script])

/** The code of the DriverError that `work` fails with; anything else fails the test. */
export async function getDriverErrorCode(work: Promise<unknown>): Promise<string> {
  const outcome: unknown = await work.then(
    () => 'not refused',
    (error: unknown) => error,
  )
  if (typeof outcome === 'string') return outcome
  const { code, user_message: userMessage } = outcome as DriverError
  if (!code || !/\p{Script=Han}/u.test(userMessage ?? '')) throw outcome
  return code
}
