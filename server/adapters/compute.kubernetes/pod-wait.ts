import { DriverUnavailable, ImageNotFound, InstanceNotFound, NoCapacity } from '#server/ports/driver-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { isPodLive } from './node-facts.ts'
import type { ClusterPod } from './objects.ts'
import { computePodState } from './pod-state.ts'

const pollMs = 200
const removalPolls = 150

/** Looks at a pod again and again until `done` says what comes of it. Throws `DriverUnavailable` when the driver closes. */
export async function watchPod<T>(
  { pods, settings, client }: KubernetesContext,
  name: string,
  done: (pod: ClusterPod | undefined) => Promise<T | undefined> | T | undefined,
  signal?: AbortSignal,
): Promise<T> {
  const cut = AbortSignal.any([client.closed, ...(signal ? [signal] : [])])
  while (!cut.aborted) {
    const outcome = await done(await pods.find(name))
    if (outcome !== undefined) return outcome
    await settings.clock.sleep(pollMs, cut)
  }
  throw new DriverUnavailable('the waiting for a pod was cancelled')
}

/**
 * Waits until a helper's pod has done its work. Throws `NotFound` if it vanishes before, and `NoCapacity`, `ImageNotFound` or
 * `DriverUnavailable` if it cannot begin or its node does not answer: who waits holds up the instance.
 */
export const waitForPodEnd = (parts: KubernetesContext, name: string): Promise<ClusterPod> =>
  waitForHelper(parts, name, (pod) => !isPodLive(pod))

/** Waits until a helper's pod runs, or has ended. Throws as `waitForPodEnd` does. */
export const waitForPodStart = (parts: KubernetesContext, name: string): Promise<ClusterPod> =>
  waitForHelper(parts, name, (pod) => pod.status.phase === 'Running' || !isPodLive(pod))

const waitForHelper = (parts: KubernetesContext, name: string, isThere: (pod: ClusterPod) => boolean): Promise<ClusterPod> =>
  watchPod(parts, name, async (pod) => {
    if (!pod) throw new InstanceNotFound(`pod ${name} is gone`)
    if (isThere(pod)) return pod
    const { phase, reason, message } = computePodState(pod, '', [], parts.settings.clock.now())
    if (reason === 'NoCapacity') throw new NoCapacity(message)
    if (reason === 'ImageNotFound') throw new ImageNotFound(message)
    if (phase === 'failed') throw new DriverUnavailable(message)
    const { nodeName: node } = pod.spec
    if (node !== undefined && !(await parts.nodes.speaks(node))) throw new DriverUnavailable(`node ${node} does not answer`)
    return undefined
  })

/** Has a helper's pod ended, and waits until it is gone. Throws `DriverUnavailable` if its node does not say so in time. */
export async function removeHelper(parts: KubernetesContext, name: string): Promise<void> {
  const helper = await parts.pods.find(name)
  if (!helper) return
  await parts.pods.remove(helper, 1)
  let polls = removalPolls
  await watchPod(parts, name, (pod) => {
    polls -= 1
    if (pod && polls === 0) throw new DriverUnavailable('its node has not said yet that a helper has ended')
    return pod ? undefined : true
  })
}
