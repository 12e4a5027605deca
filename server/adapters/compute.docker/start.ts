import { type Claim, claimOf } from '#server/adapters/compute.shared/admission.ts'
import { checkDisks } from '#server/adapters/compute.shared/disk-check.ts'
import { checkMounts } from '#server/adapters/compute.shared/mount-check.ts'
import { checkSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { Disks, InstanceSpec, Observed, Ref } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { DriverConflict, InvalidSpec } from '#server/ports/driver-errors.ts'
import { putKeys } from './access-keys.ts'
import { containerPlan, type Origin } from './container-plan.ts'
import { fits, keepDisk } from './container-rebuild.ts'
import type { OurContainer } from './containers.ts'
import { pinCores } from './cores.ts'
import type { Parts } from './driver-context.ts'
import { statusOf } from './engine-errors.ts'
import { entryCommand } from './entry-command.ts'
import { fetchImage, findImage } from './image-pull.ts'
import { claimOfLabels, copyingName, keptDisk } from './names.ts'
import { absent, observeContainer } from './observe.ts'

const holding = new Set(['running', 'paused', 'restarting', 'stopping'])
const usual_grace_seconds = 10

/** Adopts what runs, starts what is stopped, creates what is absent; a missing image is fetched in the background. */
export async function start(parts: Parts, spec: InstanceSpec): Promise<Observed> {
  checkSpec(spec)
  if (spec.installation_id !== parts.settings.installation_id) throw new InvalidSpec('spec of another installation')
  return parts.turns.run(spec.id, () => startInTurn(parts, spec))
}

async function startInTurn(parts: Parts, spec: InstanceSpec): Promise<Observed> {
  const { containers, pulls, clock } = parts
  if (parts.copied_from.has(spec.id)) throw new DriverConflict('its data disk is being copied')
  const found = await containers.find(spec.id)
  if (found.some(({ ref }) => ref.generation > spec.generation)) throw new DriverConflict('a newer generation exists')
  const pulling = pulls.observed(spec, clock.now())
  if (pulling) return pulling
  pulls.cancel(spec)
  const [current, ...spares] = found.filter(({ ref }) => ref.generation === spec.generation)
  for (const spare of spares) await containers.remove(spare)
  const seen = current && (await observeContainer(parts, current))
  if (seen?.phase === 'stopping') parts.stops.begin(current!, usual_grace_seconds) // asked by a server that is gone
  if (seen && seen.phase !== 'stopped' && seen.phase !== 'creating') return seen
  await checkDisks(spec, () => disksOf(parts, spec, current))
  const older = found.filter(({ ref }) => ref.generation < spec.generation)
  return admitAndBoot(parts, spec, current, older)
}

async function admitAndBoot(
  parts: Parts,
  spec: InstanceSpec,
  current: OurContainer | undefined,
  older: readonly OurContainer[],
): Promise<Observed> {
  await checkMounts(spec.mounts)
  const release = await parts.admission.reserve(claimOf(spec), () => whatLives(parts))
  let pulling = false
  try {
    const origin = current ? undefined : await findOrigin(parts, spec)
    pulling = !current && !origin
    if (pulling) return pullFirst(parts, spec, release)
    parts.booting.set(spec.id, refOf(spec))
    const container = current ? await refit(parts, spec, current) : await create(parts, spec, origin!, older)
    await boot(parts, spec, container)
    parts.booting.delete(spec.id)
    const now = await parts.containers.inspect(container.info.Id)
    return now ? await observeContainer(parts, now) : absent(parts, spec)
  } finally {
    parts.booting.delete(spec.id)
    if (!pulling) release()
  }
}

/** The system disk is the container's own, or was kept when its container had to be made anew. */
export async function disksOf({ engine, storage }: Parts, ref: Ref, container: OurContainer | undefined): Promise<Disks> {
  const system = container !== undefined || (await findImage(engine, keptDisk(ref))) !== undefined
  return { system, data: await storage.hasDataDisk(ref) }
}

const refOf = ({ installation_id, id, generation }: Ref): Ref => ({ installation_id, id, generation })

async function whatLives({ containers, facts }: Parts): Promise<{ hosts: ComputeHost[]; claims: Claim[] }> {
  const [host, summaries] = await Promise.all([facts.host(), containers.summaries()])
  const live = summaries.filter(({ State }) => holding.has(State))
  return { hosts: [host], claims: live.map(({ Labels }) => claimOfLabels(Labels, host.name)) }
}

/** A system disk kept from this generation comes before the image it began with. */
async function findOrigin({ engine }: Parts, spec: InstanceSpec): Promise<Origin | undefined> {
  for (const image of [keptDisk(spec), spec.image]) {
    const facts = await findImage(engine, image)
    if (facts) return { image, env: facts.env, command: entryCommand(facts) }
  }
  return undefined
}

function pullFirst(parts: Parts, spec: InstanceSpec, release: () => void): Observed {
  parts.pulls.begin(
    spec,
    (signal) => fetchImage(parts.engine, spec.image, () => undefined, signal),
    (take) =>
      parts.turns.run(spec.id, async () => {
        if (take()) await startInTurn(parts, spec)
      }),
    release,
  )
  return parts.pulls.observed(spec, parts.clock.now())!
}

/** The container itself when it was made for this spec, else a new one on its system disk. */
async function refit(parts: Parts, spec: InstanceSpec, current: OurContainer): Promise<OurContainer> {
  if (fits(spec, current.info.Config.Labels)) return current
  const origin = await keepDisk(parts.engine, current)
  await parts.containers.remove(current)
  const container = await create(parts, spec, origin, [])
  await parts.storage.removeNameless(current.info.Image)
  return container
}

async function create(parts: Parts, spec: InstanceSpec, origin: Origin, older: readonly OurContainer[]): Promise<OurContainer> {
  const { containers, engine, facts, settings, storage, turns } = parts
  for (const container of older) await containers.remove(container)
  if (older.length > 0) await storage.removeKeptDisks(spec, spec.generation - 1)
  if (await storage.volumeLabels(copyingName(spec))) throw new DriverConflict('its data disk is only half copied')
  await storage.ensureVolume(spec)
  await turns.run(' network', () => storage.ensureNetwork())
  const { disk_quota, runtime } = settings
  const plan = containerPlan(spec, origin, {
    real_gpus: await facts.hasRealGpus(),
    disk_quota,
    lxcfs_files: await facts.lxcfsFiles(),
    ...(runtime !== undefined && { runtime }),
  })
  const made = await engine
    .call((docker) => docker.createContainer(plan))
    .catch((error: unknown) => {
      if (!(error instanceof DriverConflict)) throw error
      return undefined // another server was quicker, or our own answer was lost: adopt
    })
  const container = made
    ? await containers.inspect(made.id)
    : (await containers.find(spec.id)).find(({ ref }) => ref.generation === spec.generation)
  if (!container) throw new DriverConflict('the container vanished while it was being created')
  return container
}

/** Starts it. A start the engine refused for good is left for observation; its words are in the container. */
async function boot(parts: Parts, spec: InstanceSpec, container: OurContainer): Promise<void> {
  const { containers, engine, storage } = parts
  const { Id } = container.info
  await storage.readyVolume(spec)
  await pinCores(parts, spec.cpu, container)
  await putKeys(engine, Id, spec.authorized_keys)
  try {
    await containers.start(Id)
  } catch (error) {
    const after = statusOf(error) === undefined ? undefined : await containers.inspect(Id)
    if (!after?.info.State.Error) throw error
  }
  await containers.mark(container, false)
}
