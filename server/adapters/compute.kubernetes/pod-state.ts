import { describePullFailure, toPullError } from '#server/adapters/compute.shared/pull-faults.ts'
import { buildEndedState, buildStartFailure, type RunState } from '#server/adapters/compute.shared/run-state.ts'
import { mainContainer } from './names.ts'
import type { ClusterPod, PodContainerStatus, PodEvent } from './objects.ts'

/** A pod that cannot be placed may only wait for its disk, or for a pod that is just ending. */
const placingMs = 20_000
const waitsForDisk = /unbound|persistentvolumeclaim|volume node affinity|volume binding/i
const pullFailures = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName', 'RegistryUnavailable']
const startFailures = ['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError', 'StartError']
const refusedByNode = /^(?:UnexpectedAdmissionError|OutOf|NodeAffinity|NodePorts|Preempting|Unexpected)/
const nodeReasons = /^(?:NodeLost|NodeShutdown|Terminated|Shutdown|NodeTerminating|DeletionByTaintManager)$/
const backOffWords = /^Back-off pulling image "[^"]*"$/
const pulled = ['Pulled', 'Started', 'Created']

/** Maps what the cluster says of a pod that it is not ending. `events` are the pod's own, oldest first, if they were read. */
export function computePodState(pod: ClusterPod, image: string, events: readonly PodEvent[], now: Date): RunState {
  const { phase, reason = '', message = '' } = pod.status
  const statuses = [...(pod.status.initContainerStatuses ?? []), ...(pod.status.containerStatuses ?? [])]
  const main = statuses.find(({ name }) => name === mainContainer)
  if (phase === 'Failed' || phase === 'Succeeded') return computeEnd(statuses, main, reason, message)
  if (main?.state?.terminated) return computeTermination(main.state.terminated)
  if (phase === 'Running' && main?.state?.running) {
    return { phase: 'running', started_at: new Date(main.state.running.startedAt) }
  }
  const waiting = statuses.map(({ state }) => state?.waiting).find((wait) => isFailure(wait?.reason))
  if (waiting) return computeWaitFailure(waiting.reason!, waiting.message ?? '', image, events)
  return computePlacing(pod, now) ?? { phase: isPulling(events) ? 'pulling' : 'creating' }
}

/** Returns which image a pod runs, in words of the node's runtime; undefined if that does not say. */
export const findImageId = ({ status }: ClusterPod): string | undefined =>
  (status.containerStatuses ?? []).find(({ name }) => name === mainContainer)?.imageID || undefined

/** True if only its events can tell what a pod waits for. */
export function needsEvents({ status }: ClusterPod): boolean {
  if (status.phase !== 'Pending') return false
  const waits = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])].map(({ state }) => state?.waiting)
  return waits.some((wait) => wait !== undefined)
}

const isFailure = (reason = '') => pullFailures.includes(reason) || startFailures.includes(reason)

function computeWaitFailure(reason: string, message: string, image: string, events: readonly PodEvent[]): RunState {
  if (startFailures.includes(reason)) return buildStartFailure(message || reason)
  const words = toPullWords(reason, message, events)
  return { phase: 'failed', ...describePullFailure(image, toPullError(words), words.slice(0, 200)) }
}

/** Returns a kubelet's words about a pull that failed; undefined if none did. */
export function findPullWords({ status }: ClusterPod, events: readonly PodEvent[]): string | undefined {
  const waits = (status.containerStatuses ?? []).map(({ state }) => state?.waiting)
  const failed = waits.find((wait) => pullFailures.includes(wait?.reason ?? ''))
  return failed && toPullWords(failed.reason!, failed.message ?? '', events)
}

function toPullWords(reason: string, message: string, events: readonly PodEvent[]): string {
  if (reason === 'ErrImageNeverPull') return 'no such image'
  return (backOffWords.test(message) ? findPullCause(events) : message) || reason
}

/** While it backs off, a kubelet says only that it does so. */
const findPullCause = (events: readonly PodEvent[]): string =>
  events.findLast(({ reason, message }) => reason === 'Failed' && message.startsWith('Failed to pull image'))?.message ?? ''

function isPulling(events: readonly PodEvent[]): boolean {
  const begun = events.findLastIndex(({ reason }) => reason === 'Pulling')
  return begun >= 0 && !events.slice(begun).some(({ reason }) => pulled.includes(reason))
}

function computePlacing({ status }: ClusterPod, now: Date): RunState | undefined {
  const placed = status.conditions?.find(({ type }) => type === 'PodScheduled')
  if (placed?.status !== 'False' || placed.reason !== 'Unschedulable') return undefined
  const { message = '', lastTransitionTime: since } = placed
  const isLasting = since !== undefined && now.getTime() - Date.parse(since) > placingMs
  if (!isLasting || waitsForDisk.test(message)) return undefined
  return { phase: 'failed', reason: 'NoCapacity', message: `集群放不下这个实例。（${message.slice(0, 200)}）` }
}

function computeEnd(
  statuses: readonly PodContainerStatus[],
  main: PodContainerStatus | undefined,
  reason: string,
  message: string,
): RunState {
  const words = message.slice(0, 200)
  if (reason === 'Evicted') {
    return { phase: 'failed', reason: 'Evicted', message: `节点为保护自己结束了这个实例。（${words}）` }
  }
  if (refusedByNode.test(reason)) return { phase: 'failed', reason: 'NoCapacity', message: `节点没有接受这个实例。（${words}）` }
  if (nodeReasons.test(reason))
    return { phase: 'failed', reason: 'NodeLost', message: '实例所在的节点关闭了，或从集群里消失了。' }
  const early = statuses.find(({ name, state }) => name !== mainContainer && (state?.terminated?.exitCode ?? 0) !== 0)
  const ended = early?.state?.terminated ?? main?.state?.terminated
  if (!ended) return { phase: 'failed', reason: 'ExitedError', message: `容器组失败了。（${reason || words}）` }
  return computeTermination(ended)
}

function computeTermination(ended: NonNullable<NonNullable<PodContainerStatus['state']>['terminated']>): RunState {
  const { reason, exitCode, message = '' } = ended
  if (reason === 'ContainerCannotRun' || reason === 'StartError') return buildStartFailure(message || reason)
  return buildEndedState(exitCode, reason === 'OOMKilled')
}
