import { AdmissionControl } from '#server/adapters/compute.shared/admission.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import { ContainerStore } from './containers.ts'
import { DockerEngine } from './engine.ts'
import { GpuCheck } from './gpu-check.ts'
import { HostCheck } from './host-check.ts'
import { HostFacts } from './host-facts.ts'
import { HostProbe } from './host-probe.ts'
import { ProbeContainer } from './probe-container.ts'
import { PendingPulls } from './pulls.ts'
import type { DockerSettings } from './settings.ts'
import { PendingStops } from './stops.ts'
import { DockerStorage } from './storage.ts'

/** State shared by the driver's operations. It only bridges short gaps: the engine's labels and names are the source of truth. */
export interface DockerDriverContext {
  settings: DockerSettings
  clock: Clock
  engine: DockerEngine
  containers: ContainerStore
  facts: HostFacts
  host_check: HostCheck
  probe: HostProbe
  probe_container: ProbeContainer
  gpu_check: GpuCheck
  storage: DockerStorage
  stops: PendingStops
  pulls: PendingPulls
  admission: AdmissionControl
  turns: KeyedMutex
  /** Instances whose disks are being read, to be copied to another instance or host. */
  lent: Set<string>
  /** Instances that are being created or started now. */
  booting: Map<string, InstanceRef>
}

export function createDockerDriverContext(settings: DockerSettings): DockerDriverContext {
  const { clock } = settings
  const engine = new DockerEngine(settings.access, settings.call_timeout_ms, settings.registry_auths, settings.registry)
  const storage = new DockerStorage(engine, clock, settings)
  const probeContainer = new ProbeContainer(engine, settings)
  const probe = new HostProbe(probeContainer, clock, settings)
  const hostCheck = new HostCheck(engine, clock, storage, settings)
  const facts = new HostFacts(engine, settings, hostCheck, probe, storage.loop_disks)
  return {
    settings,
    clock,
    engine,
    facts,
    host_check: hostCheck,
    probe,
    probe_container: probeContainer,
    containers: new ContainerStore(engine, settings.installation_id),
    gpu_check: new GpuCheck(engine, clock, facts),
    storage,
    stops: new PendingStops(engine),
    pulls: new PendingPulls(),
    admission: new AdmissionControl(),
    turns: new KeyedMutex(),
    lent: new Set(),
    booting: new Map(),
  }
}
