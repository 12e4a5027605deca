import { DriverUnavailable, InstanceNotFound } from '#server/ports/driver-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { isPodLive } from './node-facts.ts'
import type { ClusterPod } from './objects.ts'

const pollMs = 200

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

/** Waits until a pod has done its work. Throws `NotFound` if it vanishes before. */
export const waitForPodEnd = (parts: KubernetesContext, name: string): Promise<ClusterPod> =>
  watchPod(parts, name, (pod) => {
    if (!pod) throw new InstanceNotFound(`pod ${name} is gone`)
    return isPodLive(pod) ? undefined : pod
  })

/** Has a helper's pod ended, and waits until it is gone. */
export async function removeHelper(parts: KubernetesContext, name: string): Promise<void> {
  const helper = await parts.pods.find(name)
  if (!helper) return
  await parts.pods.remove(helper, 1)
  await watchPod(parts, name, (pod) => (pod ? undefined : true))
}
