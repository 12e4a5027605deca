import type { Condition, ContainerState, ContainerStatus, Pod, PodContainer, PodStatus } from './objects.ts'

/** What the kubelet knows of one of a pod's containers. */
export interface ContainerRecord {
  container: PodContainer
  state: ContainerState
  /** Of the engine, once it is made. */
  id?: string
  image_id?: string
  /** Its probes, if it has any, have succeeded. */
  passed: boolean
}

/** What the kubelet knows of a pod. */
export interface PodRecord {
  init: ContainerRecord[]
  main: ContainerRecord[]
  started_at: string
  ip?: string
  /** Set when the pod is refused or evicted: its phase is Failed, whatever its containers do. */
  failure?: { reason: string; message: string }
}

export const createRecord = (pod: Pod): PodRecord => {
  const waits = (reason: string) => (container: PodContainer) => ({ container, state: { waiting: { reason } }, passed: false })
  const { initContainers = [], containers } = pod.spec
  const mainWaitsFor = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating'
  return {
    init: initContainers.map(waits('PodInitializing')),
    main: containers.map(waits(mainWaitsFor)),
    started_at: new Date().toISOString(),
  }
}

/** The pod's status, as the API has it; `before` is the last one, whose conditions keep their times. */
export function describePod(record: PodRecord, before: PodStatus): PodStatus {
  const { init, main, ip, failure } = record
  const phase = phaseOf(record)
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const areReady = !isOver && main.every(({ state, passed }) => state.running && passed)
  const isInitialized = init.every(({ state }) => state.terminated?.exitCode === 0)
  const why = isOver && { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
  const notReady = why || { reason: 'ContainersNotReady', message: 'containers with unready status' }
  const conditions: Condition[] = [
    condition('Initialized', isInitialized, { reason: 'ContainersNotInitialized' }),
    condition('Ready', areReady, notReady),
    condition('ContainersReady', areReady, notReady),
  ]
  return {
    phase,
    ...failure,
    hostIP: '127.0.0.1',
    ...(ip && { podIP: ip, podIPs: [{ ip }] }),
    startTime: record.started_at,
    conditions: [...(before.conditions ?? []).filter(({ type }) => type === 'PodScheduled'), ...conditions].map(keepTime(before)),
    ...(init.length > 0 && {
      initContainerStatuses: init.map((one) => describeContainer(one, one.state.terminated?.exitCode === 0)),
    }),
    containerStatuses: main.map((one) => describeContainer(one, one.state.running !== undefined && one.passed)),
  }
}

/** An event of the pod, as the API wants it. */
export function describeEvent(pod: Pod, what: { reason: string; message: string; type: 'Normal' | 'Warning' }) {
  const { namespace, name, uid } = pod.metadata
  const timestamp = new Date().toISOString()
  return {
    metadata: { generateName: `${name}.`, namespace },
    involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace, name, uid },
    ...{ ...what, count: 1, firstTimestamp: timestamp, lastTimestamp: timestamp },
    source: { component: 'kubelet', host: pod.spec.nodeName },
  }
}

function phaseOf({ init, main, failure }: PodRecord): PodStatus['phase'] {
  const hasFailed = ({ state }: ContainerRecord) => state.terminated !== undefined && state.terminated.exitCode !== 0
  if (failure || init.some(hasFailed)) return 'Failed'
  if (main.every(({ state }) => state.terminated)) return main.some(hasFailed) ? 'Failed' : 'Succeeded'
  return main.some(({ state }) => state.waiting) ? 'Pending' : 'Running'
}

function describeContainer({ container, state, id, image_id, passed }: ContainerRecord, ready: boolean): ContainerStatus {
  return {
    name: container.name,
    image: container.image,
    imageID: image_id ? `docker://${image_id}` : '',
    ...(id && { containerID: `docker://${id}` }),
    state,
    ready,
    started: state.running !== undefined && passed,
    restartCount: 0,
  }
}

const condition = (type: string, holds: boolean, otherwise: { reason: string; message?: string }): Condition =>
  holds ? { type, status: 'True' } : { type, status: 'False', ...otherwise }

const keepTime =
  ({ conditions = [] }: PodStatus) =>
  (now: Condition): Condition => {
    const last = conditions.find(({ type, status }) => type === now.type && status === now.status)
    return { ...now, lastTransitionTime: last?.lastTransitionTime ?? new Date().toISOString() }
  }
