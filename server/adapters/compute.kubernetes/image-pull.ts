import { toPullError } from '#server/adapters/compute.shared/pull-faults.ts'
import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { InvalidSpec, NoCapacity } from '#server/ports/driver-errors.ts'
import { finishedPull, type PullProgress } from '#server/ports/image-pull.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { formatPullName } from './names.ts'
import type { ClusterPod } from './objects.ts'
import { buildPullPod } from './pod-plan.ts'
import { computePodState, findPullWords } from './pod-state.ts'
import { removeHelper, watchPod } from './pod-wait.ts'

/** Has a node pull an image, by a pod that needs it. A cluster tells of no progress in between. */
export async function pullToNode(
  parts: KubernetesContext,
  host: string,
  image: string,
  onProgress: (progress: PullProgress) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  await parts.nodes.cardsOf(host)
  if (parts.pulled.isFresh(`${host} ${image}`)) return onProgress(finishedPull)
  const name = formatPullName(parts.settings.installation_id, host, image)
  await parts.pods.create(buildPullPod(parts.settings, host, image))
  try {
    await watchPod(parts, name, (pod) => (pod ? hasImage(parts, pod) : true), signal)
    parts.pulled.note(`${host} ${image}`)
    onProgress(finishedPull)
  } finally {
    await removeHelper(parts, name)
  }
}

/** Whether its container could be made; undefined while that is open. */
async function hasImage(parts: KubernetesContext, pod: ClusterPod): Promise<true | undefined> {
  const events = await parts.pods.listEvents(pod)
  const words = findPullWords(pod, events)
  if (words !== undefined) throw toPullError(words)
  const state = computePodState(pod, '', events, parts.settings.clock.now())
  if (state.reason === 'NoCapacity') throw new NoCapacity(state.message)
  return state.phase === 'creating' || state.phase === 'pulling' ? undefined : true
}
