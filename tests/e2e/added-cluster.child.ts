import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Ground } from '#tests/compute/kubelet/ground.ts'
import type { Pod } from '#tests/compute/kubelet/objects.ts'

/**
 * A namespace of the throwaway cluster with two nodes, which have `card`s and pull from the registry given as the argument. The
 * first output line says how it is reached; each input line is `dies` or `returns` and a node, and a line answers once it has.
 */
const { card, host, username, password, image, from } = JSON.parse(process.argv[2]!) as Record<string, string>
const say = (line: string) => process.stdout.write(`${line}\n`)

const suffix = randomBytes(3).toString('hex')
const node = {
  ...{ cpu: 4, memory: '8Gi', resources: { 'nvidia.com/gpu': 1 } },
  labels: { 'nvidia.com/gpu.product': card! },
}
const ground = await Ground.create(['a', 'b'].map((name) => ({ name: `node-${name}-${suffix}`, ...node })))
const auths = { [host!]: { username, password } }
await ground.api.create(ground.path('secrets'), {
  ...{ metadata: { name: 'registry' }, type: 'kubernetes.io/dockerconfigjson' },
  stringData: { '.dockerconfigjson': JSON.stringify({ auths }) },
})
await pushImage()
say(
  JSON.stringify({
    kubeconfig: readFileSync(join(process.env.TEST_CLUSTER!, 'kubeconfig'), 'utf8'),
    namespace: ground.namespace,
    storage_class: ground.kubelet.storage_classes.local,
    nodes: [`node-a-${suffix}`, `node-b-${suffix}`],
  }),
)
for await (const line of createInterface({ input: process.stdin })) {
  const [what, name] = line.split(' ') as ['dies' | 'returns', string]
  await (what === 'dies' ? loseNode(name) : ground.kubelet.node(name).becomeReady())
  say('done')
}
await ground.end()

/** Brings the test image to the registry with a command, as images of the field have one, and forgets it. */
async function pushImage(): Promise<void> {
  const { docker } = ground
  const made = await docker.createContainer({ Image: from!, Cmd: ['sleep', 'infinity'] })
  const [repo, tag] = [image!.slice(0, image!.lastIndexOf(':')), image!.slice(image!.lastIndexOf(':') + 1)]
  await made.commit({ repo, tag })
  await made.remove()
  const pushing = await docker.getImage(image!).push({ authconfig: { username, password, serveraddress: host } })
  await new Promise<void>((resolve, reject) =>
    docker.modem.followProgress(pushing, (error) => (error ? reject(error) : resolve())),
  )
  await docker.getImage(image!).remove()
}

/** As by a power failure: nobody hears of the node, and what ran on it has ended. */
async function loseNode(name: string): Promise<void> {
  await ground.kubelet.node(name).fallSilent()
  const { items } = await ground.api.get<{ items: Pod[] }>(`${ground.path('pods')}?fieldSelector=spec.nodeName%3D${name}`)
  for (const pod of items) {
    const running = (await ground.listContainers(pod)).filter(({ State }) => State === 'running')
    for (const { Id } of running) await ground.docker.getContainer(Id).kill()
  }
}
