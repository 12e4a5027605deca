import { Admission } from '#server/adapters/compute.shared/admission.ts'
import { KeyedMutex } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Ref } from '#server/ports/compute.ts'
import { Containers } from './containers.ts'
import { Engine } from './engine.ts'
import { GpuCheck } from './gpu-check.ts'
import { HostCheck } from './host-check.ts'
import { HostFacts } from './host-facts.ts'
import { Pulls } from './pulls.ts'
import type { Settings } from './settings.ts'
import { Stops } from './stops.ts'
import { Storage } from './storage.ts'

/** What the driver's verbs share. Memory here only bridges moments: the truth is in the engine's labels and names. */
export interface Parts {
  settings: Settings
  clock: Clock
  engine: Engine
  containers: Containers
  facts: HostFacts
  gpu_check: GpuCheck
  storage: Storage
  stops: Stops
  pulls: Pulls
  admission: Admission
  turns: KeyedMutex
  /** Instances whose data disk is being copied elsewhere. */
  copied_from: Set<string>
  /** Instances being created or started right now. */
  booting: Map<string, Ref>
}

export function createParts(settings: Settings): Parts {
  const { clock } = settings
  const engine = new Engine(settings.socket_path, settings.call_timeout_ms, settings.registry_auths)
  const storage = new Storage(engine, clock, settings)
  const facts = new HostFacts(engine, settings, new HostCheck(engine, clock, storage, settings), storage.loop_disks)
  return {
    settings,
    clock,
    engine,
    facts,
    containers: new Containers(engine, settings.installation_id),
    gpu_check: new GpuCheck(engine, clock, facts),
    storage,
    stops: new Stops(engine),
    pulls: new Pulls(),
    admission: new Admission(),
    turns: new KeyedMutex(),
    copied_from: new Set(),
    booting: new Map(),
  }
}
