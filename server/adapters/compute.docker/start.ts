import { type ResourceClaim, toResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { assertDisksPresent } from '#server/adapters/compute.shared/disk-check.ts'
import { computeEntryCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { assertInstanceSpec } from '#server/adapters/compute.shared/spec-check.ts'
import type { DiskPresence, InstanceRef, InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import { DriverConflict, InvalidSpec } from '#server/ports/driver-errors.ts'
import { buildContainerPlan, type ContainerOrigin } from './container-plan.ts'
import { isMadeForSpec, saveSystemDisk } from './container-rebuild.ts'
import type { OurContainer } from './containers.ts'
import { pinCores } from './cores.ts'
import type { DockerDriverContext } from './driver-context.ts'
import type { DockerEngine } from './engine.ts'
import { engineStatusOf } from './engine-errors.ts'
import { fetchEngineImage, findEngineImage } from './image-pull.ts'
import { formatArrivalName, formatCopyingName, formatKeptDiskImage, parseLabelClaim } from './names.ts'
import { buildAbsentObserved, observeContainer } from './observe.ts'
import { buildTar } from './tar.ts'

/** Writes root's authorized_keys into a stopped container. Never uses Env, because a snapshot would include it. */
async function writeAuthorizedKeys(engine: DockerEngine, container: string, keys: readonly string[]): Promise<void> {
  const archive = await buildTar([
    { path: 'root/.ssh/', mode: 0o700 },
    { path: 'root/.ssh/authorized_keys', mode: 0o600, content: keys.map((key) => `${key}\n`).join('') },
  ])
  await engine.call((docker) => docker.getContainer(container).putArchive(archive, { path: '/' }))
}

const holdingStatuses = new Set(['running', 'paused', 'restarting', 'stopping'])
const defaultGraceSeconds = 10

/** Adopts a running instance, starts a stopped one, creates a missing one; a missing image is pulled in the background. */
export async function startContainer(parts: DockerDriverContext, spec: InstanceSpec): Promise<ObservedInstance> {
  assertInstanceSpec(spec)
  if (spec.installation_id !== parts.settings.installation_id) throw new InvalidSpec('spec of another installation')
  return parts.turns.run(spec.id, () => startLocked(parts, spec))
}

async function startLocked(parts: DockerDriverContext, spec: InstanceSpec): Promise<ObservedInstance> {
  const { containers, pulls, clock } = parts
  if (parts.lent.has(spec.id)) throw new DriverConflict('its disks are being copied')
  const found = await containers.find(spec.id)
  if (found.some(({ ref }) => ref.generation > spec.generation)) throw new DriverConflict('a newer generation exists')
  const pulling = pulls.observed(spec, clock.now())
  if (pulling) return pulling
  pulls.cancel(spec)
  const [current, ...spares] = found.filter(({ ref }) => ref.generation === spec.generation)
  for (const spare of spares) await containers.remove(spare)
  const seen = current && (await observeContainer(parts, current))
  if (seen?.phase === 'stopping') parts.stops.begin(current!, defaultGraceSeconds) // a server that is gone asked for the stop
  if (seen && seen.phase !== 'stopped' && seen.phase !== 'creating') return seen
  await assertDisksPresent(spec, () => findDisks(parts, spec, current))
  const older = found.filter(({ ref }) => ref.generation < spec.generation)
  return admitAndBoot(parts, spec, current, older)
}

async function admitAndBoot(
  parts: DockerDriverContext,
  spec: InstanceSpec,
  current: OurContainer | undefined,
  older: readonly OurContainer[],
): Promise<ObservedInstance> {
  await parts.probe.assertMountsPresent(spec.mounts)
  const release = await parts.admission.reserve(toResourceClaim(spec), () => listClaims(parts))
  let pulling = false
  try {
    const origin = current ? undefined : await findOrigin(parts, spec)
    pulling = !current && !origin
    if (pulling) return startPull(parts, spec, release)
    parts.booting.set(spec.id, toRef(spec))
    const container = current ? await rebuildIfChanged(parts, spec, current) : await createContainer(parts, spec, origin!, older)
    await bootContainer(parts, spec, container)
    parts.booting.delete(spec.id)
    const now = await parts.containers.inspect(container.info.Id)
    return now ? await observeContainer(parts, now) : buildAbsentObserved(parts, spec)
  } finally {
    parts.booting.delete(spec.id)
    if (!pulling) release()
  }
}

/** Finds the disks. The system disk is the container's own, or an image kept while its container is recreated. */
export async function findDisks(
  { engine, storage }: DockerDriverContext,
  ref: InstanceRef,
  container: OurContainer | undefined,
): Promise<DiskPresence> {
  const system = container !== undefined || (await findEngineImage(engine, formatKeptDiskImage(ref))) !== undefined
  return { system, data: await storage.hasDataDisk(ref) }
}

const toRef = ({ installation_id: installationId, id, generation }: InstanceRef): InstanceRef => ({
  installation_id: installationId,
  id,
  generation,
})

async function listClaims({
  containers,
  facts,
}: DockerDriverContext): Promise<{ hosts: ComputeHost[]; claims: ResourceClaim[] }> {
  const [host, summaries] = await Promise.all([facts.host(), containers.summaries()])
  const live = summaries.filter(({ State }) => holdingStatuses.has(State))
  return { hosts: [host], claims: live.map(({ Labels }) => parseLabelClaim(Labels, host.name)) }
}

/** Returns the origin of a new container: a system disk kept from this generation takes precedence over the spec's image. */
async function findOrigin({ engine }: DockerDriverContext, spec: InstanceSpec): Promise<ContainerOrigin | undefined> {
  for (const image of [formatKeptDiskImage(spec), spec.image]) {
    const facts = await findEngineImage(engine, image)
    if (facts) return { image, env: facts.env, command: computeEntryCommand(facts) }
  }
  return undefined
}

function startPull(parts: DockerDriverContext, spec: InstanceSpec, release: () => void): ObservedInstance {
  parts.pulls.begin(
    spec,
    (signal) => fetchEngineImage(parts.engine, spec.image, () => undefined, signal),
    (take) =>
      parts.turns.run(spec.id, async () => {
        if (take()) await startLocked(parts, spec)
      }),
    release,
  )
  return parts.pulls.observed(spec, parts.clock.now())!
}

/** Returns the container if it matches the spec, otherwise a new one on its system disk. */
async function rebuildIfChanged(parts: DockerDriverContext, spec: InstanceSpec, current: OurContainer): Promise<OurContainer> {
  if (isMadeForSpec(spec, current.info.Config.Labels)) return current
  const origin = await saveSystemDisk(parts.engine, current)
  await parts.containers.remove(current)
  const container = await createContainer(parts, spec, origin, [])
  await parts.storage.removeNameless(current.info.Image)
  return container
}

async function createContainer(
  parts: DockerDriverContext,
  spec: InstanceSpec,
  origin: ContainerOrigin,
  older: readonly OurContainer[],
): Promise<OurContainer> {
  const { containers, engine, facts, settings, storage, turns } = parts
  for (const container of older) await containers.remove(container)
  if (older.length > 0) await storage.removeKeptDisks(spec, spec.generation - 1)
  if (await storage.volumeLabels(formatCopyingName(spec))) throw new DriverConflict('its data disk is only half copied')
  if (await storage.volumeLabels(formatArrivalName(spec))) throw new DriverConflict('its disks are still arriving')
  await storage.ensureVolume(spec)
  await turns.run(' network', () => storage.ensureNetwork())
  const { disk_quota: diskQuota, runtime } = settings
  const plan = buildContainerPlan(spec, origin, {
    ...(await facts.granted(spec.gpu_uuids)),
    disk_quota: diskQuota,
    lxcfs_files: await facts.lxcfsFiles(),
    ...(runtime !== undefined && { runtime }),
  })
  const made = await engine
    .call((docker) => docker.createContainer(plan))
    .catch((error: unknown) => {
      if (!(error instanceof DriverConflict)) throw error
      return undefined // another server was faster, or our own response was lost: adopt
    })
  const container = made
    ? await containers.inspect(made.id)
    : (await containers.find(spec.id)).find(({ ref }) => ref.generation === spec.generation)
  if (!container) throw new DriverConflict('the container vanished while it was being created')
  return container
}

/** Starts the container. If the engine finally refuses, observation reports it: the container holds the message. */
async function bootContainer(parts: DockerDriverContext, spec: InstanceSpec, container: OurContainer): Promise<void> {
  const { containers, engine, storage } = parts
  const { Id } = container.info
  await storage.readyVolume(spec)
  await pinCores(parts, spec.cpu, container)
  await writeAuthorizedKeys(engine, Id, spec.authorized_keys)
  try {
    await containers.start(Id)
  } catch (error) {
    const after = engineStatusOf(error) === undefined ? undefined : await containers.inspect(Id)
    if (!after?.info.State.Error) throw error
  }
  await containers.mark(container, false)
}
