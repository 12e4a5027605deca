import type { IncomingMessage } from 'node:http'
import type { Clock } from '#server/ports/clock.ts'
import type { OnInstanceChange } from '#server/ports/compute.ts'
import type { ClusterClient } from './cluster-client.ts'
import type { KubernetesContext } from './kubernetes-context.ts'
import { buildObjectPath, buildSelector, mainContainer, parseRef } from './names.ts'
import type { ApiList, ClusterObject, ClusterPod } from './objects.ts'
import { livingParts } from './observe.ts'

const watchSeconds = 55
const retryMs = 2_000

interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: ClusterObject
}

/** Tells of changes of our pods until `signal` aborts. After a lapse it lists them anew, and all of them may have changed. */
export async function followPods(parts: KubernetesContext, wake: OnInstanceChange, signal: AbortSignal): Promise<void> {
  const { client, settings } = parts
  const path = buildObjectPath(client.namespace, 'pods')
  const labelSelector = buildSelector(settings.installation_id, { parts: livingParts })
  const cut = AbortSignal.any([signal, client.closed])
  const tell = (pod: ClusterObject) => {
    const ref = parseRef(pod)
    if (ref) wake(ref.id, wasKilledForMemory(pod as ClusterPod) ? 'oom' : 'state')
  }
  await repeat(settings.clock, cut, async () => {
    const { items, metadata } = await client.list<ClusterPod>(path, { labelSelector }, cut)
    for (const pod of items) tell(pod)
    await watchFrom(client, path, { labelSelector }, metadata, tell, cut)
  })
}

const wasKilledForMemory = ({ status }: ClusterPod): boolean =>
  (status?.containerStatuses ?? []).some(({ name, state }) => name === mainContainer && state?.terminated?.reason === 'OOMKilled')

async function repeat(clock: Clock, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work().catch(() => undefined) // the server is away, or has forgotten where we were
    if (!signal.aborted) await clock.sleep(retryMs, signal)
  }
}

/** Goes on where a watch ended by its time; returns or throws once the server no longer knows that place. */
async function watchFrom(
  client: ClusterClient,
  path: string,
  query: Record<string, string>,
  { resourceVersion }: ApiList<unknown>['metadata'],
  tell: (object: ClusterObject) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let version = resourceVersion; !signal.aborted; ) {
    const asked = { ...query, watch: '1', allowWatchBookmarks: 'true', timeoutSeconds: String(watchSeconds) }
    const answer = await client.open(`${path}?${new URLSearchParams({ ...asked, resourceVersion: version })}`, signal)
    for await (const { type, object } of readWatchEvents(answer)) {
      if (type === 'ERROR') return
      version = object.metadata.resourceVersion
      if (type !== 'BOOKMARK') tell(object)
    }
  }
}

async function* readWatchEvents(answer: IncomingMessage): AsyncGenerator<WatchEvent> {
  let rest = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as WatchEvent
  }
}
